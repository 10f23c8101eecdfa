// Sandbox code of every language: SHA-384 and SHA-512 on words of 64 bits, each as two words of 32. It is evaluated
// before hashing.js, which takes and removes its one global: `__wide` → { digestOf(name, bytes), startOf224() }.
{
  const Big = BigInt;
  const { asUintN } = Big;

  /** Returns the integer root of degree 2 or 3, with Newton's method. */
  const rootOf = (number, degree) => {
    const step = Big(degree);
    let root = 1n << Big(Math.ceil(number.toString(2).length / degree));
    for (;;) {
      const next = ((step - 1n) * root + number / root ** (step - 1n)) / step;
      if (next >= root) return root;
      root = next;
    }
  };
  /** Returns the first 64 bits of the fractional part of a root of a prime (FIPS 180-4 4.2.3, 5.3). */
  const fraction = (prime, degree) => asUintN(64, rootOf(Big(prime) << (64n * Big(degree)), degree));
  const primesUpTo = (count) => {
    const primes = [];
    for (let number = 2; primes.length < count; number += 1)
      if (primes.every((prime) => number % prime)) primes.push(number);
    return primes;
  };
  /** Returns words of 64 bits as pairs of 32, the higher half first. */
  const halves = (words) =>
    Int32Array.from(words.flatMap((word) => [Number(word >> 32n) | 0, Number(word & 0xffffffffn) | 0]));

  let rounds;
  let starts;
  /** Creates the tables at the first use: most scripts need no hashes. */
  const makeTables = () => {
    const primes = primesUpTo(80);
    rounds = halves(primes.map((prime) => fraction(prime, 3)));
    starts = {
      sha512: halves(primes.slice(0, 8).map((prime) => fraction(prime, 2))),
      sha384: halves(primes.slice(8, 16).map((prime) => fraction(prime, 2))),
    };
  };

  const padded = (bytes) => {
    const words = new Int32Array((((bytes.length + 16) >> 7) + 1) * 32);
    for (let at = 0; at < bytes.length; at += 1) words[at >> 2] |= bytes[at] << ((~at & 3) << 3);
    words[bytes.length >> 2] |= 0x80 << ((~bytes.length & 3) << 3);
    words[words.length - 2] = Math.floor(bytes.length / 0x20000000);
    words[words.length - 1] = (bytes.length << 3) | 0;
    return words;
  };

  const high = 0x100000000;
  const w = new Int32Array(160);
  /**
   * Returns one half of a pair that is rotated right by less than 32 bits. For the higher half, `a` is the higher one;
   * for the lower half, `a` is the lower one.
   */
  const turned = (a, b, by) => (a >>> by) | (b << (32 - by));

  const expand = (words, from) => {
    for (let at = 0; at < 32; at += 1) w[at] = words[from + at];
    for (let at = 32; at < 160; at += 2) {
      const [xh, xl, yh, yl] = [w[at - 30], w[at - 29], w[at - 4], w[at - 3]];
      const s0h = turned(xh, xl, 1) ^ turned(xh, xl, 8) ^ (xh >>> 7);
      const s0l = turned(xl, xh, 1) ^ turned(xl, xh, 8) ^ turned(xl, xh, 7);
      const s1h = turned(yh, yl, 19) ^ turned(yl, yh, 29) ^ (yh >>> 6);
      const s1l = turned(yl, yh, 19) ^ turned(yh, yl, 29) ^ turned(yl, yh, 6);
      const low = (w[at - 31] >>> 0) + (s0l >>> 0) + (w[at - 13] >>> 0) + (s1l >>> 0);
      w[at] = (w[at - 32] + s0h + w[at - 14] + s1h + Math.floor(low / high)) | 0;
      w[at + 1] = low | 0;
    }
  };

  const block = (state, words, from) => {
    expand(words, from);
    let [ah, al, bh, bl, ch, cl, dh, dl, eh, el, fh, fl, gh, gl, hh, hl] = state;
    for (let at = 0; at < 160; at += 2) {
      const s1h = turned(eh, el, 14) ^ turned(eh, el, 18) ^ turned(el, eh, 9);
      const s1l = turned(el, eh, 14) ^ turned(el, eh, 18) ^ turned(eh, el, 9);
      const chosenLow = (el & fl) ^ (~el & gl);
      const low = (hl >>> 0) + (s1l >>> 0) + (chosenLow >>> 0) + (rounds[at + 1] >>> 0) + (w[at + 1] >>> 0);
      const oneHigh = (hh + s1h + ((eh & fh) ^ (~eh & gh)) + rounds[at] + w[at] + Math.floor(low / high)) | 0;
      const oneLow = low | 0;
      const s0h = turned(ah, al, 28) ^ turned(al, ah, 2) ^ turned(al, ah, 7);
      const s0l = turned(al, ah, 28) ^ turned(ah, al, 2) ^ turned(ah, al, 7);
      const twoLow = (s0l >>> 0) + (((al & bl) ^ (al & cl) ^ (bl & cl)) >>> 0);
      const twoHigh = s0h + ((ah & bh) ^ (ah & ch) ^ (bh & ch)) + Math.floor(twoLow / high);
      [hh, hl, gh, gl, fh, fl] = [gh, gl, fh, fl, eh, el];
      const sumOfE = (dl >>> 0) + (oneLow >>> 0);
      eh = (dh + oneHigh + Math.floor(sumOfE / high)) | 0;
      el = sumOfE | 0;
      [dh, dl, ch, cl, bh, bl] = [ch, cl, bh, bl, ah, al];
      const sumOfA = (oneLow >>> 0) + ((twoLow | 0) >>> 0);
      ah = (oneHigh + twoHigh + Math.floor(sumOfA / high)) | 0;
      al = sumOfA | 0;
    }
    [ah, al, bh, bl, ch, cl, dh, dl, eh, el, fh, fl, gh, gl, hh, hl].forEach((half, at) => {
      if (at % 2 === 0) return;
      const low = (state[at] >>> 0) + (half >>> 0);
      state[at] = low | 0;
      const upper = [ah, bh, ch, dh, eh, fh, gh, hh][at >> 1];
      state[at - 1] = (state[at - 1] + upper + Math.floor(low / high)) | 0;
    });
  };

  const digestOf = (name, bytes) => {
    if (rounds === undefined) makeTables();
    const state = Int32Array.from(starts[name]);
    const words = padded(bytes);
    for (let from = 0; from < words.length; from += 32) block(state, words, from);
    return Array.from(state).flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]);
  };

  /** The initial values of SHA-224 are the lower halves of those of SHA-384 (FIPS 180-4 5.3.2). */
  const startOf224 = () => {
    if (rounds === undefined) makeTables();
    return starts.sha384.filter((_, at) => at % 2 === 1);
  };

  globalThis.__wide = { digestOf, startOf224 };
}
