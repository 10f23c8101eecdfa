/** requests: functions, sessions and credentials. */
const B = Sk.builtin;
py.loadFile('http/requests-errors');
py.loadFile('http/requests-bodies');
py.loadFile('http/requests-codes');

const textIn = (value) => new B.str(value).v;
const isFalse = (value) => !py.isNone(value) && !Sk.misceval.isTrue(value);

const AuthBase = py.defineOpenType('requests.auth.AuthBase', { start: () => undefined });
const HTTPBasicAuth = py.defineOpenType('requests.auth.HTTPBasicAuth', {
  base: AuthBase,
  parameters: ['username', 'password'],
  start: (self, username, password) => void py.setAttributes(self, { username, password }),
});
const refusedAuth = (name) =>
  py.defineOpen(name, () =>
    py.refuse(`requests.auth.${name}`, 'a request supports only a user name and a password as credentials'),
  );

/** Returns the path and query of an address, which signatures use. */
const pathOf = (url) => {
  const [, rest] = /^[^:]*:\/\/[^/?#]*([^#]*)/.exec(url) ?? [url, ''];
  return rest.startsWith('/') ? rest : `/${rest}`;
};
const Prepared = py.defineOpenType('requests.PreparedRequest', { parameters: [], start: () => undefined });

/** Applies the credentials: a pair of name and password, or an object of the script that changes the request. */
const authorize = (prepared, auth) => {
  if (py.isNone(auth)) return undefined;
  if (auth instanceof B.tuple || auth instanceof B.list) return py.credentialsOf(...py.items(auth));
  if (auth instanceof HTTPBasicAuth)
    return py.credentialsOf(py.attribute(auth, 'username'), py.attribute(auth, 'password'));
  py.call(auth, prepared);
  return undefined;
};

const agent = ['User-Agent', 'python-requests/2.18.4'];
/** Returns the headers of a request. They override headers of the session, ignoring case; None removes a header. */
const headersFor = (own, given) => {
  const over = py.isNone(given) ? [] : given instanceof B.dict ? given.$items() : py.items(given).map(py.items);
  let pairs = py.headerPairs(own);
  for (const [name, value] of over) {
    const kept = pairs.filter(([one]) => one.toLowerCase() !== textIn(name).toLowerCase());
    pairs = py.isNone(value) ? kept : [...kept, [textIn(name), textIn(value)]];
  }
  return pairs;
};
const checked = (url) => {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1].toLowerCase();
  if (scheme === undefined || !url.includes('://'))
    py.raiseRequests('MissingSchema', `Invalid URL '${url}': No schema supplied. Perhaps you meant http://${url}?`);
  if (scheme !== 'http' && scheme !== 'https')
    py.raiseRequests('InvalidSchema', `No connection adapters were found for '${url}'`);
  return url;
};
const timeoutOf = (timeout) =>
  timeout instanceof B.tuple ? py.items(timeout).findLast((part) => !py.isNone(part)) : timeout;

const failures = { HttpTimeout: 'ReadTimeout' };
const members = [
  'data',
  'json',
  'files',
  'params',
  'headers',
  'cookies',
  'auth',
  'timeout',
  'allow_redirects',
  'verify',
];
const ignored = ['stream', 'proxies', 'cert', 'hooks'];
const jarOf = (session) => session.jar;

const prepare = (session, method, url, options) => {
  const { content, type } = py.requestsBody(options);
  const headers = headersFor(py.attribute(session, 'headers'), options.headers);
  const typed =
    type === undefined || py.hasHeader(headers, 'Content-Type') ? headers : [...headers, ['Content-Type', type]];
  const own = py.attribute(session, 'params');
  const address = py.urlWithParams(textIn(url), Sk.misceval.isTrue(own) ? own : undefined);
  const whole = checked(py.urlWithParams(address, options.params));
  const prepared = py.setAttributes(py.call(Prepared), {
    method: py.text(method),
    url: py.text(whole),
    path_url: py.text(pathOf(whole)),
    headers: py.changeableHeaders(typed),
    body: content,
  });
  const auth = py.isNone(options.auth) ? py.attribute(session, 'auth') : options.auth;
  return { prepared, credentials: authorize(prepared, auth) };
};
const oneTime = (cookies) =>
  py.isNone(cookies) || !(cookies instanceof B.dict)
    ? []
    : cookies.$items().map(([name, value]) => py.cookieOf(textIn(name), textIn(value)));

const perform = (session, { prepared, credentials }, options) => {
  const url = textIn(py.attribute(prepared, 'url'));
  const dict = py.attribute(session, 'cookies');
  const own = [
    ...jarOf(session).filter(({ name }) => dict.mp$lookup(py.text(name)) !== undefined),
    ...oneTime(dict).filter((one) => !jarOf(session).some(({ name }) => name === one.name)),
  ];
  const headers = py.withCookies(
    py.headerPairs(py.attribute(prepared, 'headers')),
    [...own, ...oneTime(options.cookies)],
    url,
  );
  const verify = py.isNone(options.verify) ? py.attribute(session, 'verify') : options.verify;
  const answer = py.send(
    {
      method: textIn(py.attribute(prepared, 'method')),
      url: url.split('#')[0],
      headers,
      content: py.contentOf(py.attribute(prepared, 'body'), 'data'),
      timeout: timeoutOf(options.timeout) ?? py.none,
      followRedirects: !isFalse(options.allow_redirects),
      verify: !isFalse(verify),
      credentials,
    },
    (type, message) => py.raiseRequests(failures[type] ?? 'ConnectionError', message, { request: prepared }),
  );
  for (const each of [...(answer.history ?? []), answer]) py.storeCookies(jarOf(session), each.url, each.headers);
  for (const { name, value } of jarOf(session)) dict.mp$ass_subscript(py.text(name), py.text(value));
  return py.requestsResponse(answer, prepared);
};

const request = (session, name, url, options) => {
  const known = [...members, ...ignored];
  const strange = Object.keys(options).find((key) => !known.includes(key));
  if (strange !== undefined) py.raise('TypeError', `request() got an unexpected keyword argument '${strange}'`);
  const method = textIn(name).toUpperCase();
  const redirects = method === 'HEAD' ? { allow_redirects: py.bool(false) } : {};
  const whole = { ...redirects, ...options };
  return perform(session, prepare(session, method, url, whole), whole);
};

/** Returns the arguments by name. Each function of `requests` has its own positional parameters. */
const placed = (names, args, named) => ({
  ...named,
  ...Object.fromEntries(args.map((value, at) => [names[at], value])),
});
const verbs = {
  get: ['params'],
  head: [],
  options: [],
  delete: [],
  post: ['data', 'json'],
  put: ['data'],
  patch: ['data'],
};
const asking = (verb) => (session, args, named) => {
  const { url, ...options } = placed(['url', ...verbs[verb]], args, named);
  if (url === undefined) py.raise('TypeError', `${verb}() takes at least 1 argument (0 given)`);
  return request(session, py.text(verb), url, options);
};
const general = (session, args, named) => {
  const { method, url, ...options } = placed(['method', 'url', 'params', 'data', 'headers'], args, named);
  if (url === undefined) py.raise('TypeError', 'request() takes at least 2 arguments');
  return request(session, method, url, options);
};

const Session = py.defineOpenType('requests.Session', {
  start: (session) => {
    session.jar = [];
    py.setAttributes(session, {
      headers: py.changeableHeaders([agent, ['Accept', '*/*']]),
      cookies: py.requestsCookies(),
      params: new B.dict([]),
      proxies: new B.dict([]),
      auth: py.none,
      verify: py.bool(true),
      trust_env: py.bool(true),
    });
  },
  methods: {
    close: [[], () => undefined],
    mount: [['prefix', 'adapter'], () => undefined],
    __enter__: [[], (session) => session],
    __exit__: [['type?', 'value?', 'trace?'], () => undefined],
  },
  openMethods: {
    request: general,
    send: (session, [prepared], named) => perform(session, { prepared }, named),
    ...Object.fromEntries(Object.keys(verbs).map((verb) => [verb, asking(verb)])),
  },
});
const once = (does) => (args, named) => does(py.call(Session), args, named);

const quiet = py.defineOpen('disable_warnings', () => undefined);
const Warning = py.defineError('urllib3.exceptions.InsecureRequestWarning', B.Exception);
const warnings = ['InsecureRequestWarning', 'InsecurePlatformWarning', 'SNIMissingWarning', 'HTTPError'];
const urllib3 = () => ({ disable_warnings: quiet });
for (const root of ['urllib3', 'requests.packages.urllib3']) {
  py.modules[root] = () => ({ ...urllib3(), exceptions: py.importModule(`${root}.exceptions`) });
  py.modules[`${root}.exceptions`] = () => Object.fromEntries(warnings.map((name) => [name, Warning]));
}
py.modules['requests.packages'] = () => ({ urllib3: py.importModule('requests.packages.urllib3') });
py.modules['requests.auth'] = () => ({
  AuthBase,
  HTTPBasicAuth,
  HTTPDigestAuth: refusedAuth('HTTPDigestAuth'),
  HTTPProxyAuth: refusedAuth('HTTPProxyAuth'),
});
const Adapter = py.defineOpenType('requests.adapters.HTTPAdapter', { start: () => undefined });
py.modules['requests.adapters'] = () => ({ HTTPAdapter: Adapter });
py.modules['requests.sessions'] = () => ({ Session });
py.modules['requests.status_codes'] = () => ({ codes: py.requestsCodes() });
py.modules.requests = () => ({
  ...Object.fromEntries(
    Object.keys(verbs).map((verb) => [Sk.fixReserved(verb), py.defineOpen(verb, once(asking(verb)))]),
  ),
  ...Object.fromEntries(
    ['auth', 'adapters', 'exceptions', 'packages', 'status_codes'].map((name) => [
      name,
      py.importModule(`requests.${name}`),
    ]),
  ),
  ...Object.fromEntries(
    [
      'ConnectionError',
      'HTTPError',
      'ReadTimeout',
      'ConnectTimeout',
      'RequestException',
      'Timeout',
      'TooManyRedirects',
      'URLRequired',
    ].map((name) => [name, py.requestsErrors[name]]),
  ),
  Response: py.importModule('requests.models').$d.Response,
  Session,
  codes: py.requestsCodes(),
  request: py.defineOpen('request', once(general)),
  session: py.defineOpen('session', () => py.call(Session)),
  __version__: py.text('2.18.4'),
});
