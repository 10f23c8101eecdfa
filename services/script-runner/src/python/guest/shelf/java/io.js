/** java.io and java.net, as far as they only write and read texts. */
const B = Sk.builtin;
py.importModule('java.lang');

const written = (writer, text) => {
  if (writer.target === undefined) writer.text += text;
  else py.call(Sk.abstr.gattr(writer.target, py.text('write')), py.text(text));
};
const textOf = (value) =>
  value instanceof B.int_ ? String.fromCharCode(py.wholeOf(value, 'write')) : new B.str(value).v;
const writing = {
  append: [
    ['text'],
    (writer, text) => {
      written(writer, py.javaText(text));
      return writer;
    },
  ],
  close: [[], () => undefined],
  flush: [[], () => undefined],
  write: [['text'], (writer, text) => written(writer, textOf(text))],
};

const StringWriter = py.defineType('java.io.StringWriter', {
  create: () => Object.assign(new StringWriter(), { text: '' }),
  slots: {
    tp$str() {
      return py.text(this.text);
    },
  },
  methods: {
    ...writing,
    getBuffer: [[], (writer) => py.text(writer.text)],
    toString: [[], (writer) => py.text(writer.text)],
  },
});
const PrintWriter = py.defineType('java.io.PrintWriter', {
  create: ([target]) => {
    if (py.isNone(target) || py.isText(target)) py.refuse('java.io.PrintWriter', 'scripts have no files');
    return Object.assign(new PrintWriter(), { target });
  },
  methods: {
    ...writing,
    print: [['value'], (writer, value) => written(writer, py.javaText(value))],
    println: [['value?'], (writer, value) => written(writer, `${value === undefined ? '' : py.javaText(value)}\n`)],
  },
});
py.modules['java.io'] = () => ({ PrintWriter, StringWriter });

const encoded = (text) =>
  py
    .bytesOf(text, 'encode')
    .map((byte) => {
      const unit = String.fromCharCode(byte);
      if (/[A-Za-z0-9.*_-]/.test(unit)) return unit;
      return unit === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
const nothing = () => py.raise('TypeError', 'this class has no objects');
const URLEncoder = py.defineType('java.net.URLEncoder', {
  create: nothing,
  statics: { encode: [['text', 'charset?'], (text) => py.text(encoded(text))] },
});
const URLDecoder = py.defineType('java.net.URLDecoder', {
  create: nothing,
  statics: {
    decode: [['text', 'charset?'], (text) => py.call(py.importModule('urllib').$d.unquote_plus, text)],
  },
});

/** The parts of a URI (RFC 3986, appendix B), as they are written. */
const parts = /^(?:([A-Za-z][A-Za-z\d+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const authority = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::(\d*))?$/;
const uriOf = (text) => {
  const [, scheme, place, path, query, fragment] = parts.exec(text);
  const [, userInfo, host, port] = (place === undefined ? undefined : authority.exec(place)) ?? [];
  if (/[\s<>"{}|\\^`]/.test(text)) throw new (py.standIn('java.net.URISyntaxException'))(`Illegal character: ${text}`);
  const portNumber = port === undefined || port === '' ? -1 : Number(port);
  const values = { scheme, authority: place, userInfo, host: host || undefined, path, query, fragment };
  return Object.assign(new Uri(), { text, port: portNumber, values });
};
const decodedPart = (text) =>
  text === undefined ? undefined : py.call(py.importModule('urllib').$d.unquote, py.text(text));
const rawPart = (text) => (text === undefined ? undefined : py.text(text));
const upper = (name) => name.charAt(0).toUpperCase() + name.slice(1);
const named = ['scheme', 'authority', 'userInfo', 'host', 'path', 'query', 'fragment'];
const Uri = py.defineType('java.net.URI', {
  create: ([text]) => uriOf(py.textOf(text, 'URI')),
  slots: {
    tp$str() {
      return py.text(this.text);
    },
    tp$hash() {
      return py.text(this.text).tp$hash();
    },
    tp$richcompare(other, op) {
      if (op !== 'Eq' && op !== 'NotEq') return B.NotImplemented.NotImplemented$;
      return (other instanceof Uri && other.text === this.text) === (op === 'Eq');
    },
  },
  getters: Object.fromEntries([
    ...named.map((name) => [name, ({ values }) => decodedPart(values[name]) ?? py.none]),
    ['port', ({ port }) => py.number(port)],
  ]),
  methods: {
    ...Object.fromEntries(named.map((name) => [`get${upper(name)}`, [[], ({ values }) => decodedPart(values[name])]])),
    ...Object.fromEntries(named.map((name) => [`getRaw${upper(name)}`, [[], ({ values }) => rawPart(values[name])]])),
    getPort: [[], ({ port }) => py.number(port)],
    isAbsolute: [[], ({ values }) => py.bool(values.scheme !== undefined)],
    resolve: [
      ['other'],
      (uri, other) =>
        uriOf(py.call(py.importModule('urlparse').$d.urljoin, py.text(uri.text), py.text(new B.str(other).v)).v),
    ],
    toString: [[], ({ text }) => py.text(text)],
    toASCIIString: [[], ({ text }) => py.text(text)],
  },
  statics: { create: [['text'], (text) => uriOf(py.textOf(text, 'create'))] },
});
py.modules['java.net'] = () => ({ URI: Uri, URLDecoder, URLEncoder });
