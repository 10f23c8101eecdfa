/** Sends HTTP requests for all libraries, and contains their common functions for responses. */
const B = Sk.builtin;
py.loadFile('http/classes');

/**
 * Whether a body can be sent as text. NUL and unpaired surrogates cannot be stored in a database, so such a body is
 * sent as bytes.
 */
const isPlain = ({ v: text, isBytes$: isBytes }) => !isBytes && !text.includes('\0') && text.isWellFormed();
py.bodyOf = (content) =>
  isPlain(content) ? { text: content.v } : { base64: py.toBase64(py.bytesOf(content, 'body')) };

/** Returns the body that a script sends: a string, bytes, or the content of a readable object. Undefined for None. */
py.contentOf = (value, name) => {
  if (py.isNone(value)) return undefined;
  if (py.isText(value)) return value;
  if (py.ByteArray !== undefined && value instanceof py.ByteArray) return new B.str(value);
  if (py.attribute(value, 'read') !== undefined) return py.contentOf(py.invoke(value, 'read'), name);
  return py.raise('TypeError', `${name} must be a string, not ${Sk.abstr.typeName(value)}`);
};

const charsetOf = (headers) => {
  const [, type = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return /charset=["']?([\w-]+)/i.exec(type)?.[1];
};
/** Returns a received body: a string if it is text, otherwise bytes. */
py.contentIn = (body) => (Object.hasOwn(body, 'text') ? py.text(body.text) : py.fromBytes(py.fromBase64(body.base64)));

const originOf = (url) => /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0].toLowerCase() ?? '';
const withPort = (origin) => {
  const plain = origin.replace(/^(.*:\/\/).*@/, '$1');
  return /:\d+$/.test(plain) ? plain : plain + (plain.startsWith('https:') ? ':443' : ':80');
};
/** Explicitly empty credentials, which override those of the configuration. */
const noCredentials = { username: null, password: null, domain: null };
/** Returns the configuration for a library without configurations: the input of the script with the same server. */
const connectionTo = (url) => {
  const origin = withPort(originOf(url));
  return py.givenConnections().find((one) => withPort(originOf(one.url)) === origin)?.id ?? null;
};

const secondsToMs = (seconds) => {
  if (py.isNone(seconds)) return null;
  if (!(seconds instanceof B.int_ || seconds instanceof B.float_)) py.raise('TypeError', 'a float is required');
  return Math.min(Math.max(Math.ceil(Number(seconds.v) * 1000), 1), 2_147_483_647);
};

const textIn = (value) => new B.str(value).v;
/** Returns credentials. The name and password are Python strings or `None`. */
py.credentialsOf = (username, password, domain) => ({
  username: py.isNone(username) ? null : textIn(username),
  password: py.isNone(password) ? null : textIn(password),
  domain: py.isNone(domain) || textIn(domain) === '' ? null : textIn(domain),
});

/**
 * Sends a request: `{ method, url, headers, content, timeout, followRedirects, verify, connection, credentials }`.
 * Headers are pairs of texts, `content` is a Python string or bytes, and `timeout` a Python number of seconds. Without
 * `credentials`, no credentials are sent; null means those of the configuration. Returns `{ status, reason, url,
 * headers, content, charset }`. Without a response, calls `fail(type, message)`, which throws.
 */
py.send = (order, fail) => {
  const { method, url, headers, content, timeout, followRedirects = true, verify = true } = order;
  if (!/^[A-Z]{1,20}$/.test(method)) py.raise('ValueError', `'${method}' is no method of HTTP`);
  const whole = {
    method,
    url,
    headers,
    body: content === undefined ? null : py.bodyOf(content),
    timeoutMs: secondsToMs(timeout),
    followRedirects,
    verify,
    connection: order.connection ?? connectionTo(url),
    credentials: order.credentials === undefined ? noCredentials : order.credentials,
  };
  const { value, refused } = py.effect('HTTP', ({ http }) => http(whole));
  if (refused !== undefined) return fail(refused.type, refused.message);
  return { ...value, content: py.contentIn(value.body), charset: charsetOf(value.headers) };
};

/** Returns the body of a response as text, decoded by its charset, by default UTF-8. */
py.contentText = ({ content, charset }) => {
  if (!content.isBytes$) return content;
  const known = /^(?:iso-?8859-?1|latin-?1|windows-1252|us-ascii)$/i.test(charset ?? '') ? 'latin-1' : 'utf-8';
  return py.invoke(content, 'decode', [py.text(known), py.text('replace')]);
};

/** Returns headers as pairs of texts, from a dict or pairs. None removes a header. */
py.headerPairs = (given) => {
  if (py.isNone(given)) return [];
  const pairs = given instanceof B.dict ? given.$items() : py.items(given).map((pair) => py.items(pair));
  return pairs.filter(([, value]) => value !== py.none).map(([name, value]) => [textIn(name), textIn(value)]);
};
const isNamed = (name) => {
  const wanted = name.toLowerCase();
  return ([one]) => one.toLowerCase() === wanted;
};
py.hasHeader = (headers, name) => headers.some(isNamed(name));
/** Replaces a header, ignoring case. */
py.withHeader = (headers, name, value) => [...headers.filter((pair) => !isNamed(name)(pair)), [name, value]];

/** Returns the headers of a response by name. Repeated headers are joined. */
py.joinedHeaders = (pairs, spelled = (name) => name) => {
  const joined = new Map();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const before = joined.get(key);
    joined.set(key, before === undefined ? [spelled(name), value] : [before[0], `${before[1]}, ${value}`]);
  }
  return [...joined.values()];
};

/** Returns a slice of a string or of bytes. */
py.partOf = (content, from, to) => {
  const part = content.v.slice(from, to);
  return content.isBytes$ ? py.bytes(part) : py.text(part);
};
