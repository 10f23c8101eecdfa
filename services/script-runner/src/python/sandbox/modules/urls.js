/** The quoting functions of urllib, and urlparse. No function uses the network. */
const B = Sk.builtin;

const unreserved = /[A-Za-z0-9_.-]/;
const quoted = (value, safe, name) =>
  py
    .bytesOf(value, name)
    .map((byte) => {
      const unit = String.fromCharCode(byte);
      if (byte < 128 && (unreserved.test(unit) || safe.includes(unit))) return unit;
      return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
const plused = (value, safe, name) => quoted(value, `${safe} `, name).replaceAll(' ', '+');

const unquoted = (text) => {
  const bytes = py.bytesOf(py.text(text), 'unquote');
  const found = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const pair = bytes[at] === 37 ? String.fromCharCode(...bytes.slice(at + 1, at + 3)) : '';
    if (/^[0-9a-fA-F]{2}$/.test(pair)) {
      found.push(Number.parseInt(pair, 16));
      at += 2;
    } else found.push(bytes[at]);
  }
  return py.fromBytesOrText(found);
};

const pairsOf = (query) => (query instanceof B.dict ? query.$items() : py.items(query).map((pair) => pair.v));
const encoded = (query, doseq) => {
  const parts = pairsOf(query).flatMap(([key, value]) => {
    const isMany = doseq !== undefined && Sk.misceval.isTrue(doseq) && !py.isText(value) && Array.isArray(value.v);
    const values = isMany ? value.v : [value];
    return values.map((one) => `${plused(new B.str(key), '', 'urlencode')}=${plused(new B.str(one), '', 'urlencode')}`);
  });
  return py.text(parts.join('&'));
};

py.modules.urllib = () => ({
  quote: py.define('quote', ['s', 'safe?'], (text, safe) => py.text(quoted(text, safe?.v ?? '/', 'quote'))),
  quote_plus: py.define('quote_plus', ['s', 'safe?'], (text, safe) =>
    py.text(plused(text, safe?.v ?? '', 'quote_plus')),
  ),
  unquote: py.define('unquote', ['s'], (text) => unquoted(py.textOf(text, 'unquote'))),
  unquote_plus: py.define('unquote_plus', ['s'], (text) =>
    unquoted(py.textOf(text, 'unquote_plus').replaceAll('+', ' ')),
  ),
  urlencode: py.define('urlencode', ['query', 'doseq?'], encoded),
  urlopen: py.define('urlopen', ['url', 'data?', 'proxies?', 'context?'], (url, data) => {
    py.importModule('urllib2');
    return py.openPlainly(url, data);
  }),
});
/** Percent-encodes a text as UTF-8, except letters, digits and `safe` characters. */
py.quoted = (text, safe) => quoted(text, safe, 'quote');

const cut = (text, mark) => {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
};
const parsed = (url) => {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(url)?.[1] ?? '';
  const rest = scheme ? url.slice(scheme.length + 1) : url;
  const [beforeFragment, fragment] = cut(rest, '#');
  const [beforeQuery, query] = cut(beforeFragment, '?');
  const isRemote = beforeQuery.startsWith('//');
  const slash = isRemote ? beforeQuery.indexOf('/', 2) : 0;
  const netloc = isRemote ? beforeQuery.slice(2, slash < 0 ? undefined : slash) : '';
  const [path, params] = cut(isRemote ? (slash < 0 ? '' : beforeQuery.slice(slash)) : beforeQuery, ';');
  return { scheme: scheme.toLowerCase(), netloc, path, params, query, fragment };
};

const hostOf = ({ netloc }) => netloc.slice(netloc.lastIndexOf('@') + 1);
const portOf = (parts) => /:(\d+)$/.exec(hostOf(parts))?.[1];
const extras = {
  hostname: (parts) => py.toPython(hostOf(parts).replace(/:\d*$/, '').toLowerCase() || null),
  port: (parts) => py.toPython(portOf(parts) ? Number(portOf(parts)) : null),
  username: (parts) => py.toPython(parts.netloc.includes('@') ? cut(parts.netloc, '@')[0].split(':')[0] : null),
  password: (parts) =>
    py.toPython(parts.netloc.includes('@') ? (cut(parts.netloc, '@')[0].split(':')[1] ?? null) : null),
};

const unparsed = ([scheme, netloc, path, params, query, fragment]) =>
  (scheme && `${scheme}:`) +
  (netloc && `//${netloc}`) +
  path +
  (params && `;${params}`) +
  (query && `?${query}`) +
  (fragment && `#${fragment}`);

const Result = Sk.abstr.buildNativeClass('urlparse.ParseResult', {
  constructor: function ParseResult(parts, names) {
    B.tuple.call(
      this,
      names.map((name) => py.text(parts[name])),
    );
    this.parts = parts;
    this.names = names;
  },
  base: B.tuple,
  slots: {
    tp$getattr(name) {
      if (this.names.includes(name.v)) return py.text(this.parts[name.v]);
      if (Object.hasOwn(extras, name.v)) return extras[name.v](this.parts);
      if (name.v === 'geturl') return py.define('geturl', [], () => py.text(unparsed(this.v.map((part) => part.v))));
      return B.tuple.prototype.tp$getattr.call(this, name);
    },
  },
});

const queryPairs = (query, keepBlank) =>
  query
    .split(/[&;]/)
    .filter((part) => part !== '')
    .map((part) => cut(part, '='))
    .filter(([, value]) => keepBlank || value !== '')
    .map((pair) => pair.map((text) => unquoted(text.replaceAll('+', ' '))));

const listed = (query, keepBlank) => {
  const found = new B.dict([]);
  for (const [key, value] of queryPairs(query, keepBlank)) {
    const values = found.mp$lookup(key);
    if (values) values.v.push(value);
    else found.mp$ass_subscript(key, new B.list([value]));
  }
  return found;
};

/** Resolves the `.` and `..` segments of a path. */
const walked = (path) => {
  const done = [];
  const steps = path.split('/');
  for (const [at, step] of steps.entries()) {
    const isLast = at === steps.length - 1;
    if (step === '..' && done.length > 1) done.pop();
    if (step !== '.' && step !== '..') done.push(step);
    else if (isLast) done.push('');
  }
  return done.join('/');
};
const joinedUrl = (base, url) => {
  if (base === '' || url === '') return base || url;
  const [from, to] = [parsed(base), parsed(url)];
  if (to.scheme && to.scheme !== from.scheme) return url;
  if (to.netloc) return unparsed([from.scheme, to.netloc, to.path, to.params, to.query, to.fragment]);
  const isHere = to.path === '' && to.params === '';
  const near = from.path.slice(0, from.path.lastIndexOf('/') + 1) || (from.netloc ? '/' : '');
  const path = isHere ? from.path : walked(to.path.startsWith('/') ? to.path : near + to.path);
  const query = isHere && to.query === '' ? from.query : to.query;
  return unparsed([from.scheme, from.netloc, path, isHere ? from.params : to.params, query, to.fragment]);
};

const names = ['scheme', 'netloc', 'path', 'params', 'query', 'fragment'];
const keeps = (blank) => blank !== undefined && Sk.misceval.isTrue(blank);
py.modules.urlparse = () => ({
  urlparse: py.define('urlparse', ['url'], (url) => new Result(parsed(py.textOf(url, 'urlparse')), names)),
  urlsplit: py.define('urlsplit', ['url'], (url) => {
    const parts = parsed(py.textOf(url, 'urlsplit'));
    return new Result(
      { ...parts, path: parts.path + (parts.params && `;${parts.params}`) },
      names.filter((name) => name !== 'params'),
    );
  }),
  urljoin: py.define('urljoin', ['base', 'url'], (base, url) =>
    py.text(joinedUrl(py.textOf(base, 'urljoin'), py.textOf(url, 'urljoin'))),
  ),
  urlunparse: py.define('urlunparse', ['parts'], (parts) => py.text(unparsed(py.items(parts).map((part) => part.v)))),
  parse_qs: py.define('parse_qs', ['qs', 'keep_blank_values?'], (query, blank) =>
    listed(py.textOf(query, 'parse_qs'), keeps(blank)),
  ),
  parse_qsl: py.define(
    'parse_qsl',
    ['qs', 'keep_blank_values?'],
    (query, blank) =>
      new B.list(queryPairs(py.textOf(query, 'parse_qsl'), keeps(blank)).map((pair) => new B.tuple(pair))),
  ),
});
