/** base64, and the helper that packaged scripts use to decrypt passwords. */
const urlSafe = (text) => text.replaceAll('+', '-').replaceAll('/', '_');
const fromUrlSafe = (text) => text.replaceAll('-', '+').replaceAll('_', '/');
const plain = (text) => text;

py.modules.base64 = () => {
  const encode = (name, spell) =>
    py.define(name, ['s', 'altchars?'], (text) => py.text(spell(py.toBase64(py.bytesOf(text, name)))));
  const decode = (name, spell) =>
    py.define(name, ['s', 'altchars?'], (text) => py.fromBytesOrText(py.fromBase64(spell(py.textOf(text, name)))));
  const lines = (text) => text.replace(/.{1,76}/g, '$&\n');
  return {
    b64encode: encode('b64encode', plain),
    standard_b64encode: encode('standard_b64encode', plain),
    urlsafe_b64encode: encode('urlsafe_b64encode', urlSafe),
    encodestring: encode('encodestring', lines),
    b64decode: decode('b64decode', plain),
    standard_b64decode: decode('standard_b64decode', plain),
    urlsafe_b64decode: decode('urlsafe_b64decode', fromUrlSafe),
    decodestring: decode('decodestring', plain),
    b16encode: py.define('b16encode', ['s'], (text) => py.text(py.toHex(py.bytesOf(text, 'b16encode')).toUpperCase())),
    b16decode: py.define('b16decode', ['s'], (text) => py.fromBytesOrText(py.fromHex(py.textOf(text, 'b16decode')))),
  };
};

const Encrypter = py.defineClass('PasswordEncrypter', {
  methods: Object.fromEntries(
    ['ensureDecrypted', 'decrypt', 'ensureEncrypted', 'encrypt'].map((name) => [name, [['text'], (_, text) => text]]),
  ),
});
Encrypter.getInstance = py.define('getInstance', [], () => new Encrypter());
Object.defineProperty(Encrypter.prototype, 'getInstance', { value: Encrypter.getInstance });

const refused =
  'No module named com.xebialabs.deployit.util: only packaged scripts can import PasswordEncrypter; other scripts receive decrypted values';

/** The configuration of a packaged script contains its passwords in clear text, so the helper returns its argument. */
py.modules['com.xebialabs.deployit.util'] = () => {
  if (!py.packaged) py.raise('ImportError', refused);
  return { PasswordEncrypter: Encrypter };
};
