// Where games are kept: in files of the browser that are read and written at once (the origin private file
// system), else in IndexedDB, else in memory.
//
// The program reads and writes its files without waiting. Files of the first kind hold what was written when
// `flush` returns. What goes to IndexedDB is on its way until `settle` has come true, and the worker lets
// nothing out of the program before: a mark that is answered is kept.

/**
 * A file as the program uses it.
 * @typedef {object} KeptFile
 * @property {() => number} size
 * @property {(into: Uint8Array, at: number) => number} read returns how many bytes there were
 * @property {(from: Uint8Array, at: number) => void} write
 * @property {(size: number) => void} truncate
 * @property {() => void} flush
 */
/**
 * @typedef {object} Storage
 * @property {"files" | "database" | "memory"} kind
 * @property {Map<string, KeptFile>} files
 * @property {() => Promise<void> | undefined} settle gives a promise while something is not kept yet
 * @property {() => void} close
 */

const BLOCK = 16_384;
const BUSY_PAUSE = 100;
const BUSY_PATIENCE = 10_000; // milliseconds until another tab has let go of the files
const FULL_PAUSE = 3_000;

/** Another tab holds the files, and does not let go of them. */
export class Held extends Error {
  name = "Held";
}

/** The games lie in files that this browser does not give out now. */
export class Unreachable extends Error {
  name = "Unreachable";
}

/**
 * Open the files of these names. What was kept in IndexedDB moves to files where there are such now; where
 * it has moved, nothing is begun anew in IndexedDB.
 * @param {string} folder
 * @param {readonly string[]} names
 * @param {(isFull: boolean) => void} tell says that the device has no room, and that it has
 * @returns {Promise<Storage>}
 */
export async function openStorage(folder, names, tell) {
  const files = await openFiles(folder, names, tell);
  const database = await Database.open(folder, names, tell);
  if (files) {
    if (database && !database.hasMoved) await database.move(files);
    database?.close();
    return files;
  }
  if (database?.hasMoved) throw new Unreachable(folder);
  return database ?? inMemory(names);
}

// --- files

/**
 * Open the files, or return nothing where the browser has none.
 * @param {string} folder
 * @param {readonly string[]} names
 * @param {(isFull: boolean) => void} tell
 * @returns {Promise<Storage | undefined>}
 */
async function openFiles(folder, names, tell) {
  /** @type {FileSystemSyncAccessHandle[]} */
  const handles = [];
  try {
    const root = await navigator.storage.getDirectory();
    const place = await root.getDirectoryHandle(encodeURIComponent(folder), { create: true });
    for (const name of names) {
      const file = await place.getFileHandle(name, { create: true });
      handles.push(await accessTo(file));
    }
  } catch (error) {
    for (const handle of handles) handle.close();
    if (error instanceof Held) throw error;
    return undefined;
  }
  const files = new Map(names.map((name, at) => [name, fileOf(/** @type {never} */ (handles[at]), tell)]));
  const close = () => {
    for (const handle of handles) handle.close();
  };
  return { kind: "files", files, settle: () => undefined, close };
}

/**
 * Open a file that the worker of another tab may be about to let go of.
 * @param {FileSystemFileHandle} file
 */
async function accessTo(file) {
  const end = Date.now() + BUSY_PATIENCE;
  for (;;) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "NoModificationAllowedError") throw error;
      if (Date.now() > end) throw new Held(file.name);
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE));
    }
  }
}

/**
 * @param {FileSystemSyncAccessHandle} handle
 * @param {(isFull: boolean) => void} tell
 * @returns {KeptFile}
 */
function fileOf(handle, tell) {
  return {
    size: () => handle.getSize(),
    read: (into, at) => handle.read(into, { at }),
    write: (from, at) => {
      try {
        if (handle.write(from, { at }) === from.length) return;
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") throw error;
      }
      tell(true);
      throw new DOMException("no room", "QuotaExceededError");
    },
    truncate: (size) => handle.truncate(size),
    flush: () => {
      handle.flush();
      tell(false);
    },
  };
}

// --- IndexedDB

/** A file in memory that knows which of its blocks have changed. */
class Blocks {
  content = new Uint8Array(BLOCK);
  length = 0;
  /** @type {Set<number>} */
  changed = new Set();

  size() {
    return this.length;
  }

  /**
   * @param {Uint8Array} into
   * @param {number} at
   */
  read(into, at) {
    const count = Math.max(0, Math.min(into.length, this.length - at));
    into.set(this.content.subarray(at, at + count));
    return count;
  }

  /**
   * @param {Uint8Array} from
   * @param {number} at
   */
  write(from, at) {
    this.reach(at + from.length);
    this.content.set(from, at);
    this.length = Math.max(this.length, at + from.length);
    this.mark(at, at + from.length);
  }

  /** @param {number} size */
  truncate(size) {
    this.reach(size);
    this.content.fill(0, Math.min(size, this.length), Math.max(size, this.length));
    this.mark(Math.min(size, this.length), Math.max(size, this.length));
    this.length = size;
  }

  flush() {}

  /** @param {number} size */
  reach(size) {
    if (size <= this.content.length) return;
    const larger = new Uint8Array(Math.max(size, 2 * this.content.length));
    larger.set(this.content);
    this.content = larger;
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  mark(from, to) {
    for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block += 1) this.changed.add(block);
  }
}

const HOME = ["home"]; // of the games: "files" once they have moved there
const OWNER = ["owner"]; // the worker that may write

/** Files in memory whose changed blocks are brought to IndexedDB, all at once in one transaction. */
class Database {
  kind = /** @type {const} */ ("database");
  /** @type {Map<string, Blocks>} */
  files = new Map();
  hasMoved = false;
  owner = crypto.randomUUID();
  /** @type {Promise<void> | undefined} */
  saving;

  /**
   * Open it, or return nothing where there is none, as in some private windows.
   * @param {string} folder
   * @param {readonly string[]} names
   * @param {(isFull: boolean) => void} tell
   */
  static async open(folder, names, tell) {
    try {
      const opening = indexedDB.open(folder, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("blocks");
      const database = new Database(await done(opening), tell);
      await database.read(names);
      return database;
    } catch {
      return undefined;
    }
  }

  /**
   * @param {IDBDatabase} database
   * @param {(isFull: boolean) => void} tell
   */
  constructor(database, tell) {
    this.database = database;
    this.tell = tell;
  }

  close() {
    this.database.close();
  }

  /** @param {readonly string[]} names */
  async read(names) {
    const { store, end } = this.transaction();
    store.put(this.owner, OWNER);
    this.hasMoved = (await done(store.get(HOME))) === "files";
    for (const name of names) this.files.set(name, await fileIn(store, name));
    await end;
  }

  get isBehind() {
    return [...this.files.values()].some((file) => file.changed.size);
  }

  /** Give a promise of that all is kept that was written until now; nothing where it is. */
  settle() {
    if (!this.saving && !this.isBehind) return undefined;
    const own = (this.saving ?? Promise.resolve()).then(() => this.save());
    this.saving = own;
    own.then(() => {
      if (this.saving === own) this.saving = undefined;
    });
    return own;
  }

  /** Try until there is room: what has not been kept is not let out. */
  async save() {
    while (this.isBehind) {
      const batch = [...this.files].map(([name, file]) => ({ name, file, blocks: [...file.changed] }));
      for (const { file } of batch) file.changed.clear();
      try {
        await this.write(batch);
        this.tell(false);
      } catch {
        for (const { file, blocks } of batch) for (const block of blocks) file.changed.add(block);
        this.tell(true);
        await new Promise((resolve) => setTimeout(resolve, FULL_PAUSE));
      }
    }
  }

  /** @param {{ name: string, file: Blocks, blocks: number[] }[]} batch */
  async write(batch) {
    const { store, transaction, end } = this.transaction();
    const owner = store.get(OWNER);
    owner.onsuccess = () => {
      if (owner.result !== this.owner) transaction.abort(); // another tab plays now
    };
    for (const { name, file, blocks } of batch) {
      if (!blocks.length) continue;
      for (const block of blocks) {
        if (block * BLOCK >= file.length) store.delete([name, block]);
        else store.put(file.content.slice(block * BLOCK, (block + 1) * BLOCK), [name, block]);
      }
      store.put(file.length, [name]);
    }
    await end;
  }

  /**
   * Bring all games to files, and say so where they lay. Broken off, it is done again from the beginning.
   * @param {Storage} files
   */
  async move(files) {
    for (const [name, file] of this.files) {
      const to = files.files.get(name);
      if (!file.length || !to) continue;
      to.truncate(0);
      to.write(file.content.subarray(0, file.length), 0);
      to.flush();
    }
    const { store, end } = this.transaction();
    store.clear();
    store.put("files", HOME);
    await end;
  }

  transaction() {
    const transaction = this.database.transaction("blocks", "readwrite", { durability: "strict" });
    /** @type {Promise<void>} */
    const end = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    });
    return { transaction, store: transaction.objectStore("blocks"), end };
  }
}

/**
 * @param {IDBObjectStore} store
 * @param {string} name
 */
async function fileIn(store, name) {
  const file = new Blocks();
  const keys = IDBKeyRange.bound([name, 0], [name, Number.POSITIVE_INFINITY]);
  const [numbers, blocks, size] = await Promise.all([
    done(store.getAllKeys(keys)),
    done(store.getAll(keys)),
    done(store.get([name])),
  ]);
  file.reach(size ?? 0);
  for (const [at, key] of numbers.entries()) {
    const start = Number(/** @type {IDBValidKey[]} */ (key)[1]) * BLOCK;
    if (start < (size ?? 0)) file.content.set(blocks[at].subarray(0, (size ?? 0) - start), start);
  }
  file.length = size ?? 0;
  return file;
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// --- memory

/**
 * @param {readonly string[]} names
 * @returns {Storage}
 */
function inMemory(names) {
  return {
    kind: "memory",
    files: new Map(names.map((name) => [name, new Blocks()])),
    settle: () => undefined,
    close: () => {},
  };
}
