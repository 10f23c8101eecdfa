/** java.util.UUID and java.util.Base64. */
const B = Sk.builtin;

const uuidText = (value) => {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return value.toLowerCase();
  throw new (py.standIn('java.lang.IllegalArgumentException'))(`Invalid UUID string: ${value}`);
};
const uuidOf = (text) => Object.assign(new Uuid(), { text });
const Uuid = py.defineType('java.util.UUID', {
  create: () => py.raise('TypeError', 'java.util.UUID is made by randomUUID() or fromString()'),
  slots: {
    tp$str() {
      return py.text(this.text);
    },
    tp$hash() {
      return py.text(this.text).tp$hash();
    },
    tp$richcompare(other, op) {
      const isSame = other instanceof Uuid && other.text === this.text;
      if (op !== 'Eq' && op !== 'NotEq') return B.NotImplemented.NotImplemented$;
      return op === 'Eq' ? isSame : !isSame;
    },
  },
  methods: { toString: [[], (uuid) => py.text(uuid.text)] },
  statics: {
    fromString: [['text'], (text) => uuidOf(uuidText(py.textOf(text, 'fromString')))],
    randomUUID: [[], () => uuidOf(new B.str(py.call(py.importModule('uuid').$d.uuid4)).v)],
  },
});

const base64 = (isForUrls) => {
  const call = (name, bytes) => py.call(py.importModule('base64').$d[isForUrls ? `urlsafe_${name}` : name], bytes);
  const encoded = (bytes) => call('b64encode', py.fromBytes(bytesIn(bytes, 'encode')));
  return {
    encode: [['bytes'], (_, bytes) => encoded(bytes)],
    encodeToString: [['bytes'], (_, bytes) => encoded(bytes)],
    decode: [['text'], (_, text) => call('b64decode', py.text(py.textOf(text, 'decode')))],
  };
};
const bytesIn = (value, name) =>
  py.isText(value) ? py.bytesOf(value, name) : py.items(value).map((byte) => py.wholeOf(byte, name) & 255);
const coderOf = (isForUrls) => {
  const Coder = py.defineClass('java.util.Base64.Coder', { methods: base64(isForUrls) });
  return () => new Coder();
};
const [plainCoder, urlCoder] = [coderOf(false), coderOf(true)];
const Base64 = py.defineType('java.util.Base64', {
  create: () => py.raise('TypeError', 'java.util.Base64 has no objects'),
  statics: {
    getDecoder: [[], plainCoder],
    getEncoder: [[], plainCoder],
    getMimeDecoder: [[], plainCoder],
    getUrlDecoder: [[], urlCoder],
    getUrlEncoder: [[], urlCoder],
  },
});
py.javaIdentifiers = { Base64, UUID: Uuid };
