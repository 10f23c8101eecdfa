/** The exceptions of `requests`, and its response. */
const B = Sk.builtin;
py.loadFile('http/cookies');
py.loadFile('http/network');

const textIn = (value) => new B.str(value).v;

/** The exception classes with their base classes. */
const kinds = {
  RequestException: null,
  HTTPError: 'RequestException',
  ConnectionError: 'RequestException',
  ProxyError: 'ConnectionError',
  SSLError: 'ConnectionError',
  Timeout: 'RequestException',
  ConnectTimeout: 'Timeout',
  ReadTimeout: 'Timeout',
  URLRequired: 'RequestException',
  TooManyRedirects: 'RequestException',
  MissingSchema: 'RequestException',
  InvalidSchema: 'RequestException',
  InvalidURL: 'RequestException',
  InvalidHeader: 'RequestException',
  ChunkedEncodingError: 'RequestException',
  ContentDecodingError: 'RequestException',
  RetryError: 'RequestException',
};
const errors = {};
const told = {
  tp$init(args, named) {
    this.args = new B.tuple(args.slice());
    const { request, response } = py.named(named);
    py.setAttributes(this, { request, response });
  },
};
for (const [name, base] of Object.entries(kinds))
  errors[name] = py.defineError(`requests.exceptions.${name}`, base === null ? B.IOError : errors[base], told);
py.requestsErrors = errors;
py.raiseRequests = (name, message, members) => {
  throw py.failure(errors[name], message, { request: py.none, response: py.none, ...members });
};

/** Mutable headers. Setting a header replaces a header with the same name in another case. */
const Changeable = Sk.abstr.buildNativeClass('requests.structures.CaseInsensitiveDict', {
  constructor: function Changeable(items) {
    B.dict.call(this, items);
  },
  base: py.Headers,
  slots: {},
});
for (const slot of ['mp$ass_subscript', 'set$item', 'pop$item']) {
  const plain = B.dict.prototype[slot];
  Changeable.prototype[slot] = function change(key, value) {
    const name = py.isText(key) ? key.v.toLowerCase() : undefined;
    const before = this.$items().find(([one]) => py.isText(one) && one.v.toLowerCase() === name)?.[0] ?? key;
    if (slot === 'pop$item' || value === undefined) return plain.call(this, before, value);
    if (before.v !== key.v) B.dict.prototype.mp$ass_subscript.call(this, before, undefined);
    return plain.call(this, key, value);
  };
}
py.changeableHeaders = (pairs) => new Changeable(pairs.flatMap(([name, value]) => [py.text(name), py.text(value)]));

const reasonsOf = { 4: 'Client', 5: 'Server' };
const Response = py.defineOpenType('requests.Response', {
  start: () => undefined,
  slots: {
    $r() {
      return py.text(`<Response [${textIn(py.attribute(this, 'status_code'))}]>`);
    },
    nb$bool() {
      return isOk(this);
    },
    tp$iter() {
      return Sk.abstr.iter(new B.list([py.attribute(this, 'content')]));
    },
    tp$getattr(name, canSuspend) {
      if (name.v === 'ok') return py.bool(isOk(this));
      if (name.v === 'text') return textOf(this);
      if (name.v === 'raw') return py.streamOf(this.content);
      return Sk.generic.getAttr.call(this, name, canSuspend);
    },
  },
  methods: {
    close: [[], () => undefined],
    __enter__: [[], (response) => response],
    __exit__: [['type?', 'value?', 'trace?'], () => undefined],
    iter_content: [
      ['chunk_size?', 'decode_unicode?'],
      ({ content }, size) => {
        const step = py.isNone(size) ? 1 : Math.max(py.wholeOf(size, 'iter_content'), 1);
        const count = Math.ceil(content.v.length / step);
        const parts = Array.from({ length: count }, (_, at) => py.partOf(content, at * step, (at + 1) * step));
        return Sk.abstr.iter(new B.list(parts));
      },
    ],
    iter_lines: [
      ['chunk_size?', 'decode_unicode?', 'delimiter?'],
      ({ content }) => Sk.abstr.iter(py.invoke(content, 'splitlines')),
    ],
    raise_for_status: [
      [],
      (response) => {
        const [status, reason, url] = ['status_code', 'reason', 'url'].map((name) =>
          textIn(py.attribute(response, name)),
        );
        const kind = reasonsOf[Math.floor(Number(status) / 100)];
        if (kind === undefined) return;
        py.raiseRequests('HTTPError', `${status} ${kind} Error: ${reason} for url: ${url}`, {
          response,
          request: py.attribute(response, 'request'),
        });
      },
    ],
  },
  openMethods: {
    json: (response, _, named) =>
      Sk.misceval.callsimArray(py.importModule('json').$d.loads, [textOf(response)], Object.entries(named).flat()),
  },
});
const isOk = (response) => Number(py.attribute(response, 'status_code').v) < 400;
const textOf = (response) => {
  const encoding = py.attribute(response, 'encoding');
  return py.contentText({ content: response.content, charset: py.isText(encoding) ? encoding.v : undefined });
};

const encodingOf = ({ headers, charset }) => {
  const isText = headers.some(([name, value]) => name.toLowerCase() === 'content-type' && /^text\//i.test(value));
  return charset ?? (isText ? 'ISO-8859-1' : null);
};
/** Cookies by name, as in `requests`. */
const Cookies = Sk.abstr.buildNativeClass('requests.cookies.RequestsCookieJar', {
  constructor: function Cookies(items = []) {
    B.dict.call(this, items);
  },
  base: B.dict,
  slots: {},
});
py.addMethod(Cookies, 'get_dict', [], (cookies) => new B.dict(cookies.$items().flat()));
py.addMethod(Cookies, 'set', ['name', 'value'], (cookies, name, value) => void cookies.mp$ass_subscript(name, value));
py.requestsCookies = (items) => new Cookies(items);
const cookiesIn = (jar) => py.requestsCookies(jar.flatMap(({ name, value }) => [py.text(name), py.text(value)]));
/** Returns the redirects before a response. They have no body. */
const redirectsIn = ({ history = [] }, request) =>
  history.map((each) => py.requestsResponse({ ...each, content: py.text('') }, request));

/** Creates a response object of `requests`. */
py.requestsResponse = (answer, request) => {
  const set = [];
  py.storeCookies(set, answer.url, answer.headers);
  return py.setAttributes(Object.assign(new Response(), { content: answer.content }), {
    status_code: py.number(answer.status),
    reason: py.text(answer.reason),
    url: py.text(answer.url),
    headers: py.headersOf(py.joinedHeaders(answer.headers)),
    content: answer.content,
    encoding: py.toPython(encodingOf(answer)),
    cookies: cookiesIn(set),
    elapsed: py.call(py.importModule('datetime').$d.timedelta),
    history: new B.list(redirectsIn(answer, request)),
    is_redirect: py.bool([301, 302, 303, 307, 308].includes(answer.status)),
    request,
  });
};
py.modules['requests.exceptions'] = () => ({ ...errors });
py.modules['requests.models'] = () => ({ Response });
