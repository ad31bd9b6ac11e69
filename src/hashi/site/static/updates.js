// New versions of the site: brought to the device beside the one that runs, and switched to at the next start or
// when somebody says so.

const HOUR = 3_600_000;

export class Updates {
  /** @type {ServiceWorkerRegistration | undefined} */
  registration;

  /** @param {() => void} offer is called when there is a new version */
  constructor(offer) {
    this.offer = offer;
    this.wasControlled = Boolean(navigator.serviceWorker.controller);
  }

  /** The new version, where all of it is here. */
  get waiting() {
    return this.wasControlled ? this.registration?.waiting : null;
  }

  /**
   * Have the service worker, and return what gives a promise of that it answers. A new version that waits is
   * switched to first, where nobody plays.
   * @param {string} address
   * @param {string} scope
   * @param {() => Promise<boolean>} isAlone whether no other tab plays
   */
  async run(address, scope, isAlone) {
    const { serviceWorker } = navigator;
    this.registration = await serviceWorker.register(address, { scope, updateViaCache: "none" });
    serviceWorker.addEventListener("controllerchange", () => {
      if (this.wasControlled) location.reload();
      this.wasControlled = true;
    });
    if (this.waiting && (await isAlone())) {
      this.switch();
      await new Promise(() => {}); // the page is loaded again
    }
    const { registration } = this;
    registration.addEventListener("updatefound", () => this.watch(registration.installing));
    this.watch(registration.installing);
    if (this.waiting) this.offer();
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
    setInterval(() => this.look(), HOUR);
    return { active: serviceWorker.ready };
  }

  /** @param {ServiceWorker | null} worker */
  watch(worker) {
    worker?.addEventListener("statechange", () => {
      if (this.waiting) this.offer();
    });
  }

  /** Look whether there is another version. */
  look() {
    this.registration?.update().catch(() => {}); // there is no network
  }

  /** Run the new version, in all tabs. */
  switch() {
    this.waiting?.postMessage({ type: "switch" });
  }
}
