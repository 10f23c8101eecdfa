/** Apache HttpClient: requests, entities and responses. */
const B = Sk.builtin;
py.loadFile('http/transport');

const textIn = (value) => new B.str(value).v;
const isNamed = (name) => (header) => header.name.toLowerCase() === textIn(name).toLowerCase();

const Header = py.defineClass('org.apache.http.Header', {
  getters: { name: ({ name }) => py.text(name), value: ({ value }) => py.text(value) },
  methods: { getName: [[], ({ name }) => py.text(name)], getValue: [[], ({ value }) => py.text(value)] },
  slots: {
    tp$str() {
      return py.text(`${this.name}: ${this.value}`);
    },
  },
});
const headerOf = ([name, value]) => Object.assign(new Header(), { name, value });
const headerMethods = {
  getAllHeaders: [[], ({ headers }) => new B.list(headers)],
  getHeaders: [['name'], ({ headers }, name) => new B.list(headers.filter(isNamed(name)))],
  getFirstHeader: [['name'], ({ headers }, name) => headers.find(isNamed(name))],
  getLastHeader: [['name'], ({ headers }, name) => headers.findLast(isNamed(name))],
  containsHeader: [['name'], ({ headers }, name) => py.bool(headers.some(isNamed(name)))],
};

/** The body of a request: text or bytes, and the content type. */
const Entity = py.defineClass('org.apache.http.HttpEntity', {
  methods: {
    getContent: [[], ({ content }) => py.streamOf(content)],
    getContentLength: [[], ({ content }) => py.number(content.v.length)],
    getContentType: [[], ({ type }) => (type === undefined ? undefined : headerOf(['Content-Type', type]))],
    isStreaming: [[], () => py.bool(false)],
    setContentEncoding: [['encoding'], () => undefined],
    setContentType: [['type'], (entity, type) => void Object.assign(entity, { type: textIn(type) })],
  },
  getters: { content: ({ content }) => py.streamOf(content) },
});
py.entityOf = (content, type) => Object.assign(new Entity(), { content, type });

const bodiless = ['GET', 'HEAD', 'OPTIONS'];
const Request = py.defineOpenType('org.apache.http.client.methods.HttpRequestBase', {
  parameters: ['uri?'],
  start: (request, uri) => Object.assign(request, { url: py.isNone(uri) ? '' : textIn(uri), headers: [] }),
  methods: {
    ...headerMethods,
    /** A header without a value prevents the header of the entity. */
    addHeader: [['name', 'value?'], (request, name, value) => void request.headers.push(made(name, value))],
    setHeader: [
      ['name', 'value?'],
      (request, name, value) => {
        const header = made(name, value);
        const at = request.headers.findIndex(isNamed(py.text(header.name)));
        if (at < 0) request.headers.push(header);
        else request.headers[at] = header;
      },
    ],
    removeHeaders: [
      ['name'],
      (request, name) => void Object.assign(request, { headers: request.headers.filter((one) => !isNamed(name)(one)) }),
    ],
    setEntity: [['entity'], (request, entity) => void Object.assign(request, { entity })],
    getEntity: [[], ({ entity }) => entity],
    setConfig: [['config'], (request, config) => void Object.assign(request, { config })],
    getConfig: [[], ({ config }) => config],
    getMethod: [[], ({ method }) => py.text(method)],
    getURI: [[], ({ url }) => py.text(url)],
    setURI: [['uri'], (request, uri) => void Object.assign(request, { url: textIn(uri) })],
    abort: [[], () => undefined],
    releaseConnection: [[], () => undefined],
    reset: [[], () => undefined],
  },
  slots: {
    tp$str() {
      return py.text(`${this.method} ${this.url} HTTP/1.1`);
    },
  },
});
const made = (name, value) => {
  if (name instanceof Header) return name;
  return headerOf([textIn(name), py.isNone(value) ? '' : textIn(value)]);
};

const methodOf = (method) => {
  const type = py.defineOpenType(`org.apache.http.client.methods.Http${method[0]}${method.slice(1).toLowerCase()}`, {
    base: Request,
    parameters: ['uri?'],
    start: (request, uri) => Object.assign(request, { method, url: py.isNone(uri) ? '' : textIn(uri), headers: [] }),
  });
  return type;
};
const requests = Object.fromEntries(
  ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, methodOf(method)]),
);

const Status = py.defineClass('org.apache.http.StatusLine', {
  getters: { statusCode: ({ status }) => py.number(status), reasonPhrase: ({ reason }) => py.text(reason) },
  methods: {
    getStatusCode: [[], ({ status }) => py.number(status)],
    getReasonPhrase: [[], ({ reason }) => py.text(reason)],
  },
  slots: {
    tp$str() {
      return py.text(`HTTP/1.1 ${this.status} ${this.reason}`);
    },
  },
});
const statusOf = ({ status, reason }) => Object.assign(new Status(), { status, reason });
const Response = py.defineClass('org.apache.http.HttpResponse', {
  getters: {
    statusLine: statusOf,
    entity: ({ entity }) => entity ?? py.none,
    allHeaders: ({ headers }) => new B.list(headers),
  },
  methods: {
    ...headerMethods,
    getStatusLine: [[], statusOf],
    getEntity: [[], ({ entity }) => entity],
    close: [[], () => undefined],
  },
});

const failures = { HttpTimeout: 'java.net.SocketTimeoutException' };
const fail = (type, message) => {
  throw new (py.standIn(failures[type] ?? 'java.net.ConnectException'))(message);
};

/** Returns the headers that are sent. A header without a value is omitted. */
const sentHeaders = ({ headers, entity }) => {
  const pairs = headers.map(({ name, value }) => [name, value]);
  const typed =
    entity?.type === undefined || py.hasHeader(pairs, 'Content-Type')
      ? pairs
      : [...pairs, ['Content-Type', entity.type]];
  return typed.filter(([, value]) => value !== '');
};
/** Sends a request. With `verify: false`, all certificates are trusted. */
py.executeApache = (request, { verify = true, timeout } = {}) => {
  const { method, url, entity, connection, credentials } = request;
  const answer = py.send(
    {
      method,
      url,
      headers: sentHeaders(request),
      content: bodiless.includes(method) ? undefined : entity?.content,
      timeout,
      followRedirects: method === 'GET' || method === 'HEAD',
      verify,
      connection,
      credentials: py.hasHeader(sentHeaders(request), 'Authorization') ? undefined : credentials,
    },
    fail,
  );
  const { status, reason, headers, content, charset } = answer;
  const isEmpty = method === 'HEAD' || status === 204 || status === 304;
  return Object.assign(new Response(), {
    status,
    reason,
    headers: headers.map(headerOf),
    entity: isEmpty ? undefined : Object.assign(py.entityOf(content), { charset }),
  });
};
py.apacheRequests = requests;

py.modules['org.apache.http.client.methods'] = () => ({
  HttpGet: requests.GET,
  HttpHead: requests.HEAD,
  HttpOptions: requests.OPTIONS,
  HttpPost: requests.POST,
  HttpPut: requests.PUT,
  HttpPatch: requests.PATCH,
  HttpDelete: requests.DELETE,
  HttpRequestBase: Request,
});
