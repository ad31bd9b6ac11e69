// The frame with the pages: its address and title are those of the tab, and what lies elsewhere opens there.

/** @import { Site } from "./site.js" */

/** @typedef {() => void} Act */

const PAPER = "700px"; // the width of a sheet without its margins
const LONG_ENOUGH = 60_000; // milliseconds until a browser has taken over what is saved

export class Frame {
  /** What was asked for before the game could answer. @type {Act | undefined} */
  held;
  isReady = false;
  /** @type {MutationObserver | undefined} */
  heads;

  /**
   * @param {HTMLIFrameElement} element
   * @param {Site} site
   * @param {{ shown: (page: Document) => void, left: () => void, asked: () => void }} heard
   */
  constructor(element, site, heard) {
    this.element = element;
    this.site = site;
    this.heard = heard;
    this.wanted = location.href;
    element.addEventListener("load", () => this.loaded());
    addEventListener("popstate", () => this.traversed());
    addEventListener("keydown", (event) => this.print(event));
    addEventListener("beforeprint", () => this.unfold());
    addEventListener("afterprint", () => element.removeAttribute("style"));
  }

  /** @returns {Window} */
  get window() {
    return /** @type {Window} */ (this.element.contentWindow);
  }

  /** The page that is shown; nothing where the browser shows one of its own. */
  get page() {
    return this.element.contentDocument;
  }

  /** The page's place, where the program has made it. */
  get place() {
    const { page } = this;
    const place = page ? new URL(page.URL) : null;
    return place?.origin === location.origin && !this.isFile(place) && !isShell(page) ? place : null;
  }

  /** @param {URL | Location} place */
  isFile(place) {
    return place.pathname.startsWith(`${this.site.prefix}/${this.site.app}/`);
  }

  /**
   * Show a page in place of the one that is shown.
   * @param {string} address
   */
  show(address) {
    this.window.location.replace(address);
  }

  /** The game can answer from now on: go where somebody wants to be. */
  begin() {
    this.isReady = true;
    if (this.held) {
      this.held();
      this.held = undefined;
    } else if (this.place?.href !== location.href) {
      const { scrollY } = this.window;
      this.element.addEventListener("load", () => this.window.scrollTo({ top: scrollY, behavior: "instant" }), {
        once: true,
      });
      this.show(location.href);
    }
  }

  loaded() {
    const { page, place } = this;
    if (!page || page.URL === "about:blank") return;
    if (isShell(page)) {
      this.wanted = page.URL;
      this.hold(() => this.show(this.wanted));
      return;
    }
    page.addEventListener("click", (event) => this.clicked(event), true);
    page.addEventListener("click", (event) => this.saved(event));
    page.addEventListener("submit", (event) => this.submitted(event), true);
    this.window.addEventListener("keydown", (event) => this.print(event));
    this.window.addEventListener("pagehide", this.heard.left);
    this.heads?.disconnect();
    if (!place) return;
    this.follow(page);
    this.heard.shown(page);
  }

  /**
   * Keep title, icon and address of the tab as the page has them.
   * @param {Document} page
   */
  follow(page) {
    const copy = () => {
      document.title = page.title;
      this.element.title = page.title;
      const icon = page.querySelector("link[rel=icon]")?.getAttribute("href");
      if (icon) document.querySelector("link[rel=icon]")?.setAttribute("href", icon);
      this.copyAddress();
    };
    copy();
    this.heads = new MutationObserver(copy);
    this.heads.observe(page.head, { subtree: true, childList: true, characterData: true, attributes: true });
    for (const change of ["popstate", "hashchange"]) this.window.addEventListener(change, () => this.copyAddress());
    const { history } = this.window;
    for (const name of /** @type {const} */ (["pushState", "replaceState"])) {
      const change = history[name].bind(history);
      history[name] = (...given) => {
        change(...given);
        this.copyAddress();
      };
    }
  }

  copyAddress() {
    const { place } = this;
    if (place && place.href !== location.href) history.replaceState(history.state, "", place);
  }

  /** The tab has gone back or on without the frame: after a reload the browser does not know its pages any more. */
  traversed() {
    const { place } = this;
    if (this.isReady && place && place.href !== location.href) this.show(location.href);
  }

  // --- what is tapped

  /** @param {MouseEvent} event */
  clicked(event) {
    const link = event.target instanceof this.view.Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof this.view.HTMLAnchorElement)) return;
    const to = new URL(link.href, location.href);
    const isElsewhere = to.origin !== location.origin || !to.pathname.startsWith(`${this.site.prefix}/`);
    if (isElsewhere && !link.target) link.target = "_top";
    const isPlain = !event.defaultPrevented && !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (this.isReady || isElsewhere || !isPlain || isWithin(link, to)) return;
    event.preventDefault();
    this.hold(() => this.window.location.assign(to));
  }

  /**
   * Save what a link offers for that: browsers would ask the host for it, and not the service worker.
   * @param {MouseEvent} event as the page's own scripts have left it
   */
  saved(event) {
    const link = event.target instanceof this.view.Element ? event.target.closest("a[download]") : null;
    if (!(link instanceof this.view.HTMLAnchorElement) || event.defaultPrevented) return;
    const address = new URL(link.href);
    if (address.protocol === "blob:" || address.protocol === "data:") return;
    event.preventDefault();
    this.save(address, link.download);
  }

  /**
   * @param {URL} address
   * @param {string} name may be empty
   */
  async save(address, name) {
    const answer = await this.window.fetch(address);
    const given = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
    const href = URL.createObjectURL(await answer.blob());
    const download = name || given || address.pathname.split("/").at(-1) || "hashi";
    Object.assign(document.createElement("a"), { href, download }).click();
    setTimeout(() => URL.revokeObjectURL(href), LONG_ENOUGH);
  }

  /** @param {SubmitEvent} event */
  submitted(event) {
    if (this.isReady) return;
    event.preventDefault();
    const { submitter } = event;
    const form = /** @type {HTMLFormElement} */ (event.target);
    this.hold(() => form.requestSubmit(submitter));
  }

  /** @param {Act} act */
  hold(act) {
    if (this.isReady) {
      act();
      return;
    }
    this.held = act;
    this.heard.asked();
  }

  /** The classes of the frame: its elements are not of those of the shell. */
  get view() {
    return /** @type {typeof globalThis} */ (/** @type {unknown} */ (this.window));
  }

  /**
   * What is printed is the page.
   * @param {KeyboardEvent} event
   */
  print(event) {
    if (event.key !== "p" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.window.print();
  }

  /** The browser prints the shell, from its menu: let the page have all the room that it takes on paper. */
  unfold() {
    const { style } = this.element;
    style.width = PAPER;
    style.flex = "none";
    style.height = `${this.page?.documentElement.scrollHeight ?? 0}px`;
  }
}

/** @param {Document | null} page */
const isShell = (page) => page?.documentElement.dataset.shell !== undefined;

/**
 * Whether a link leads to another part of its page.
 * @param {HTMLAnchorElement} link
 * @param {URL} to
 */
const isWithin = (link, to) => Boolean(to.hash) && link.getAttribute("href")?.startsWith("#");
