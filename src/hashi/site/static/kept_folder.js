// A folder of Emscripten's file system whose files are kept: they are there from the beginning, and no others.

/** @import { KeptFile } from "./storage.js" */
/**
 * What is used of Emscripten here. Its nodes and streams have more than is named.
 * @typedef {{ id: number, mode: number, parent: Node, name: string, file?: KeptFile } & Record<string, unknown>} Node
 * @typedef {{ node: Node, position: number }} Stream
 * @typedef {object} FileSystem
 * @property {(parent: Node | null, name: string, mode: number, device: number) => Node} createNode
 * @property {new (code: number) => Error} ErrnoError
 * @property {(path: string) => void} mkdirTree
 * @property {(type: unknown, options: object, path: string) => void} mount
 */

const FOLDER = 0o040_777;
const FILE = 0o100_666;
const NO_ENTRY = 44;
const NOT_PERMITTED = 63;
const NO_ROOM = 51;
const INVALID = 28;
const BROKEN = 29;

/**
 * Mount the files.
 * @param {FileSystem} fs
 * @param {string} path
 * @param {Map<string, KeptFile>} files
 */
export function mountFiles(fs, path, files) {
  fs.mkdirTree(path);
  fs.mount({ mount: () => folderOf(fs, files) }, {}, path);
}

/**
 * @param {FileSystem} fs
 * @param {Map<string, KeptFile>} files
 */
function folderOf(fs, files) {
  /** @param {number} code */
  const fail = (code) => {
    throw new fs.ErrnoError(code);
  };

  /**
   * Do something with a file; what the browser refuses is an error of the file system.
   * @template T
   * @param {Node} node
   * @param {(file: KeptFile) => T} act
   */
  function using(node, act) {
    try {
      return act(/** @type {KeptFile} */ (node.file));
    } catch (error) {
      throw new fs.ErrnoError(error instanceof DOMException && error.name === "QuotaExceededError" ? NO_ROOM : BROKEN);
    }
  }

  const nodeOperations = {
    /** @param {Node} node */
    getattr(node) {
      const size = node.file ? using(node, (file) => file.size()) : 4096;
      const time = new Date(0);
      return {
        ...{ dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size },
        ...{ atime: time, mtime: time, ctime: time, blksize: 4096, blocks: Math.ceil(size / 4096) },
      };
    },
    /**
     * @param {Node} node
     * @param {{ size?: number }} attributes
     */
    setattr(node, { size }) {
      if (size !== undefined) using(node, (file) => file.truncate(size));
    },
    /**
     * @param {Node} parent
     * @param {string} name
     */
    lookup: (parent, name) => (files.has(name) ? nodeOf(parent, name) : fail(NO_ENTRY)),
    mknod: () => fail(NOT_PERMITTED),
    rename: () => fail(NOT_PERMITTED),
    /**
     * A file that is taken away is an empty one.
     * @param {Node} _
     * @param {string} name
     */
    unlink: (_, name) => files.get(name)?.truncate(0),
    rmdir: () => fail(NOT_PERMITTED),
    readdir: () => [".", "..", ...files.keys()],
    symlink: () => fail(NOT_PERMITTED),
  };

  const streamOperations = {
    /**
     * @param {Stream} stream
     * @param {Uint8Array} buffer
     * @param {number} offset
     * @param {number} length
     * @param {number} position
     */
    read: (stream, buffer, offset, length, position) =>
      using(stream.node, (file) => file.read(buffer.subarray(offset, offset + length), position)),
    /**
     * @param {Stream} stream
     * @param {Uint8Array} buffer
     * @param {number} offset
     * @param {number} length
     * @param {number} position
     */
    write(stream, buffer, offset, length, position) {
      using(stream.node, (file) => file.write(buffer.subarray(offset, offset + length), position));
      return length;
    },
    /**
     * @param {Stream} stream
     * @param {number} offset
     * @param {number} whence
     */
    llseek(stream, offset, whence) {
      const bases = [0, stream.position, using(stream.node, (file) => file.size())];
      const position = (bases[whence] ?? 0) + offset;
      return position < 0 ? fail(INVALID) : position;
    },
    /** @param {Stream} stream */
    fsync(stream) {
      using(stream.node, (file) => file.flush());
      return 0;
    },
  };

  /**
   * @param {Node | null} parent
   * @param {string} name
   */
  function nodeOf(parent, name) {
    const node = fs.createNode(parent, name, parent ? FILE : FOLDER, 0);
    node.node_ops = nodeOperations;
    node.stream_ops = parent ? streamOperations : {};
    node.file = parent ? files.get(name) : undefined;
    return node;
  }

  return nodeOf(null, "/");
}
