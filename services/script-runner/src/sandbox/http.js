// Sandbox code of JavaScript: the names `http`, `HttpRequest` and `sleep`. It is evaluated before untrusted code and
// defines one global, which javascript.js takes and removes: `__http` → { namesOf(effects, inputs, print),
// contentOf(body), contentIn(body) }. The last two are for files, which have the same form as bodies.
{
  const { parse } = JSON;
  const { defineProperty, freeze, keys } = Object;
  const { apply } = Reflect;
  const { toLowerCase, toUpperCase } = String.prototype;
  const { fromBase64 } = globalThis.__hashing;
  const decode = decodeURIComponent;
  const AnyError = Error;
  const InvalidInput = TypeError;
  const asText = String;
  const { ceil, min } = Math;
  const ProxyOf = Proxy;
  const { get: getOf } = Reflect;
  const { orderOf: requestOf, joined: joinUrl, headerPairs, contentOf } = globalThis.__httpRequests;
  delete globalThis.__httpRequests;

  const lower = (text) => apply(toLowerCase, text, []);
  const maxMs = 31_536_000_000;

  /** Decodes UTF-8. If the bytes are invalid, each byte becomes one character. */
  function textOf(bytes) {
    let escaped = '';
    let plain = '';
    for (let at = 0; at < bytes.length; at += 1) {
      escaped += `%${bytes[at] < 16 ? '0' : ''}${bytes[at].toString(16)}`;
      plain += asText.fromCharCode(bytes[at]);
    }
    try {
      return decode(escaped);
    } catch {
      return plain;
    }
  }

  /** Returns headers by name. Lookups ignore case, and repeated headers are joined. */
  function headersOf(pairs) {
    const found = { __proto__: null };
    const spellings = { __proto__: null };
    for (let at = 0; at < pairs.length; at += 1) {
      const name = pairs[at][0];
      const existing = spellings[lower(name)];
      if (existing === undefined) spellings[lower(name)] = name;
      found[existing ?? name] = existing === undefined ? pairs[at][1] : `${found[existing]}, ${pairs[at][1]}`;
    }
    const spellingOf = (name) => (typeof name === 'symbol' ? name : (spellings[lower(name)] ?? name));
    return new ProxyOf(found, {
      __proto__: null,
      get: (target, name) => getOf(target, spellingOf(name)),
      has: (target, name) => spellingOf(name) in target,
    });
  }

  /** Returns the response: `text`, or `bytes` if it is not valid UTF-8. */
  function responseBody({ status, reason, url, headers, body }) {
    const bytes = typeof body.base64 === 'string' ? fromBase64(body.base64) : null;
    const text = bytes === null ? body.text : textOf(bytes);
    return {
      status,
      reason,
      url,
      ok: status >= 200 && status < 300,
      headers: headersOf(headers),
      text,
      bytes,
      json: () => parse(text),
    };
  }

  function sending(effects, existing) {
    return (method, url, options) => {
      const { value, refused } = effects.http(requestOf(method, url, options ?? {}, existing));
      if (refused === undefined) return responseBody(value);
      const error = new AnyError(refused.message);
      defineProperty(error, 'name', { __proto__: null, value: refused.type, writable: true, configurable: true });
      throw error;
    };
  }

  /** The class HttpRequest of the product family, as in Python scripts. */
  const requestType = (send, print) =>
    class HttpRequest {
      constructor(params, username, password, verify) {
        this.params = params;
        this.username = username;
        this.password = password;
        this.verify = verify;
      }
      doRequest({ method = 'GET', context, body, contentType, headers }) {
        const { params, username, password, verify } = this;
        const name = apply(toUpperCase, asText(method), []);
        const ownOptions = headerPairs(headers);
        const typed = { 'Content-Type': contentType, Accept: contentType };
        for (let at = 0; at < ownOptions.length; at += 1) {
          if (lower(ownOptions[at][0]) === 'accept') typed.Accept = null;
          if (lower(ownOptions[at][0]) === 'content-type') typed['Content-Type'] = null;
        }
        const all = [...headerPairs(typed), ...ownOptions];
        const hasBody = name === 'POST' || name === 'PUT' || name === 'PATCH';
        const auth = username ? { username, password } : null;
        const answer = send(name, joinUrl(params?.url, context ?? ''), {
          connection: params,
          auth,
          headers: all,
          body: hasBody ? (body ?? '') : body,
          followRedirects: name === 'GET' || name === 'HEAD',
          verify,
        });
        return responseOf(answer, print);
      }
      get(context, options) {
        return this.doRequest({ ...options, method: 'GET', context });
      }
      head(context, options) {
        return this.doRequest({ ...options, method: 'HEAD', context });
      }
      delete(context, options) {
        return this.doRequest({ ...options, method: 'DELETE', context });
      }
      post(context, body, options) {
        return this.doRequest({ ...options, method: 'POST', context, body });
      }
      put(context, body, options) {
        return this.doRequest({ ...options, method: 'PUT', context, body });
      }
      patch(context, body, options) {
        return this.doRequest({ ...options, method: 'PATCH', context, body });
      }
    };
  const responseOf = ({ status, text, headers }, print) => ({
    status,
    response: text,
    headers,
    getStatus: () => status,
    getResponse: () => text,
    getHeaders: () => headers,
    isSuccessful: () => status >= 200 && status < 400,
    errorDump: () => {
      let shown = '';
      for (const name of keys(headers)) shown += `${shown === '' ? '' : ', '}${name}: ${headers[name]}`;
      print(`Status: ${status}\nResponse: ${text}\nResponse headers: ${shown}`);
    },
  });

  function sleepOf(effects) {
    return (seconds) => {
      if (typeof seconds !== 'number' || !(seconds >= 0)) throw new InvalidInput('a pause is a number of seconds');
      effects.sleep(min(ceil(seconds * 1000), maxMs));
    };
  }
  /** Returns the function `task.schedule(script, seconds)`. */
  const defaultSeconds = 5;
  const scheduleOf = (effects) => (script, seconds) => {
    const asked = seconds ?? defaultSeconds;
    if (typeof asked !== 'number' || !(asked >= 0))
      throw new InvalidInput('a script continues after a number of seconds');
    effects.schedule(script, asked < 1 ? 1 : asked);
  };

  /** Returns the configurations with an address in the inputs of a script. */
  function connectionsIn(inputs) {
    const found = [];
    for (const name of keys(inputs)) {
      const one = inputs[name];
      if (typeof one?.id === 'string' && typeof one.url === 'string') found.push({ id: one.id, url: one.url });
    }
    return found;
  }

  const namesOf = (effects, inputs, print) => {
    const existing = connectionsIn(inputs);
    const send = sending(effects, existing);
    const http = { request: send };
    for (const verb of ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'])
      http[verb] = (url, options) => send(verb, url, options);
    return {
      http: freeze(http),
      HttpRequest: requestType(send, print),
      sleep: sleepOf(effects),
      schedule: scheduleOf(effects),
    };
  };
  /** Returns a text, or an array of bytes. */
  const contentIn = (body) => (typeof body.base64 === 'string' ? fromBase64(body.base64) : body.text);
  globalThis.__http = { namesOf, contentOf, contentIn };
}
