/** urllib2: requests, responses and exceptions. `openers` contains the handlers. */
const B = Sk.builtin;
py.loadFile('http/messages');
py.loadFile('http/network');

const textIn = (value) => new B.str(value).v;
const capitalized = (name) => name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();
const titled = (name) => name.replace(/[A-Za-z]+/g, capitalized);

const parts = /^([a-zA-Z][a-zA-Z0-9+.-]*):\/\/([^/?#]*)([^#]*)/;
const partsOf = (url) => {
  const [, scheme, host, selector] = parts.exec(url) ?? py.raise('ValueError', `unknown url type: ${url}`);
  return { scheme: scheme.toLowerCase(), host, selector: selector.startsWith('/') ? selector : `/${selector}` };
};
const urlOf = (request) => request.url;
const dataOf = (request) => py.attribute(request, 'data');
const headersIn = (request, name = 'headers') => py.attribute(request, name);
const found = (request, name) =>
  headersIn(request).mp$lookup(name) ?? headersIn(request, 'unredirected_hdrs').mp$lookup(name);
const putHeader = (kind) => (request, key, value) =>
  void headersIn(request, kind).mp$ass_subscript(py.text(capitalized(textIn(key))), value);

const Request = py.defineOpenType('urllib2.Request', {
  parameters: ['url', 'data?', 'headers?', 'origin_req_host?', 'unverifiable?'],
  start: (request, url, data, headers) => {
    request.url = py
      .textOf(url, 'Request')
      .replace(/^<?(?:URL:)?/, '')
      .replace(/>$/, '');
    py.setAttributes(request, { data, headers: new B.dict([]), unredirected_hdrs: new B.dict([]) });
    for (const [name, value] of py.isNone(headers) ? [] : headers.$items())
      py.invoke(request, 'add_header', [name, value]);
  },
  methods: {
    get_method: [[], (request) => py.text(py.isNone(dataOf(request)) ? 'GET' : 'POST')],
    add_data: [['data'], (request, data) => void py.setAttribute(request, 'data', data)],
    has_data: [[], (request) => py.bool(!py.isNone(dataOf(request)))],
    get_data: [[], dataOf],
    get_full_url: [[], (request) => py.text(urlOf(request))],
    get_type: [[], (request) => py.text(partsOf(urlOf(request)).scheme)],
    get_host: [[], (request) => py.text(partsOf(urlOf(request)).host)],
    get_selector: [[], (request) => py.text(partsOf(urlOf(request)).selector)],
    get_origin_req_host: [[], (request) => py.text(partsOf(urlOf(request)).host.replace(/:\d*$/, ''))],
    is_unverifiable: [[], () => py.bool(false)],
    add_header: [['key', 'val'], putHeader('headers')],
    add_unredirected_header: [['key', 'val'], putHeader('unredirected_hdrs')],
    has_header: [['header_name'], (request, name) => py.bool(found(request, name) !== undefined)],
    get_header: [['header_name', 'default?'], (request, name, otherwise) => found(request, name) ?? otherwise],
    header_items: [
      [],
      (request) =>
        new B.list(
          headersIn(request)
            .$items()
            .map((pair) => new B.tuple(pair)),
        ),
    ],
    set_proxy: [['host', 'type'], () => undefined],
  },
});

const Answer = py.defineOpenType('urllib.addinfourl', {
  start: () => undefined,
  slots: py.readingSlots,
  methods: {
    ...py.reading,
    info: [[], (answer) => py.attribute(answer, 'headers')],
    geturl: [[], (answer) => py.attribute(answer, 'url')],
    getcode: [[], (answer) => py.attribute(answer, 'code')],
  },
});
const answerOf = ({ status, reason, url, headers, content }) => {
  const members = { code: py.number(status), msg: py.text(reason), headers: py.messageOf(headers), url: py.text(url) };
  return py.setAttributes(Object.assign(new Answer(), { content, at: 0 }), members);
};

const URLError = py.defineError('urllib2.URLError', B.IOError, {
  tp$init(args) {
    this.args = new B.tuple(args.slice());
    py.setAttributes(this, { reason: args[0] ?? py.none });
  },
  tp$str() {
    return py.text(`<urlopen error ${textIn(py.attribute(this, 'reason'))}>`);
  },
});
const namesOfError = ['filename', 'code', 'msg', 'hdrs', 'fp'];
const HTTPError = py.defineError('urllib2.HTTPError', URLError, {
  tp$init(args) {
    this.args = new B.tuple([]);
    const values = Object.fromEntries(namesOfError.map((name, at) => [name, args[at]]));
    py.setAttributes(this, { ...values, url: args[0], headers: args[3], reason: args[2] });
  },
  tp$str() {
    const [code, message] = ['code', 'msg'].map((name) => textIn(py.attribute(this, name)));
    return py.text(`HTTP Error ${code}: ${message}`);
  },
});
const ofAnswer = ['read', 'readline', 'readlines', 'close', 'info', 'geturl', 'getcode'];
for (const name of ofAnswer)
  py.addOpenMethod(HTTPError, name, (error, args) => {
    const file = py.attribute(error, 'fp');
    return py.isNone(file) ? py.text('') : py.invoke(file, name, args);
  });

const fail = (type, message) => {
  const { error, timeout } = py.socketErrors;
  throw py.call(URLError, type === 'HttpTimeout' ? new timeout('timed out') : new error(message));
};

/** Returns the headers of a request: its own, those of its opener, and those of its data. */
const sentHeaders = (request, more) => {
  const own = ['unredirected_hdrs', 'headers'].flatMap((kind) => py.headerPairs(headersIn(request, kind)));
  const all = more.filter(([name]) => !py.hasHeader(own, name));
  const pairs = [...own, ...all].map(([name, value]) => [titled(name), value]);
  const isTyped = py.isNone(dataOf(request)) || py.hasHeader(pairs, 'Content-Type');
  return isTyped ? pairs : [...pairs, ['Content-Type', 'application/x-www-form-urlencoded']];
};
/**
 * Sends a request, and returns the response with any status. `{ more, timeout, verify, credentials, jar,
 * followRedirects }` are the settings of the opener.
 */
const sendRequest = (request, { more = [], jar = [], ...known }) => {
  const url = urlOf(request);
  const { scheme } = partsOf(url);
  if (scheme !== 'http' && scheme !== 'https') fail('HttpFailed', `unknown url type: ${scheme}`);
  const answer = py.send(
    {
      ...known,
      method: textIn(py.invoke(request, 'get_method')),
      url: url.split('#')[0],
      headers: py.withCookies(sentHeaders(request, more), jar, url),
      content: py.contentOf(dataOf(request), 'data'),
    },
    fail,
  );
  py.storeCookies(jar, answer.url, answer.headers);
  return answerOf(answer);
};
py.urllib2 = { Request, HTTPError, URLError, sendRequest };
py.loadFile('http/openers');
