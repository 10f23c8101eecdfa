import { randomInt } from 'node:crypto';

/** With 20,000 names, a few hundred fall on a slot that is taken. */
const slots = 1 << 18;
/** Random for each process, so that a client cannot choose names that share one hash slot. */
const seed = randomInt(2 ** 32);

/** Counts different names, roughly: two that fall on one slot count as one. */
export class DistinctNames {
  readonly #taken = new Uint8Array(slots);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(bytes: Buffer, from: number, to: number): void {
    const slot = hashOf(bytes, from, to) & (slots - 1);
    if (this.#taken[slot] === 1) return;
    this.#taken[slot] = 1;
    this.#count += 1;
  }
}

/** FNV-1a with its bits mixed, since the ends of names alone would decide otherwise. */
function hashOf(bytes: Buffer, from: number, to: number): number {
  let hash = seed;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
