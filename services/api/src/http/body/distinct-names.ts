import { randomInt } from 'node:crypto';

/** So many slots that 20,000 names fall on others' a few hundred times. */
const slots = 1 << 18;
/** Another one in each process: nobody can choose names that all fall on one slot. */
const seed = randomInt(2 ** 32);

/** Counts names that differ, about: two that fall on one slot count as one. */
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

/** FNV-1a, and its bits mixed: those at the end of names alone would decide. */
function hashOf(bytes: Buffer, from: number, to: number): number {
  let hash = seed;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
