/** Cookies that servers set, and that later requests return: for cookielib, urllib2 and requests. */
const B = Sk.builtin;
py.loadFile('http/messages');

const partsOf = (url) => {
  const [, scheme = '', authority = '', path = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)/i.exec(url) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return { isSecure: scheme.toLowerCase() === 'https', host: host.toLowerCase(), path: path === '' ? '/' : path };
};

const Cookie = py.defineClass('cookielib.Cookie', {
  getters: Object.fromEntries(
    ['name', 'value', 'domain', 'path'].map((name) => [name, (cookie) => py.text(cookie[name])]),
  ),
});

/** Parses a `Set-Cookie` header. Returns undefined if it is invalid. */
const read = (line, { host }) => {
  const [pair, ...attributes] = line.split(';').slice(0, 20);
  const at = pair.indexOf('=');
  if (at < 1) return undefined;
  const told = new Map(
    attributes.map((one) => {
      const [name, ...rest] = one.split('=');
      return [name.trim().toLowerCase(), rest.join('=').trim()];
    }),
  );
  const domain = (told.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  const isWide = domain !== '' && (host === domain || host.endsWith(`.${domain}`));
  const path = told.get('path')?.startsWith('/') ? told.get('path') : '/';
  const age = told.has('max-age') ? Number(told.get('max-age')) * 1000 : Date.parse(told.get('expires')) - Date.now();
  return {
    name: pair.slice(0, at).trim(),
    value: pair.slice(at + 1).trim(),
    domain: isWide ? domain : host,
    path,
    isWide,
    isOver: age <= 0,
    isSecure: told.has('secure'),
  };
};
const same = (one, other) => one.name === other.name && one.domain === other.domain && one.path === other.path;

const maxCookies = 200;
/** Stores the cookies of a response; `jar` is a list of cookies. */
py.storeCookies = (jar, url, headers) => {
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'set-cookie') continue;
    const cookie = read(value, partsOf(url));
    if (cookie === undefined) continue;
    const before = jar.findIndex((one) => same(one, cookie));
    if (before >= 0) jar.splice(before, 1);
    if (!cookie.isOver && jar.length < maxCookies) jar.push(Object.assign(new Cookie(), cookie));
  }
};
const goesTo = (cookie, { host, path, isSecure }) => {
  const isHost =
    cookie.domain === '' || host === cookie.domain || (cookie.isWide && host.endsWith(`.${cookie.domain}`));
  const base = cookie.path.endsWith('/') ? cookie.path : `${cookie.path}/`;
  return isHost && (path === cookie.path || path.startsWith(base)) && (isSecure || !cookie.isSecure);
};
/** Returns the headers with the cookies that match this address. */
py.withCookies = (headers, jar, url) => {
  const to = partsOf(url);
  const sent = jar.filter((cookie) => goesTo(cookie, to)).map(({ name, value }) => `${name}=${value}`);
  return sent.length === 0 || py.hasHeader(headers, 'Cookie') ? headers : [...headers, ['Cookie', sent.join('; ')]];
};
/** Creates a cookie for a script. Without a domain, it is sent to all servers. */
py.cookieOf = (name, value, domain = '', path = '/') =>
  Object.assign(new Cookie(), { name, value, domain, path, isWide: domain !== '', isSecure: false });

const CookieJar = py.defineOpenType('cookielib.CookieJar', {
  start: (jar) => Object.assign(jar, { cookies: [] }),
  methods: {
    clear: [['domain?', 'path?', 'name?'], (jar) => void jar.cookies.splice(0)],
    __len__: [[], (jar) => py.number(jar.cookies.length)],
    set_cookie: [['cookie'], (jar, cookie) => void jar.cookies.push(cookie)],
  },
  slots: {
    tp$iter() {
      return Sk.abstr.iter(new B.list(this.cookies));
    },
    sq$length() {
      return this.cookies.length;
    },
  },
});
py.CookieJar = CookieJar;
py.modules.cookielib = () => ({ CookieJar, LWPCookieJar: CookieJar, MozillaCookieJar: CookieJar, Cookie });
