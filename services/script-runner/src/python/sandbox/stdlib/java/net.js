/** java.net: URLs and their encoding. The HTTP modules send requests. */
const B = Sk.builtin;

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

/** The parts of a URI (RFC 3986, appendix B), without decoding. */
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

const defaultPorts = { ftp: 21, http: 80, https: 443 };
const protocols = ['file', 'ftp', 'http', 'https', 'jar', 'mailto'];
const malformed = (message) => {
  throw new (py.standIn('java.net.MalformedURLException'))(message);
};
const urlOf = (text) => {
  const [, scheme] = parts.exec(text);
  if (scheme === undefined) malformed(`no protocol: ${text}`);
  const protocol = scheme.toLowerCase();
  if (!protocols.includes(protocol)) malformed(`unknown protocol: ${protocol}`);
  const [, , place, path, query, fragment] = parts.exec(text);
  const [, userInfo, host = '', port] = (place === undefined ? undefined : authority.exec(place)) ?? [];
  if (place !== undefined && !authority.test(place)) malformed(`For input string: "${place}"`);
  const file = query === undefined ? path : `${path}?${query}`;
  const values = { protocol, authority: place, userInfo, host, path, query, file, ref: fragment };
  const shown = `${protocol}:${text.slice(scheme.length + 1)}`;
  return Object.assign(new Url(), { text: shown, port: port === undefined || port === '' ? -1 : Number(port), values });
};
const noConnection = () => py.refuse('java.net.URL', 'use requests, urllib2 or HttpRequest to make a request');
const urlParts = ['protocol', 'authority', 'userInfo', 'host', 'path', 'query', 'file', 'ref'];
const Url = py.defineType('java.net.URL', {
  create: ([first, second, third, fourth]) => {
    if (second === undefined) return urlOf(py.textOf(first, 'URL'));
    if (first instanceof Url) {
      const joined = py.call(py.importModule('urlparse').$d.urljoin, py.text(first.text), second);
      return urlOf(joined.v);
    }
    const port = fourth === undefined ? '' : `:${py.wholeOf(third, 'URL')}`;
    return urlOf(`${py.textOf(first, 'URL')}://${py.textOf(second, 'URL')}${port}${py.textOf(fourth ?? third, 'URL')}`);
  },
  slots: {
    tp$str() {
      return py.text(this.text);
    },
    tp$hash() {
      return py.text(this.text).tp$hash();
    },
    tp$richcompare(other, op) {
      if (op !== 'Eq' && op !== 'NotEq') return B.NotImplemented.NotImplemented$;
      return (other instanceof Url && other.text === this.text) === (op === 'Eq');
    },
  },
  getters: Object.fromEntries([
    ...urlParts.map((name) => [name, ({ values }) => rawPart(values[name]) ?? py.none]),
    ['port', ({ port }) => py.number(port)],
    ['defaultPort', ({ values }) => py.number(defaultPorts[values.protocol] ?? -1)],
  ]),
  methods: {
    ...Object.fromEntries(urlParts.map((name) => [`get${upper(name)}`, [[], ({ values }) => rawPart(values[name])]])),
    getDefaultPort: [[], ({ values }) => py.number(defaultPorts[values.protocol] ?? -1)],
    getPort: [[], ({ port }) => py.number(port)],
    getContent: [[], noConnection],
    openConnection: [['proxy?'], noConnection],
    openStream: [[], noConnection],
    toExternalForm: [[], ({ text }) => py.text(text)],
    toString: [[], ({ text }) => py.text(text)],
    toURI: [[], ({ text }) => uriOf(text)],
  },
});
py.addMethod(Uri, 'toURL', [], ({ text }) => urlOf(text));
py.modules['java.net'] = () => ({ URI: Uri, URL: Url, URLDecoder, URLEncoder });
