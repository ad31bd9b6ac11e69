// "Install" stands in the menu of pages: what the browser offers to the tab is handed on to the page in its frame.

export class Installing {
  /** @type {Event | undefined} */
  offer;

  /** @param {() => Window} page */
  constructor(page) {
    this.page = page;
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.offer = event;
      setTimeout(() => this.tell()); // an event is handed on once it has been heard here
    });
    addEventListener("appinstalled", () => {
      this.offer = undefined;
      page().dispatchEvent(new Event("appinstalled"));
    });
  }

  /** Let the page that is shown hear of the offer. */
  tell() {
    if (this.offer) this.page().dispatchEvent(this.offer);
  }
}
