/** Openers of urllib2, and their handlers of passwords, cookies, redirects and certificates. */
const B = Sk.builtin;
py.loadFile('http/cookies');
const { Request, HTTPError, URLError, sendRequest } = py.urllib2;

const textIn = (value) => new B.str(value).v;
const BaseHandler = py.defineOpenType('urllib2.BaseHandler', { start: () => undefined });
const handler = (name, start = () => undefined, methods = {}, base = BaseHandler) =>
  py.defineOpenType(`urllib2.${name}`, { base, start, methods });

const hostAndPath = (uri) => {
  const [, host, path] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)([^?#]*)/i.exec(uri);
  return { host: host.slice(host.lastIndexOf('@') + 1).toLowerCase(), path: path === '' ? '/' : path };
};
const isBelow = (base, path) => path === base || path.startsWith(base.endsWith('/') ? base : `${base}/`);
const find = ({ known = [] }, uri) => {
  const asked = hostAndPath(uri);
  return known.find(({ at }) => at.host === asked.host && isBelow(at.path, asked.path));
};
const passwordMethods = {
  add_password: [
    ['realm', 'uri', 'user', 'passwd'],
    (manager, _, uri, user, password) => {
      manager.known ??= [];
      for (const one of py.isText(uri) ? [uri] : py.items(uri))
        manager.known.push({ at: hostAndPath(textIn(one)), user, password });
    },
  ],
  find_user_password: [
    ['realm', 'authuri'],
    (manager, _, uri) => {
      const { user = py.none, password = py.none } = find(manager, textIn(uri)) ?? {};
      return new B.tuple([user, password]);
    },
  ],
};
const manager = (name) => py.defineOpenType(`urllib2.${name}`, { start: () => undefined, methods: passwordMethods });

const HTTPBasicAuthHandler = handler(
  'HTTPBasicAuthHandler',
  (self, [manager]) => Object.assign(self, { manager: py.isNone(manager) ? self : manager }),
  passwordMethods,
);
const HTTPCookieProcessor = handler('HTTPCookieProcessor', (self, [jar], named) =>
  py.setAttributes(self, { cookiejar: jar ?? named.cookiejar ?? py.call(py.CookieJar) }),
);
const HTTPSHandler = handler('HTTPSHandler', (self, [, context], named) =>
  Object.assign(self, { context: context ?? named.context }),
);

const maxRedirects = 10;
/** Follows a redirect with a new request. */
const follow = (self, request, _file, code, message, headers) => {
  const location = headers.mp$lookup(py.text('location'));
  if (location === undefined) return undefined;
  const count = (request.redirects ?? 0) + 1;
  if (count > maxRedirects) throw py.call(HTTPError, py.text(request.url), code, message, headers, _file ?? py.none);
  const url = py.call(py.importModule('urlparse').$d.urljoin, py.text(request.url), location);
  const next = py.invoke(self, 'redirect_request', [request, _file, code, message, headers, url]);
  if (py.isNone(next)) return undefined;
  return py.invoke(py.attribute(self, 'parent'), 'open', [Object.assign(next, { redirects: count })]);
};
const redirectNames = ['req', 'fp', 'code', 'msg', 'headers'];
const HTTPRedirectHandler = handler('HTTPRedirectHandler', () => undefined, {
  redirect_request: [
    [...redirectNames, 'newurl'],
    (_self, request, _file, _code, _message, _headers, url) =>
      py.call(Request, url, py.none, py.attribute(request, 'headers')),
  ],
  ...Object.fromEntries([301, 302, 303, 307].map((code) => [`http_error_${code}`, [redirectNames, follow]])),
});
const same = (_self, _request, response) => response;
const HTTPErrorProcessor = handler('HTTPErrorProcessor', () => undefined, {
  http_response: [['request', 'response'], same],
  https_response: [['request', 'response'], same],
});

const is = (type) => (one) => one instanceof type;
/** Returns the settings for a request from the handlers of an opener. */
const knownBy = (handlers, request, timeout) => {
  const account = handlers
    .filter(is(HTTPBasicAuthHandler))
    .map(({ manager }) => find(manager, request.url))
    .find(Boolean);
  const contexts = handlers.filter(is(HTTPSHandler)).map(({ context }) => py.contextVerifies(context));
  const jar = handlers.find(is(HTTPCookieProcessor));
  return {
    timeout: py.isNone(timeout) ? py.defaultTimeout() : timeout,
    verify: contexts.find((verifies) => verifies !== undefined) ?? py.verifiesByDefault(),
    credentials: account && py.credentialsOf(account.user, account.password),
    jar: jar && py.attribute(jar, 'cookiejar').cookies,
    followRedirects: !handlers.some((one) => is(HTTPRedirectHandler)(one) || is(HTTPErrorProcessor)(one)),
  };
};

const settled = (self, request, answer) => {
  const processor = self.handlers.find(is(HTTPErrorProcessor));
  if (processor !== undefined) {
    const name = request.url.toLowerCase().startsWith('https') ? 'https_response' : 'http_response';
    return py.invoke(processor, name, [request, answer]);
  }
  const [code, message, headers] = ['code', 'msg', 'headers'].map((name) => py.attribute(answer, name));
  const status = Number(code.v);
  if (status >= 200 && status < 300) return answer;
  const redirecting = self.handlers.find(is(HTTPRedirectHandler));
  const method = `http_error_${status}`;
  const gone =
    redirecting !== undefined && py.attribute(redirecting, method) !== undefined
      ? py.invoke(redirecting, method, [request, answer, code, message, headers])
      : undefined;
  if (!py.isNone(gone)) return gone;
  throw py.call(HTTPError, py.attribute(answer, 'url'), code, message, headers, answer);
};

const open = (self, given, data, timeout) => {
  const request = py.isText(given) ? py.call(Request, given) : given;
  if (!(request instanceof Request)) py.raise('TypeError', 'urlopen() expects an address or a Request');
  if (!py.isNone(data)) py.invoke(request, 'add_data', [data]);
  const more = py.headerPairs(py.attribute(self, 'addheaders'));
  return settled(self, request, sendRequest(request, { ...knownBy(self.handlers, request, timeout), more }));
};
const add = (self, one) => {
  if (one instanceof BaseHandler) py.setAttribute(one, 'parent', self);
  self.handlers.push(one);
};
const agent = () => new B.list([new B.tuple([py.text('User-agent'), py.text('Python-urllib/2.7')])]);
const OpenerDirector = py.defineOpenType('urllib2.OpenerDirector', {
  start: (self) => void py.setAttributes(Object.assign(self, { handlers: [] }), { addheaders: agent() }),
  methods: {
    open: [['fullurl', 'data?', 'timeout?'], open],
    add_handler: [['handler'], add],
    close: [[], () => undefined],
  },
});
const build = (handlers) => {
  const opener = py.call(OpenerDirector);
  for (const one of handlers) add(opener, one instanceof B.type ? py.call(one) : one);
  return opener;
};
/** Opens an address, as urllib does: returns the response with any status. */
py.openPlainly = (url, data) => {
  const request = py.call(Request, url, data ?? py.none);
  return sendRequest(request, { ...knownBy([], request), more: py.headerPairs(agent()) });
};

const ready = { HTTPBasicAuthHandler, HTTPCookieProcessor, HTTPErrorProcessor, HTTPRedirectHandler, HTTPSHandler };
const ignored = ['HTTPDefaultErrorHandler', 'HTTPHandler', 'ProxyBasicAuthHandler', 'ProxyHandler', 'UnknownHandler'];
const urlopenNames = ['url', 'data?', 'timeout?', 'cafile?', 'capath?', 'cadefault?', 'context?'];
py.modules.urllib2 = () => {
  let installed = build([]);
  const { quote, unquote } = py.importModule('urllib').$d;
  return {
    ...ready,
    ...Object.fromEntries(ignored.map((name) => [name, handler(name)])),
    BaseHandler,
    HTTPError,
    HTTPPasswordMgr: manager('HTTPPasswordMgr'),
    HTTPPasswordMgrWithDefaultRealm: manager('HTTPPasswordMgrWithDefaultRealm'),
    OpenerDirector,
    Request,
    URLError,
    HTTPDigestAuthHandler: py.defineOpen('HTTPDigestAuthHandler', () =>
      py.refuse('urllib2.HTTPDigestAuthHandler', 'a request supports only a user name and a password as credentials'),
    ),
    build_opener: py.defineOpen('build_opener', (handlers) => build(handlers)),
    install_opener: py.define('install_opener', ['opener'], (opener) => {
      installed = opener;
    }),
    quote,
    unquote,
    urlopen: py.define('urlopen', urlopenNames, (url, data, timeout, _file, _path, _default, context) => {
      const opener = py.isNone(context) ? installed : build([Object.assign(py.call(HTTPSHandler), { context })]);
      return py.invoke(opener, 'open', [url, data ?? py.none, timeout ?? py.none]);
    }),
  };
};
