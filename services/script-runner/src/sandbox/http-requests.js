// Sandbox code of JavaScript: converts the HTTP request of a script to the order that is sent. It is evaluated before
// untrusted code and defines one global, which http.js takes and removes: `__httpRequests` → { orderOf(method, url,
// options, known), joined(base, path), headerPairs(given), contentOf(body) }. The script runs in the same realm, so
// this code saves all builtins that it needs before the script starts.
{
  const { stringify } = JSON;
  const { isArray } = Array;
  const { keys, defineProperty } = Object;
  const { apply } = Reflect;
  const { exec } = RegExp.prototype;
  const { slice, indexOf, startsWith, toLowerCase, toUpperCase, isWellFormed } = String.prototype;
  const { ceil, max, min } = Math;
  const { toBase64 } = globalThis.__hashing;
  const encode = encodeURIComponent;
  const asText = String;
  const InvalidInput = TypeError;

  const isNone = (value) => value === undefined || value === null;
  const isObject = (value) => typeof value === 'object' && value !== null;
  const lower = (text) => apply(toLowerCase, text, []);
  /** Adds an own element. An assignment would call a setter that a script may have defined. */
  const add = (list, value) =>
    defineProperty(list, list.length, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  /** Returns the pairs of an object, or of a list of pairs. */
  function pairsOf(input) {
    const pairs = [];
    const names = isArray(input) || !isObject(input) ? [] : keys(input);
    for (let at = 0; at < names.length; at += 1) add(pairs, [names[at], input[names[at]]]);
    for (let at = 0; isArray(input) && at < input.length; at += 1) add(pairs, [asText(input[at][0]), input[at][1]]);
    return pairs;
  }
  function headerPairs(input) {
    const pairs = pairsOf(input);
    const headers = [];
    for (let at = 0; at < pairs.length; at += 1)
      if (!isNone(pairs[at][1])) add(headers, [pairs[at][0], asText(pairs[at][1])]);
    return headers;
  }
  function hasHeader(headers, name) {
    for (let at = 0; at < headers.length; at += 1) if (lower(headers[at][0]) === lower(name)) return true;
    return false;
  }

  /** Encodes `a=b&c=d`. Each value of a list is a separate pair. */
  function formOf(input) {
    if (typeof input === 'string') return input;
    const pairs = pairsOf(input);
    let text = '';
    const write = (name, value) => {
      if (!isNone(value)) text += `${text === '' ? '' : '&'}${encode(name)}=${encode(asText(value))}`;
    };
    for (let at = 0; at < pairs.length; at += 1) {
      const value = pairs[at][1];
      const values = isArray(value) ? value : [value];
      for (let index = 0; index < values.length; index += 1) write(pairs[at][0], values[index]);
    }
    return text;
  }
  function withParams(url, params) {
    const extra = formOf(params);
    if (extra === '') return url;
    return `${url}${apply(indexOf, url, ['?']) < 0 ? '?' : '&'}${extra}`;
  }

  const fullUrl = /^[a-z][a-z0-9+.-]*:\/\//i;
  /** Returns the address of a server with a path. A full address stays unchanged. */
  function joinUrl(base, path) {
    if (typeof base !== 'string') throw new InvalidInput('the connection has no url');
    if (apply(exec, fullUrl, [path]) !== null) return path;
    let end = base.length;
    while (end > 0 && base[end - 1] === '/') end -= 1;
    const root = apply(slice, base, [0, end]);
    if (path === '') return root;
    return apply(startsWith, path, ['/']) ? root + path : `${root}/${path}`;
  }

  const path = /^(?:Configuration|Applications)\//;
  /**
   * Whether an id is that of a configuration: an id from the inputs, or a path, such as the id of a configuration that
   * the script reads.
   */
  function isConfigurationId(id, known) {
    if (typeof id !== 'string') return false;
    for (let at = 0; at < known.length; at += 1) if (known[at].id === id) return true;
    return apply(exec, path, [id]) !== null;
  }

  const address = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?([^/?#]*)/i;
  const port = /:\d+$/;
  /** Returns the scheme, host and port of an address. */
  function originOf(url) {
    const match = apply(exec, address, [asText(url)]);
    if (match === null) return null;
    const scheme = lower(match[1]);
    const host = lower(match[2]);
    const defaultPort = scheme === 'https' ? ':443' : ':80';
    return `${scheme}://${host}${apply(exec, port, [host]) === null ? defaultPort : ''}`;
  }
  /** Returns the configuration for a request that names none: the known configuration with the same server. */
  function connectionTo(url, known) {
    const origin = originOf(url);
    for (let at = 0; at < known.length; at += 1) if (originOf(known[at].url) === origin) return known[at].id;
    return null;
  }

  const textOrNull = (value) => (isNone(value) ? null : asText(value));
  /** Returns the credentials from `['name', 'password']` or `{ username, password, domain }`. */
  const credentialsOf = (auth) => ({
    username: textOrNull(isArray(auth) ? auth[0] : auth.username),
    password: textOrNull(isArray(auth) ? auth[1] : auth.password),
    domain: isArray(auth) ? null : textOrNull(auth.domain),
  });
  const noCredentials = { username: null, password: null, domain: null };

  const isStorable = (text) => apply(indexOf, text, ['\0']) < 0 && apply(isWellFormed, text, []);
  function contentOf(body) {
    if (isNone(body)) return null;
    if (typeof body === 'string' && isStorable(body)) return { text: body };
    if (typeof body !== 'string' && typeof body.length !== 'number')
      throw new InvalidInput(
        'the body of a request must be a text or an array of bytes; send objects as `json` or `form`',
      );
    return { base64: toBase64(body) };
  }
  /** Returns the body of a request and, if known, its type. */
  function bodyOf({ body, json, form }) {
    if (json !== undefined) return { type: 'application/json', body: contentOf(stringify(json)) };
    if (!isNone(form)) return { type: 'application/x-www-form-urlencoded', body: contentOf(formOf(form)) };
    return { type: null, body: contentOf(body) };
  }
  function timeoutOf(seconds) {
    if (isNone(seconds)) return null;
    if (typeof seconds !== 'number' || !(seconds > 0)) throw new InvalidInput('a timeout is a number of seconds');
    return max(1, min(ceil(seconds * 1000), 2_147_483_647));
  }

  /** Creates the order of a request. `known`: the configurations with an address in the inputs of the script. */
  function requestOf(method, url, options, known) {
    const { connection, auth, headers: input, params, timeout, followRedirects, verify } = options;
    const server = typeof connection === 'string' ? { id: connection, url: undefined } : connection;
    const target = withParams(isNone(server?.url) ? asText(url) : joinUrl(server.url, asText(url)), params);
    const { type, body } = bodyOf(options);
    const headers = headerPairs(input);
    if (type !== null && !hasHeader(headers, 'Content-Type')) add(headers, ['Content-Type', type]);
    const isNamed = typeof connection === 'string' || isConfigurationId(server?.id, known);
    const id = isNamed ? server.id : null;
    const isOwn = id === null && !isNone(server?.username);
    return {
      method: apply(toUpperCase, asText(method), []),
      url: target,
      headers,
      body,
      timeoutMs: timeoutOf(timeout),
      followRedirects: followRedirects !== false,
      verify: verify !== false,
      connection: id ?? connectionTo(target, known),
      credentials: isNone(auth)
        ? isOwn
          ? credentialsOf(server)
          : id === null
            ? noCredentials
            : null
        : credentialsOf(auth),
    };
  }

  globalThis.__httpRequests = { orderOf: requestOf, joined: joinUrl, headerPairs, contentOf };
}
