/** HTTP classes of the product family: HttpRequest, HttpResponse, CredentialsFallback, and the older XLRequest. */
const B = Sk.builtin;
py.loadFile('domain');
py.loadFile('http/apache-entities');

const textIn = (value) => new B.str(value).v;
const isGiven = (value) => !py.isNone(value) && Sk.misceval.isTrue(value);
const given = (value) => (isGiven(value) ? value : undefined);

/** Returns the id of a configuration if the connection of a script refers to a stored one. */
const idIn = (params) => {
  const id = params.mp$lookup?.(py.text('id'));
  return py.isText(id) && py.isConfigurationId(id.v) ? id.v : undefined;
};

const HttpResponse = py.defineOpenType('HttpResponse', {
  parameters: ['status', 'response', 'headers'],
  start: (self, status, response, headers) => {
    const pairs = py.items(headers).map((header) => (py.isText(header) ? [textIn(header), ''] : pairOf(header)));
    py.setAttributes(self, { status, response, headers: py.headersOf(py.joinedHeaders(pairs)) });
  },
  methods: {
    getStatus: [[], (self) => py.attribute(self, 'status')],
    getResponse: [[], (self) => py.attribute(self, 'response')],
    getHeaders: [[], (self) => py.attribute(self, 'headers')],
    isSuccessful: [
      [],
      (self) => {
        const status = Number(py.attribute(self, 'status').v);
        return py.bool(status >= 200 && status < 400);
      },
    ],
    errorDump: [
      [],
      (self) => {
        py.write(`Status:  ${textIn(py.attribute(self, 'status'))} \n\n`);
        py.write(`Response:  ${textIn(py.attribute(self, 'response'))} \n\n`);
        py.write(`Response headers:  ${textIn(py.attribute(self, 'headers'))} \n\n`);
      },
    ],
  },
});
const pairOf = (header) => ['getName', 'getValue'].map((name) => textIn(py.invoke(header, name)));

/** Converts a body: a string, or for a JSON content type a dict or a list. */
const contentOf = (body, contentType) => {
  const isJson = isGiven(contentType) && /\bjson\b/i.test(textIn(contentType));
  const isData = body instanceof B.dict || body instanceof B.list;
  return isData && isJson ? py.call(py.importModule('json').$d.dumps, body) : py.contentOf(body, 'body');
};
const carrying = ['POST', 'PUT', 'PATCH'];
const buildRequest = (self, method, context, body, contentType, headers) => {
  const url = py.invoke(self, 'quote', [
    py.invoke(self, 'createPath', [py.invoke(py.attribute(self, 'params'), 'getUrl'), context ?? py.none]),
  ]);
  const name = py.textOf(method, 'buildRequest').toUpperCase();
  const type = py.apacheRequests[name];
  if (type === undefined) py.raise('Exception', `Unsupported method: ${name}`);
  const request = py.call(type, url);
  const content = contentOf(body, contentType);
  if (carrying.includes(name) || (content !== undefined && content.v !== ''))
    request.entity = py.entityOf(content ?? py.text(''), isGiven(contentType) ? undefined : '');
  if (isGiven(contentType)) {
    py.invoke(request, 'addHeader', [py.text('Content-Type'), contentType]);
    py.invoke(request, 'addHeader', [py.text('Accept'), contentType]);
  }
  py.invoke(self, 'setCredentials', [request]);
  py.invoke(self, 'setProxy', [request]);
  py.invoke(self, 'setHeaders', [request, headers ?? py.none]);
  return request;
};

/**
 * Sets the credentials: those of the script, otherwise those of its server object. A stored configuration has its own.
 */
const setCredentials = (self, request) => {
  const params = py.attribute(self, 'params');
  const username = given(py.attribute(self, 'username'));
  if (username !== undefined) request.credentials = py.credentialsOf(username, py.attribute(self, 'password'));
  else if (idIn(params) !== undefined) request.credentials = null;
  else {
    const own = ['getUsername', 'getPassword', 'getDomain'].map((name) => py.invoke(params, name));
    if (isGiven(own[0])) request.credentials = py.credentialsOf(...own);
  }
};
const setProxy = (self, request) => {
  request.connection = idIn(py.attribute(self, 'params'));
};
const setHeaders = (_, request, headers) => {
  if (!isGiven(headers)) return;
  for (const [name, value] of headers instanceof B.dict ? headers.$items() : py.items(headers).map((pair) => pair.v))
    py.invoke(request, 'setHeader', [name, value]);
};
const executeRequest = (self, request) => {
  const verify = py.attribute(self, 'verify');
  const answer = py.executeApache(request, { verify: verify === undefined || isGiven(verify) });
  const { status, entity, headers } = answer;
  return py.call(
    HttpResponse,
    py.number(status),
    entity === undefined ? py.none : py.contentText(entity),
    new B.list(headers),
  );
};

const optionNames = ['method', 'context', 'body', 'contentType', 'headers'];
const otherwise = { method: 'GET', context: '', body: '' };
const doRequest = (self, _, options) => {
  const args = optionNames.map((name) => options[name] ?? (name in otherwise ? py.text(otherwise[name]) : py.none));
  return py.invoke(self, 'executeRequest', [py.invoke(self, 'buildRequest', args)]);
};
/** Creates a method such as `get(context, **options)`. Methods with a body have another parameter for it. */
const asking = (method, names) => (self, args, named) => {
  if (args.length > names.length)
    py.raise('TypeError', `${method.toLowerCase()}() takes at most ${names.length + 1} arguments`);
  const placed = Object.fromEntries(args.map((value, at) => [names[at], value]));
  const lacking = names.find((name) => placed[name] === undefined && named[name] === undefined);
  if (lacking !== undefined) py.raise('TypeError', `${method.toLowerCase()}() needs the argument '${lacking}'`);
  return py.invoke(self, 'doRequest', [], { ...named, ...placed, method: py.text(method) });
};

const HttpRequest = py.defineOpenType('HttpRequest', {
  parameters: ['params', 'username?', 'password?', 'verify?'],
  start: (self, params, username, password, verify) =>
    void py.setAttributes(self, {
      params: py.httpConnection(params),
      username,
      password,
      verify: verify ?? py.bool(true),
    }),
  methods: {
    buildRequest: [['method', 'context?', 'body?', 'contentType?', 'headers?'], buildRequest],
    createPath: [
      ['url', 'context?'],
      (_, url, context) => {
        if (!py.isText(url)) py.raise('ValueError', 'the connection has no url');
        let end = url.v.length;
        while (url.v[end - 1] === '/') end -= 1;
        const base = url.v.slice(0, end);
        if (py.isNone(context)) return py.text(base);
        const path = py.textOf(context, 'createPath');
        return py.text(path.startsWith('/') ? base + path : `${base}/${path}`);
      },
    ],
    quote: [['url'], (_, url) => py.text(py.quoted(url, ':/?&=%'))],
    setCredentials: [['request'], setCredentials],
    setProxy: [['request'], setProxy],
    setHeaders: [['request', 'headers?'], setHeaders],
    executeRequest: [['request'], executeRequest],
  },
  openMethods: {
    doRequest,
    get: asking('GET', ['context']),
    head: asking('HEAD', ['context']),
    delete: asking('DELETE', ['context']),
    post: asking('POST', ['context', 'body']),
    put: asking('PUT', ['context', 'body']),
    patch: asking('PATCH', ['context', 'body']),
  },
});

const CredentialsFallback = py.defineOpenType('CredentialsFallback', {
  parameters: ['server', 'username?', 'password?'],
  start: (self, server, username, password) => void py.setAttributes(self, { server, username, password }),
  methods: {
    getCredentials: [
      [],
      (self) => {
        const isOwn = isGiven(py.attribute(self, 'username'));
        const server = isOwn ? undefined : py.httpConnection(py.attribute(self, 'server'));
        return new B.dict(
          ['username', 'password'].flatMap((name) => [
            py.text(name),
            (isOwn ? py.attribute(self, name) : py.attribute(server, name)) ?? py.none,
          ]),
        );
      },
    ],
  },
});

/** The body of an XLRequest is read once, like a file. */
const XLResponse = py.defineOpenType('XLResponse', {
  base: HttpResponse,
  parameters: ['status', 'response', 'headers'],
  methods: { read: [[], (self) => py.attribute(self, 'response')] },
  start: (self, ...given) => HttpResponse.prototype.tp$init.call(self, given),
});
const requestNames = ['url', 'method', 'body', 'username', 'password', 'contentType'];
const XLRequest = py.defineOpenType('XLRequest', {
  parameters: requestNames.map((name) => (name === 'url' ? name : `${name}?`)),
  start: (self, ...values) =>
    void py.setAttributes(self, Object.fromEntries(requestNames.map((name, at) => [name, values[at]]))),
  methods: {
    send: [
      [],
      (self) => {
        const [url, method, body, username, password, contentType] = requestNames.map((name) =>
          py.attribute(self, name),
        );
        const whole = py.call(HttpRequest, new B.dict([py.text('url'), url]), username, password);
        const name = isGiven(method) ? method : py.text('GET');
        const request = py.invoke(whole, 'buildRequest', [name, py.none, body, contentType]);
        request.url = textIn(url);
        const answer = py.invoke(whole, 'executeRequest', [request]);
        return Object.assign(new XLResponse(), { $d: answer.$d });
      },
    ],
  },
});

py.modules['xlrelease.HttpRequest'] = () => ({ HttpRequest });
py.modules['xlrelease.HttpResponse'] = () => ({ HttpResponse });
py.modules['xlrelease.CredentialsFallback'] = () => ({ CredentialsFallback });
py.modules['xlrelease.XLRequest'] = () => ({ XLRequest, XLResponse });
