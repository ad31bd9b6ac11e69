// The service worker of the site. A tab gets the shell; files come from the cache; all else is asked of the
// program, which runs in the tab that leads. It keeps nothing in memory that it could not ask for again.
//
// The build writes `self.SITE = …;` above this text, so that a new version is another worker.

/** @import { Answer, Asked, Entry, Site } from "./site.js" */
/**
 * What a shell says to it.
 * @typedef {{ type: "leads" } | { type: "socket", address: string } | { type: "switch" }} Word
 */
/** @typedef {Answer | "taken"} Reply what the leading shell and its worker say to a request */

const worker = /** @type {ServiceWorkerGlobalScope & { SITE: Site }} */ (/** @type {unknown} */ (self));

const { app, prefix } = worker.SITE;
const ROOT = `${prefix}/`;
const FAMILY = `hashi ${ROOT}`;
const STORE = `${FAMILY} ${app}`;
const PATIENCE = 3000; // milliseconds until a tab that leads and does not answer is called silent
const LONG = 120_000; // milliseconds until nobody is waited for any more
const AT_ROOT = /^(?:[\w-]+\.(?:webmanifest|png|svg|ico|txt)|service-worker\.js|404\.html)$/;
const SHELL = /\.(?:js|css)$/; // of the folder of this version: what shows something at once

// --- versions

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));

/** Keep what shows the shell. A new version comes whole: it may be needed without a network. */
async function install() {
  const store = await caches.open(STORE);
  const list = await plain(`${ROOT}${app}/files.json`);
  const entries = /** @type {Entry[]} */ (await list.clone().json());
  const page = await plain(ROOT);
  if (!(await page.clone().text()).includes(app)) throw new Error("the files are being changed");
  await Promise.all([store.put(`${ROOT}${app}/files.json`, list), store.put(ROOT, page)]);
  const isUpdate = Boolean(worker.registration.active);
  const needed = entries.filter(({ path }) => isUpdate || (path.startsWith(`${app}/`) && SHELL.test(path)));
  const had = isUpdate ? await earlierFiles() : new Map();
  for (const { path, digest } of needed) {
    const address = ROOT + path;
    if (await store.match(address)) continue;
    const earlier = await had.get(digest)?.();
    await store.put(address, earlier ? unaddressed(earlier) : await plain(address));
  }
}

/**
 * Return ways to the files of earlier versions by their digest: most do not change.
 * @returns {Promise<Map<string, () => Promise<Response | undefined>>>}
 */
async function earlierFiles() {
  const found = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith(`${FAMILY} `) || name === STORE) continue;
    const store = await caches.open(name);
    const list = await store.match(`${ROOT}${name.slice(FAMILY.length + 1)}/files.json`);
    for (const { path, digest } of /** @type {Entry[]} */ ((await list?.json()) ?? [])) {
      found.set(digest, () => store.match(ROOT + path));
    }
  }
  return found;
}

/**
 * The same answer without the address that it once had: modules are sought beside the address of an answer.
 * @param {Response} answer
 */
const unaddressed = ({ body, headers }) => new Response(body, { headers });

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`${FAMILY} `) && name !== STORE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {string} address */
async function plain(address) {
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

// --- what is answered

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || !pathname.startsWith(ROOT)) return;
  const path = pathname.slice(ROOT.length);
  if (isFile(path)) event.respondWith(file(request, path));
  else if (request.destination === "document") event.respondWith(shell());
  else event.respondWith(fromProgram(request));
});

/** @param {string} path */
const isFile = (path) => path.startsWith("app-") || path.startsWith("static/") || AT_ROOT.test(path);

async function shell() {
  return (await caches.match(ROOT, { cacheName: STORE })) ?? fetch(ROOT);
}

/**
 * A file from the cache. What pages load passes through once and is kept; what the program loads it keeps itself.
 * @param {Request} request
 * @param {string} path
 */
async function file(request, path) {
  const kept = await caches.match(request.url, { ignoreSearch: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200 && path.startsWith("static/")) {
    const store = await caches.open(STORE);
    await store.put(request.url, answer.clone()).catch(() => {}); // there is no room
  }
  return answer;
}

// --- what the program is asked

let leader = ""; // the client whose tab leads; asked for again where it is unknown
/** Those who wait for a tab that leads. @type {Set<() => void>} */
const waiting = new Set();

worker.addEventListener("message", (event) => {
  const said = /** @type {Word} */ (event.data);
  if (said.type === "switch") event.waitUntil(worker.skipWaiting());
  else if (said.type === "leads") welcome(/** @type {Client} */ (event.source).id);
  else event.waitUntil(passSocket(said.address, /** @type {MessagePort} */ (event.ports[0])));
});

/** @param {string} id */
function welcome(id) {
  leader = id;
  for (const resume of [...waiting]) resume();
}

/** @param {Request} request */
async function fromProgram(request) {
  const { pathname, search } = new URL(request.url);
  const headers = [...request.headers];
  if (request.referrer && request.referrer !== "about:client") headers.push(["referer", request.referrer]);
  const body = new Uint8Array(await request.arrayBuffer());
  const asked = { method: request.method, address: pathname + search, headers, body };
  const isSafe = request.method === "GET" || request.method === "HEAD";
  const answer = await ask(asked, isSafe);
  return answer ? responseOf(answer, request) : Response.error();
}

/**
 * Ask the tab that leads; where it ends before it has answered, ask the next one, unless that could do something twice.
 * @param {Asked} asked
 * @param {boolean} isSafe
 * @returns {Promise<Answer | undefined>}
 */
async function ask(asked, isSafe) {
  const end = Date.now() + LONG;
  while (Date.now() < end) {
    const client = await leadingClient();
    const { answer, wasTaken } = client ? await askClient(client, asked) : { answer: undefined, wasTaken: false };
    if (answer) return answer;
    if (wasTaken && !isSafe) return undefined;
  }
  return undefined;
}

/**
 * @param {Client} client
 * @param {Asked} asked
 * @returns {Promise<{ answer?: Answer, wasTaken: boolean }>}
 */
function askClient(client, asked) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    let wasTaken = false;
    /** @param {Answer} [answer] */
    const settle = (answer) => {
      clearTimeout(silence);
      waiting.delete(next);
      port1.close();
      resolve({ answer, wasTaken });
    };
    const next = () => leader === client.id || settle();
    const silence = setTimeout(() => {
      leader = "";
      callSilent();
      settle();
    }, PATIENCE);
    waiting.add(next);
    /** @param {MessageEvent<Reply>} event */
    port1.onmessage = ({ data }) => {
      clearTimeout(silence);
      if (data === "taken") wasTaken = true;
      else settle(data);
    };
    client.postMessage({ type: "request", ...asked }, [port2]);
  });
}

/** The client that leads, as soon as there is one. */
async function leadingClient() {
  const known = leader && (await worker.clients.get(leader));
  if (known) return known;
  leader = "";
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const answered = new Promise((resolve) => {
    const resume = () => {
      waiting.delete(resume);
      clearTimeout(silence);
      resolve(undefined);
    };
    const silence = setTimeout(() => {
      callSilent();
      resume();
    }, PATIENCE);
    waiting.add(resume);
  });
  for (const client of open) client.postMessage({ type: "who leads" });
  await answered;
  return leader ? worker.clients.get(leader) : undefined;
}

/** Tell all tabs that the one that leads does not answer, so that another may take over. */
async function callSilent() {
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const client of open) client.postMessage({ type: "silent" });
}

/**
 * Hand a socket of another tab over to the one that leads.
 * @param {string} address
 * @param {MessagePort} port
 */
async function passSocket(address, port) {
  const client = await leadingClient();
  if (client) client.postMessage({ type: "socket", address }, [port]);
  else port.postMessage({ code: 1006 });
}

/**
 * @param {Answer} answer
 * @param {Request} request
 */
function responseOf({ status, headers, body }, request) {
  const given = new Headers(headers);
  const to = given.get("location");
  if (to) given.set("location", new URL(to, request.url).href);
  const isEmpty = status === 204 || status === 205 || status === 304 || request.method === "HEAD";
  return new Response(isEmpty ? null : body, { status, headers: given });
}

// --- notifications lead to their table

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.address ?? ROOT));
});

/** @param {string} address */
async function show(address) {
  const open = await worker.clients.matchAll({ type: "window" });
  const tab = open.find((client) => client.frameType === "top-level" && client.url.split(/[?#]/)[0] === address);
  return tab ? tab.focus() : worker.clients.openWindow(address);
}
