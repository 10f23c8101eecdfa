// Sandbox code of every language: MD5, SHA-1 and SHA-2 with their HMAC in plain JavaScript, since an isolate has no
// access to the host. It defines one global, which the code of the language takes and removes: `__hashes` → {
// digestOf(name, bytes), hmacOf(name, key, bytes), sizes, blockOf(name) }. Bytes are arrays of numbers, sizes are in
// bytes.
{
  const wide = globalThis.__wide;
  delete globalThis.__wide;
  const rotate = (value, by) => (value << by) | (value >>> (32 - by));

  /** Returns the padded message as words of 32 bits, with its length in bits (RFC 1321 3.1, FIPS 180-4 5.1). */
  const padded = (bytes, bigEndian) => {
    const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
    const flip = bigEndian ? 3 : 0;
    for (let at = 0; at < bytes.length; at += 1) words[at >> 2] |= bytes[at] << (((at & 3) ^ flip) << 3);
    words[bytes.length >> 2] |= 0x80 << (((bytes.length & 3) ^ flip) << 3);
    const [high, low] = [Math.floor(bytes.length / 0x20000000), (bytes.length << 3) | 0];
    words[words.length - (bigEndian ? 2 : 1)] = high;
    words[words.length - (bigEndian ? 1 : 2)] = low;
    return words;
  };

  const unpacked = (words, bigEndian) =>
    Array.from(words).flatMap((word) => {
      const bytes = [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255];
      return bigEndian ? bytes : bytes.toReversed();
    });

  /** Created at the first use: most scripts need no hashes, and they would cost each JavaScript run 0.2 ms. */
  let sines;
  let roots;
  let sha256Start;
  const turns = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

  /** The order of the words of a block in each round. */
  const steps = [1, 5, 3, 7];
  const starts = [0, 1, 5, 0];

  const md5Block = (state, words, from) => {
    let [a, b, c, d] = state;
    for (let at = 0; at < 64; at += 1) {
      const round = at >> 4;
      let mixed = c ^ (b | ~d);
      if (round === 0) mixed = (b & c) | (~b & d);
      else if (round === 1) mixed = (d & b) | (~d & c);
      else if (round === 2) mixed = b ^ c ^ d;
      const sum = (a + mixed + sines[at] + words[from + ((steps[round] * at + starts[round]) & 15)]) | 0;
      const by = turns[round * 4 + (at & 3)];
      a = d;
      d = c;
      c = b;
      b = (b + ((sum << by) | (sum >>> (32 - by)))) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
  };

  const sha1Schedule = new Int32Array(80);
  const sha1Block = (state, words, from) => {
    const w = sha1Schedule;
    for (let at = 0; at < 80; at += 1) {
      w[at] = at < 16 ? words[from + at] : rotate(w[at - 3] ^ w[at - 8] ^ w[at - 14] ^ w[at - 16], 1);
    }
    let [a, b, c, d, e] = state;
    for (let at = 0; at < 80; at += 1) {
      let mixed = (b ^ c ^ d) + (at < 40 ? 0x6ed9eba1 : 0xca62c1d6);
      if (at < 20) mixed = ((b & c) | (~b & d)) + 0x5a827999;
      else if (at >= 40 && at < 60) mixed = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
      const next = (rotate(a, 5) + mixed + e + w[at]) | 0;
      e = d;
      d = c;
      c = rotate(b, 30);
      b = a;
      a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
  };

  function makeTables() {
    sines = Int32Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 0x100000000) | 0);
    const primes = [];
    for (let number = 2; primes.length < 64; number += 1)
      if (primes.every((prime) => number % prime)) primes.push(number);
    const fraction = (value) => ((value - Math.floor(value)) * 0x100000000) | 0;
    roots = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
    sha256Start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  }

  const sha256Schedule = new Int32Array(64);
  const sha256Expand = (w, words, from) => {
    for (let at = 0; at < 16; at += 1) w[at] = words[from + at];
    for (let at = 16; at < 64; at += 1) {
      const x = w[at - 15];
      const y = w[at - 2];
      const s0 = ((x << 25) | (x >>> 7)) ^ ((x << 14) | (x >>> 18)) ^ (x >>> 3);
      const s1 = ((y << 15) | (y >>> 17)) ^ ((y << 13) | (y >>> 19)) ^ (y >>> 10);
      w[at] = w[at - 16] + s0 + w[at - 7] + s1;
    }
  };
  /** The rotations are inlined: without a JIT compiler, a call costs more than the rotation itself. */
  const sha256Block = (state, words, from) => {
    const w = sha256Schedule;
    sha256Expand(w, words, from);
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at += 1) {
      const s1 = ((e << 26) | (e >>> 6)) ^ ((e << 21) | (e >>> 11)) ^ ((e << 7) | (e >>> 25));
      const one = (h + s1 + ((e & f) ^ (~e & g)) + roots[at] + w[at]) | 0;
      const s0 = ((a << 30) | (a >>> 2)) ^ ((a << 19) | (a >>> 13)) ^ ((a << 10) | (a >>> 22));
      const two = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, at) => {
      state[at] += value;
    });
  };

  const common = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  const algorithms = {
    md5: { start: () => common, block: md5Block, bigEndian: false },
    sha1: { start: () => [...common, 0xc3d2e1f0], block: sha1Block, bigEndian: true },
    sha224: { start: wide.startOf224, block: sha256Block, bigEndian: true },
    sha256: { start: () => sha256Start, block: sha256Block, bigEndian: true },
  };
  const sizes = { md5: 16, sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 };
  const isWide = (name) => name === 'sha384' || name === 'sha512';
  const blockOf = (name) => (isWide(name) ? 128 : 64);

  const digestOf = (name, bytes) =>
    (isWide(name) ? wide.digestOf(name, bytes) : narrowDigestOf(name, bytes)).slice(0, sizes[name]);

  const narrowDigestOf = (name, bytes) => {
    if (roots === undefined) makeTables();
    const { start, block, bigEndian } = algorithms[name];
    const state = Int32Array.from(start());
    const words = padded(bytes, bigEndian);
    for (let from = 0; from < words.length; from += 16) block(state, words, from);
    return unpacked(state, bigEndian);
  };

  const hmacOf = (name, key, bytes) => {
    const length = blockOf(name);
    const short = key.length > length ? digestOf(name, key) : key;
    const block = Array.from({ length }, (_, at) => short[at] ?? 0);
    const inner = digestOf(name, block.map((byte) => byte ^ 0x36).concat(bytes));
    return digestOf(name, block.map((byte) => byte ^ 0x5c).concat(inner));
  };

  globalThis.__hashes = { digestOf, hmacOf, sizes, blockOf };
}
