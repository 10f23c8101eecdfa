/**
 * `encode` and `decode` of Python 2 strings. Most results are strings; only data that no string can represent is bytes.
 */
const B = Sk.builtin;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Returns bytes in base64, with padding. */
py.toBase64 = (bytes) => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a, b = 0, c = 0] = bytes.slice(at, at + 3);
    const unit = (a << 16) | (b << 8) | c;
    const digits = [18, 12, 6, 0].map((shift) => alphabet[(unit >> shift) & 63]);
    const left = bytes.length - at;
    text += digits[0] + digits[1] + (left > 1 ? digits[2] : '=') + (left > 2 ? digits[3] : '=');
  }
  return text;
};

/**
 * Returns the bytes of a base64 text. Skips other characters, as Python 2 does. Raises a TypeError for incomplete
 * padding.
 */
py.fromBase64 = (text) => {
  const digits = text.replace(/[^A-Za-z0-9+/]/g, '');
  if (digits.length % 4 === 1 || (digits.length + (text.match(/=/g)?.length ?? 0)) % 4 !== 0) {
    py.raise('TypeError', 'Incorrect padding');
  }
  const bytes = [];
  let bits = 0;
  let held = 0;
  for (const digit of digits) {
    held = ((held << 6) | alphabet.indexOf(digit)) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
    }
  }
  return bytes;
};

/** Returns bytes as hexadecimal digits. */
py.toHex = (bytes) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');

const fromHex = (text) => {
  if (text.length % 2 === 1) py.raise('TypeError', 'Odd-length string');
  if (/[^0-9a-f]/i.test(text)) py.raise('TypeError', 'Non-hexadecimal digit found');
  return (text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
};

const lines = (text) => text.replace(/.{1,76}/g, '$&\n');

const narrow = (limit, name) => (value, errors) => {
  const text = py.textOf(value, 'encode');
  const bytes = [];
  Array.from(text).forEach((unit, at) => {
    const code = unit.codePointAt(0);
    if (code < limit) bytes.push(code);
    else if (errors === 'replace') bytes.push(63);
    else if (errors === 'xmlcharrefreplace') bytes.push(...Array.from(`&#${code};`, (one) => one.charCodeAt(0)));
    else if (errors !== 'ignore') {
      py.raise(
        'UnicodeEncodeError',
        `'${name}' codec can't encode character in position ${at}: ordinal not in range(${limit})`,
      );
    }
  });
  return py.fromBytes(bytes);
};

const widen = (limit, name) => (value, errors) => {
  const found = py.bytesOf(value, 'decode').map((byte, at) => {
    if (byte < limit) return String.fromCharCode(byte);
    if (errors === 'ignore') return '';
    if (errors === 'replace') return '\ufffd';
    return py.raise(
      'UnicodeDecodeError',
      `'${name}' codec can't decode byte 0x${byte.toString(16)} in position ${at}: ordinal not in range(${limit})`,
    );
  });
  return py.text(found.join(''));
};

const decodeUtf8 = (value, errors) => {
  if (!value.isBytes$) return value;
  const text = py.decodeUtf8(py.bytesOf(value, 'decode'));
  if (text !== undefined) return py.text(text);
  if (errors === 'ignore' || errors === 'replace')
    return py.text(value.v.replace(/[\x80-\xff]/g, errors === 'ignore' ? '' : '\ufffd'));
  return py.raise('UnicodeDecodeError', "'utf8' codec can't decode the bytes: they are not UTF-8");
};

const codecs = {
  utf8: { encode: (value) => value, decode: decodeUtf8 },
  ascii: { encode: narrow(128, 'ascii'), decode: widen(128, 'ascii') },
  latin1: { encode: narrow(256, 'latin-1'), decode: widen(256, 'latin-1') },
  base64: {
    encode: (value) => py.text(lines(py.toBase64(py.bytesOf(value, 'encode')))),
    decode: (value) => py.fromBytesOrText(py.fromBase64(py.textOf(value, 'decode'))),
  },
  hex: {
    encode: (value) => py.text(py.toHex(py.bytesOf(value, 'encode'))),
    decode: (value) => py.fromBytesOrText(fromHex(py.textOf(value, 'decode'))),
  },
};
const names = { utf: 'utf8', u8: 'utf8', iso88591: 'latin1', usascii: 'ascii', base64codec: 'base64', hexcodec: 'hex' };

const codecOf = (encoding, otherwise) => {
  const asked = encoding === undefined ? otherwise : py.textOf(encoding, 'encode');
  const plain = asked.toLowerCase().replace(/[-_ ]/g, '');
  const found = codecs[names[plain] ?? plain];
  if (!found) throw new B.LookupError(`unknown encoding: ${asked}`);
  return found;
};

for (const way of ['encode', 'decode']) {
  py.addMethod(B.str, way, ['encoding?', 'errors?'], (value, encoding, errors) =>
    codecOf(encoding, 'utf8')[way](value, errors?.v),
  );
}
py.addMethod(B.str, 'toString', [], (value) => value);
py.fromHex = fromHex;

/** `unicode(bytes, 'utf-8')` decodes. */
const newText = B.str.prototype.tp$new;
B.str.prototype.tp$new = function make(args, named) {
  if (this !== B.str.prototype || args.length < 2) return newText.call(this, args, named);
  return codecOf(args[1], 'utf8').decode(args[0], args[2]?.v);
};

Sk.builtins.unicode = B.str;
Sk.builtins.bytes = B.str;
