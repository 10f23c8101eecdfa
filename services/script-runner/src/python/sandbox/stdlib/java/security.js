/** java.security.MessageDigest, javax.crypto.Mac, and converters of bytes. Ciphers and keys are not supported. */
const B = Sk.builtin;
py.importModule('java.lang');
const { digestOf, hmacOf, sizes } = py.hashes;

const unknown = (message) => py.throwJava('java.security.NoSuchAlgorithmException', message);
const bytesOf = (value, name, offset, length) => {
  if (value instanceof B.int_) return [py.wholeOf(value, name) & 255];
  const bytes = py.javaBytesOf(value, name);
  if (offset === undefined) return bytes;
  const from = py.wholeOf(offset, name);
  return bytes.slice(from, from + py.wholeOf(length, name));
};
const fed = [
  ['bytes', 'offset?', 'length?'],
  (self, bytes, offset, length) => {
    self.fed = self.fed.concat(bytesOf(bytes, 'update', offset, length));
  },
];
/** Returns the result for all bytes so far, and resets the state. */
const finished = (work) => [
  ['bytes?'],
  (self, bytes) => {
    const all = bytes === undefined ? self.fed : self.fed.concat(bytesOf(bytes, 'digest'));
    self.fed = [];
    return py.javaByteArray(work(self, all));
  },
];
const feeding = {
  getAlgorithm: [[], ({ title }) => py.text(title)],
  reset: [[], (self) => void Object.assign(self, { fed: [] })],
  update: fed,
};

const digestNames = { MD5: 'md5', SHA: 'sha1', 'SHA-1': 'sha1', SHA1: 'sha1' };
for (const size of [224, 256, 384, 512]) digestNames[`SHA-${size}`] = `sha${size}`;
const MessageDigest = py.defineClass('java.security.MessageDigest', {
  methods: {
    ...feeding,
    digest: finished(({ algorithm }, bytes) => digestOf(algorithm, bytes)),
    getDigestLength: [[], ({ algorithm }) => py.number(sizes[algorithm])],
  },
});
py.offer(MessageDigest, {
  getInstance: [
    ['algorithm', 'provider?'],
    (given) => {
      const title = py.textOf(given, 'getInstance');
      const algorithm = digestNames[title.toUpperCase()];
      if (algorithm === undefined) unknown(`${title} MessageDigest not available`);
      return Object.assign(new MessageDigest(), { title, algorithm, fed: [] });
    },
  ],
  isEqual: [
    ['one', 'other'],
    (a, b) =>
      py.call(
        py.importModule('hmac').$d.compare_digest,
        ...[a, b].map((value) => py.fromBytes(bytesOf(value, 'isEqual'))),
      ),
  ],
});
const SecureRandom = py.defineType('java.security.SecureRandom', {
  create: () => py.refuse('java.security.SecureRandom', 'scripts have no secure source of random numbers'),
});
py.modules['java.security'] = () => ({ MessageDigest, SecureRandom });

const SecretKeySpec = py.defineType('javax.crypto.spec.SecretKeySpec', {
  create: ([key, ...rest]) => {
    const [offset, length] = rest.length === 3 ? rest : [];
    const bytes = bytesOf(key, 'SecretKeySpec', offset, length);
    if (bytes.length === 0) py.throwJava('java.lang.IllegalArgumentException', 'Empty key');
    return Object.assign(new SecretKeySpec(), { bytes, title: py.textOf(rest.at(-1), 'SecretKeySpec') });
  },
  methods: {
    getAlgorithm: [[], ({ title }) => py.text(title)],
    getEncoded: [[], ({ bytes }) => py.javaByteArray(bytes)],
  },
});
const keyOf = ({ key }) => key?.bytes ?? py.throwJava('java.lang.IllegalStateException', 'MAC not initialized');
const Mac = py.defineClass('javax.crypto.Mac', {
  methods: {
    ...feeding,
    doFinal: finished((mac, bytes) => hmacOf(mac.algorithm, keyOf(mac), bytes)),
    getMacLength: [[], ({ algorithm }) => py.number(sizes[algorithm])],
    init: [
      ['key'],
      (mac, key) => {
        if (!(key instanceof SecretKeySpec))
          py.throwJava('java.security.InvalidKeyException', 'No installed provider supports this key');
        Object.assign(mac, { key, fed: [] });
      },
    ],
  },
});
py.offer(Mac, {
  getInstance: [
    ['algorithm', 'provider?'],
    (given) => {
      const title = py.textOf(given, 'getInstance');
      const algorithm = /^Hmac(MD5|SHA(?:1|224|256|384|512))$/i.exec(title)?.[1].toLowerCase();
      if (algorithm === undefined) unknown(`Algorithm ${title} not available`);
      return Object.assign(new Mac(), { title, algorithm, fed: [] });
    },
  ],
});
py.modules['javax.crypto'] = () => ({ Mac });
py.modules['javax.crypto.spec'] = () => ({ SecretKeySpec });

const fromHex = (text) => {
  if (text.length % 2 === 1)
    py.throwJava('java.lang.IllegalArgumentException', `hexBinary needs to be even-length: ${text}`);
  if (/[^0-9a-f]/i.test(text))
    py.throwJava('java.lang.IllegalArgumentException', `contains illegal character for hexBinary: ${text}`);
  return (text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
};
const DatatypeConverter = py.defineType('javax.xml.bind.DatatypeConverter', {
  create: () => py.raise('TypeError', 'javax.xml.bind.DatatypeConverter has no objects'),
  statics: {
    parseBase64Binary: [['text'], (text) => py.javaByteArray(py.fromBase64(py.textOf(text, 'parseBase64Binary')))],
    parseHexBinary: [['text'], (text) => py.javaByteArray(fromHex(py.textOf(text, 'parseHexBinary')))],
    printBase64Binary: [['bytes'], (bytes) => py.text(py.toBase64(bytesOf(bytes, 'printBase64Binary')))],
    printHexBinary: [['bytes'], (bytes) => py.text(py.toHex(bytesOf(bytes, 'printHexBinary')).toUpperCase())],
  },
});
py.modules['javax.xml.bind'] = () => ({ DatatypeConverter });
