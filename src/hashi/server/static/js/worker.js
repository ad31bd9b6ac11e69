// The service worker: what a browser keeps for times without a network.
//
// The server writes VERSION and LESSONS above this text, and names version, language and theme in the
// address: a new version, language or theme is a new worker with a store of its own. It keeps pages as
// somebody without a cookie sees them, and their static files; nothing of a table, a seat or a person.
// With a network every page comes from the server. Without one, home, the rules and the tutorial come
// from the store, and any other page is one that says what it needs.

/**
 * A lesson and all its answers, as learn/STEP.json has them: by marks and touch, which lesson is shown then,
 * which island is selected, which of the sentences is told, and what kind of sentence that is.
 * @typedef {[lesson: string, selected: string, sentence: number, kind: string]} Shown
 * @typedef {object} Answers
 * @property {Record<string, string>} lessons
 * @property {string[]} told
 * @property {Record<string, Record<string, Shown>>} answers
 */

/** `self` has the type of what all workers have. */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const PATIENCE = 8000; // milliseconds that a kept page waits for the server
const UNREACHABLE = new Set([502, 504]); // a proxy answers for a server that is down
const HOME = "offline?page=home";
const OTHER = "offline";

const scope = new URL(worker.registration.scope);
const asked = new URL(worker.location.href).searchParams;
const look = { lang: asked.get("lang") ?? "", theme: asked.get("theme") ?? "" };
const FAMILY = `hashi ${scope.pathname} `;
const STORE = `${FAMILY}${VERSION} ${look.lang} ${look.theme}`;
const steps = Array.from({ length: LESSONS }, (_, at) => at + 1);
const PAGES = [HOME, OTHER, "rules", ...steps.map((step) => `learn?step=${step}`)];

/**
 * The address under which a page is kept: one in a language and a theme, for nobody in particular.
 * @param {string} page
 */
function keptAddress(page) {
  const url = new URL(page, scope);
  for (const [name, value] of Object.entries({ ...look, kept: "" })) url.searchParams.set(name, value);
  return url;
}

// --- what is kept

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));

/** Keep everything or nothing: where one page is of another version, the browser tries again later. */
async function install() {
  const store = await caches.open(STORE);
  /** @type {Set<string>} */
  const files = new Set();
  for (const page of PAGES) {
    const answer = await plain(keptAddress(page));
    for (const file of filesOf(await answer.clone().text())) files.add(file);
    await store.put(keptAddress(page), answer);
  }
  for (const file of files) {
    if (!file.includes(`/static/${VERSION}/`)) throw new Error(`${file} is of another version`);
    await store.put(file, await plain(file));
  }
  for (const step of steps) {
    const answers = keptAddress(`learn/${step}.json`);
    await store.put(answers, await plain(answers));
  }
  // The page that brought this worker along is of its version; with other pages open, it waits for their end.
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.length < 2) await worker.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(FAMILY) && name !== STORE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * Fetch something without cookies, so that it is nobody's own.
 * @param {string | URL} address
 */
async function plain(address) {
  const answer = await fetch(address, { credentials: "omit" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/**
 * The addresses of the static files that a page loads.
 * @param {string} text
 */
function filesOf(text) {
  return [...text.matchAll(/(?:href|src)="([^"]+\/static\/[^"]+|\/static\/[^"]+)"/g)].map(([, file = ""]) => file);
}

// --- what is answered

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (request.mode === "navigate") event.respondWith(pageFor(request, path, url.searchParams));
  else if (path.startsWith(`static/${VERSION}/`)) event.respondWith(fileFor(request));
  else if (request.method === "POST" && path === "learn") event.respondWith(lessonFor(request));
});

/**
 * Answer with the server's page; where it cannot be reached, with the one that is kept.
 * @param {Request} request
 * @param {string} path
 * @param {URLSearchParams} query
 */
async function pageFor(request, path, query) {
  const page = request.method === "GET" ? keptPage(path, query) : OTHER;
  try {
    const answer = await fromServer(request, page === OTHER ? 0 : PATIENCE);
    if (!UNREACHABLE.has(answer.status)) return answer;
  } catch {
    // there is no network
  }
  return (await kept(keptAddress(page))) ?? Response.error();
}

/**
 * @param {string} path
 * @param {URLSearchParams} query
 */
function keptPage(path, query) {
  if (path === "") return HOME;
  if (path === "rules") return "rules";
  if (path === "learn") return `learn?step=${steps.includes(Number(query.get("step"))) ? query.get("step") : 1}`;
  return OTHER;
}

/**
 * Fetch from the server, within so many milliseconds; 0 for no limit.
 * @param {Request} request
 * @param {number} patience
 */
function fromServer(request, patience) {
  const answer = fetch(request);
  if (!patience) return answer;
  /** @type {Promise<never>} */
  const limit = new Promise((_, give_up) => {
    setTimeout(() => give_up(new Error("too slow")), patience);
  });
  return Promise.race([answer, limit]);
}

/**
 * A static file of this version never changes: the kept one is as good as the server's.
 * @param {Request} request
 */
async function fileFor(request) {
  return (await kept(request.url)) ?? fetch(request);
}

/** @param {string | URL} address */
async function kept(address) {
  const store = await caches.open(STORE);
  return store.match(address);
}

// --- lessons: the server has given all its answers in advance

/** @param {Request} request */
async function lessonFor(request) {
  const form = await request.clone().formData();
  try {
    const answer = await fetch(request);
    if (!UNREACHABLE.has(answer.status)) return answer;
  } catch {
    // there is no network
  }
  const answers = await kept(keptAddress(`learn/${form.get("step")}.json`));
  if (!answers) return Response.error();
  return new Response(answerOf(await answers.json(), form), { headers: { "content-type": "text/html" } });
}

/**
 * The lesson after a touch or a button; as it was where the server has no answer to that.
 * @param {Answers} given
 * @param {FormData} form
 */
function answerOf({ lessons, told, answers }, form) {
  const marks = String(form.get("marks") ?? "");
  const touches = touchesOf(form).map((touch) => answers[marks]?.[touch]);
  const [lesson, selected, sentence, kind] = touches.find(Boolean) ?? [`open ${marks}`, "", 0, ""];
  const values = new Map([
    ["selected", selected],
    ["told", told[sentence]],
    ["kind", kind],
  ]);
  return (lessons[lesson] ?? "").replace(/\{(selected|told|kind)\}/g, (_, name) => values.get(name) ?? "");
}

/**
 * How a touch is called among the answers: a line may be named from either end.
 * @param {FormData} form
 */
function touchesOf(form) {
  if (form.has("do")) return [String(form.get("do"))];
  if (form.has("line")) return [String(form.get("line"))];
  if (form.has("from")) return [`${form.get("from")}-${form.get("to")}`, `${form.get("to")}-${form.get("from")}`];
  return [`${form.get("selected") ?? ""}>${form.get("island")}`, `>${form.get("island")}`];
}

// --- messages about turns, which come while no page is open; notifications lead to their table

/**
 * What the server sends: sentences in the reader's language, and the address that they lead to.
 * @typedef {{ title: string, body: string, lang: string, to: string }} Told
 */

worker.addEventListener("push", (event) => event.waitUntil(tell(event.data)));
worker.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription: old } = /** @type {PushSubscriptionChangeEvent} */ (event);
  if (old) /** @type {ExtendableEvent} */ (event).waitUntil(renew(old));
});

/**
 * Show a message, except to one who is looking at that table.
 * @param {PushMessageData | null} data
 */
async function tell(data) {
  /** @type {Told} */
  const { title, body, lang, to } = data?.json() ?? { title: "HASHI", body: "", lang: look.lang, to: "" };
  const address = new URL(to, scope);
  if (address.origin !== scope.origin) return;
  const open = await pages();
  if (open.some((page) => page.focused && plainAddress(page) === address.href)) return;
  const icon = new URL(`static/${VERSION}/icon-192.png`, scope).href;
  const options = { body, lang, icon, tag: address.pathname, data: { address: address.href } };
  await worker.registration.showNotification(title, options);
  await badge();
}

/** Say at how many tables it is the player's turn, where the installed game has a place for that. */
async function badge() {
  if (!navigator.setAppBadge) return;
  try {
    const { tables } = await (await fetch(new URL("me/turns.json", scope))).json();
    await navigator.setAppBadge(tables.length);
  } catch {
    // there is no network, or no place for it
  }
}

/**
 * The push service has given this browser another address: tell the server, which knows the old one.
 * @param {PushSubscription} old
 */
async function renew({ options }) {
  const { applicationServerKey } = options;
  const given = await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = given.toJSON();
  await fetch(new URL("me/push", scope), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, public_key: keys?.p256dh, secret: keys?.auth, renews: true }),
  });
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.address));
});

/** @param {string} address */
async function show(address) {
  const page = (await pages()).find((each) => plainAddress(each) === address);
  return page ? page.focus() : worker.clients.openWindow(address);
}

const pages = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

/**
 * The address of a page without its query.
 * @param {Client} page
 */
const plainAddress = ({ url }) => url.split(/[?#]/)[0];
