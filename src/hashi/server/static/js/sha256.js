// SHA-256 of a text: browsers have it only where a page came by https, not in a local network.

const ROUNDS = 64;

/** The first primes. @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let next = 2; found.length < count; next += 1) if (found.every((prime) => next % prime)) found.push(next);
  return found;
}

/** The first 32 bits behind the point of a root. @param {number} root */
const fraction = (root) => ((root % 1) * 2 ** 32) | 0;

const CONSTANTS = Int32Array.from(primes(ROUNDS), (prime) => fraction(Math.cbrt(prime)));
const BEGINNING = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

/**
 * @param {number} word
 * @param {number} bits
 */
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/**
 * The hash in hexadecimal digits.
 * @param {string} text
 */
export function sha256(text) {
  const blocks = padded(new TextEncoder().encode(text));
  const hash = BEGINNING.slice();
  for (let start = 0; start < blocks.length; start += 16) {
    const mixed = mix(spread(blocks.subarray(start, start + 16)), hash);
    mixed.forEach((word, at) => {
      hash[at] = (hash[at] ?? 0) + word;
    });
  }
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Whole blocks of 16 words: the bytes, a bit that ends them, and their length. @param {Uint8Array} bytes */
function padded(bytes) {
  const { length } = bytes;
  const words = new Int32Array(16 * (((length + 8) >> 6) + 1));
  [...bytes, 0x80].forEach((byte, at) => {
    words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - 8 * (at & 3)));
  });
  words[words.length - 1] = 8 * length;
  return words;
}

/** A word for every round. @param {Int32Array} block */
function spread(block) {
  const words = new Int32Array(ROUNDS);
  words.set(block);
  const word = (/** @type {number} */ at) => words[at] ?? 0;
  for (let at = 16; at < ROUNDS; at += 1) {
    const [early, late] = [word(at - 15), word(at - 2)];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = word(at - 16) + low + word(at - 7) + high;
  }
  return words;
}

/**
 * What the rounds make of the hash so far.
 * @param {Int32Array} words
 * @param {Int32Array} hash
 */
function mix(words, hash) {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  words.forEach((word, round) => {
    const choice = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
    const majority = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    const added = (h + choice + (CONSTANTS[round] ?? 0) + word) | 0;
    [a, b, c, d, e, f, g, h] = [(added + majority) | 0, a, b, c, (d + added) | 0, e, f, g];
  });
  return [a, b, c, d, e, f, g, h];
}
