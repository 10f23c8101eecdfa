// Sandbox code of JavaScript: the name `hashing`. Its functions accept texts (as UTF-8) or arrays of bytes, and return
// hexadecimal, or 'base64' on request. It defines one global, `__hashing`, which javascript.js takes and removes.
{
  const { digestOf, hmacOf, sizes } = globalThis.__hashes;
  delete globalThis.__hashes;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const InvalidInput = TypeError;

  /** Adds the UTF-8 encoding of a code point. An unpaired surrogate becomes the replacement character. */
  function addCharacter(bytes, point) {
    const code = point >= 0xd800 && point < 0xe000 ? 0xfffd : point;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }

  function bytesOf(input) {
    if (typeof input !== 'string') {
      if (typeof input !== 'object' || input === null || input.length === undefined)
        throw new InvalidInput('a text or an array of bytes is needed');
      return Array.from(input, (byte) => byte & 255);
    }
    const bytes = [];
    for (const character of input) addCharacter(bytes, character.codePointAt(0));
    return bytes;
  }

  function encodeBase64(bytes) {
    let text = '';
    for (let at = 0; at < bytes.length; at += 3) {
      const group = (bytes[at] << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
      const characters = [18, 12, 6, 0].map((by) => alphabet[(group >> by) & 63]).join('');
      text += characters.slice(0, bytes.length - at + 1).padEnd(4, '=');
    }
    return text;
  }

  function fromBase64(text) {
    const bytes = [];
    let [group, bits] = [0, 0];
    for (const character of String(text).replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '')) {
      const value = alphabet.indexOf(character);
      if (value === -1) throw new InvalidInput('the text is not base64');
      group = ((group << 6) | value) & 0xffff;
      bits += 6;
      if (bits < 8) continue;
      bits -= 8;
      bytes.push((group >> bits) & 255);
    }
    return bytes;
  }

  function encoded(bytes, encoding = 'hex') {
    if (encoding === 'base64') return encodeBase64(bytes);
    if (encoding !== 'hex') throw new InvalidInput("the encoding must be 'hex' or 'base64'");
    return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  /** Compares in constant time. */
  function equal(left, right) {
    const [a, b] = [bytesOf(left), bytesOf(right)];
    let differing = a.length ^ b.length;
    for (let at = 0; at < a.length; at += 1) differing |= a[at] ^ (b[at] ?? 0);
    return differing === 0;
  }

  const hashing = { equal, fromBase64, toBase64: (input) => encodeBase64(bytesOf(input)) };
  for (const name of Object.keys(sizes)) {
    hashing[name] = (input, encoding) => encoded(digestOf(name, bytesOf(input)), encoding);
    hashing[`hmac${name[0].toUpperCase()}${name.slice(1)}`] = (key, input, encoding) =>
      encoded(hmacOf(name, bytesOf(key), bytesOf(input)), encoding);
  }
  globalThis.__hashing = Object.freeze(hashing);
}
