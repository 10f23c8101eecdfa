/** httplib: connections and responses. A request is sent when it is complete. */
const B = Sk.builtin;
py.loadFile('http/messages');
py.loadFile('http/network');

const textIn = (value) => new B.str(value).v;

const HTTPException = py.defineError('httplib.HTTPException', B.Exception);
const errors = Object.fromEntries(
  [
    'BadStatusLine',
    'CannotSendHeader',
    'CannotSendRequest',
    'ImproperConnectionState',
    'IncompleteRead',
    'InvalidURL',
    'NotConnected',
    'ResponseNotReady',
    'UnknownProtocol',
  ].map((name) => [name, py.defineError(`httplib.${name}`, HTTPException)]),
);
const fail = (type, message) => {
  const { error, timeout } = py.socketErrors;
  throw type === 'HttpTimeout' ? new timeout('timed out') : new error(message);
};

const HTTPResponse = py.defineOpenType('httplib.HTTPResponse', {
  start: () => undefined,
  slots: py.readingSlots,
  methods: {
    ...py.reading,
    getheader: [
      ['name', 'default?'],
      (response, ...given) =>
        py.invoke(
          py.attribute(response, 'msg'),
          'getheader',
          given.map((one) => one ?? py.none),
        ),
    ],
    getheaders: [
      [],
      (response) =>
        new B.list(
          py
            .attribute(response, 'msg')
            .$items()
            .map((pair) => new B.tuple(pair)),
        ),
    ],
    isclosed: [[], (response) => py.bool(response.at >= response.content.v.length)],
  },
});
const responseOf = ({ status, reason, headers, content }) =>
  py.setAttributes(Object.assign(new HTTPResponse(), { content, at: 0 }), {
    status: py.number(status),
    reason: py.text(reason),
    version: py.number(11),
    msg: py.messageOf(headers),
  });

const hostAndPort = (host, port, usual) => {
  const [, name, written] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(textIn(host)) ?? [];
  if (name === undefined) throw new errors.InvalidURL(`nonnumeric port: '${textIn(host)}'`);
  const number = written ? Number(written) : usual;
  return { host: name, port: py.isNone(port) ? number : Number(textIn(port)) };
};
const authorityOf = ({ host, port, usual }) => (port === usual ? host : `${host}:${port}`);

/** Returns the address of a request from a path, or from a full address as for a proxy. */
const urlOf = (connection, url) => {
  if (/^https?:\/\//i.test(url)) return url;
  return `${connection.scheme}://${authorityOf(connection)}${url.startsWith('/') ? url : `/${url}`}`;
};
const perform = (connection) => {
  const { method, url, headers, content } = connection.pending;
  connection.pending = undefined;
  const { timeout, context } = connection;
  const answer = py.send(
    {
      method,
      url: urlOf(connection, url),
      headers,
      content,
      timeout: py.isNone(timeout) ? py.defaultTimeout() : timeout,
      followRedirects: false,
      verify: py.contextVerifies(context) ?? py.verifiesByDefault(),
    },
    fail,
  );
  connection.response = responseOf(answer);
};

const methods = {
  request: [
    ['method', 'url', 'body?', 'headers?'],
    (connection, method, url, body, headers) => {
      connection.pending = {
        method: textIn(method).toUpperCase(),
        url: textIn(url),
        headers: py.headerPairs(headers),
        content: py.contentOf(body, 'body'),
      };
      perform(connection);
    },
  ],
  getresponse: [
    ['buffering?'],
    (connection) => {
      if (connection.pending?.isWhole) perform(connection);
      const { response } = connection;
      if (response === undefined) throw new errors.ResponseNotReady('Idle');
      connection.response = undefined;
      return response;
    },
  ],
  putrequest: [
    ['method', 'url', 'skip_host?', 'skip_accept_encoding?'],
    (connection, method, url) => {
      connection.pending = { method: textIn(method).toUpperCase(), url: textIn(url), headers: [], content: undefined };
    },
  ],
  endheaders: [
    ['message_body?'],
    (connection, body) => {
      connection.pending.isWhole = true;
      connection.pending.content = py.contentOf(body, 'body');
    },
  ],
  send: [
    ['data'],
    (connection, data) => {
      const { pending } = connection;
      const more = py.contentOf(data, 'data');
      pending.content = pending.content === undefined ? more : Sk.abstr.numberBinOp(pending.content, more, 'Add');
    },
  ],
  connect: [[], () => undefined],
  close: [[], () => undefined],
  set_debuglevel: [['level'], () => undefined],
  set_tunnel: [
    ['host', 'port?', 'headers?'],
    () => py.refuse('httplib.set_tunnel', 'a proxy is set by the configuration'),
  ],
};
const openMethods = {
  putheader: (connection, [name, ...values]) =>
    void connection.pending.headers.push([textIn(name), values.map(textIn).join(', ')]),
};

const begun = (connection, scheme, usual, { host, port, timeout, context }) => {
  Object.assign(connection, { scheme, usual, timeout, context, ...hostAndPort(host, port, usual) });
  py.setAttributes(connection, { host: py.text(connection.host), port: py.number(connection.port), timeout });
};
const HTTPConnection = py.defineOpenType('httplib.HTTPConnection', {
  parameters: ['host', 'port?', 'strict?', 'timeout?', 'source_address?'],
  start: (connection, host, port, _strict, timeout) => begun(connection, 'http', 80, { host, port, timeout }),
  methods,
  openMethods,
});
const secure = ['host', 'port?', 'key_file?', 'cert_file?', 'strict?', 'timeout?', 'source_address?', 'context?'];
const HTTPSConnection = py.defineOpenType('httplib.HTTPSConnection', {
  base: HTTPConnection,
  parameters: secure,
  start: (connection, host, port, _key, _certificate, _strict, timeout, _source, context) =>
    begun(connection, 'https', 443, { host, port, timeout, context }),
});

const reasons = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};
const constant = (reason) => reason.toUpperCase().replaceAll(' ', '_');

py.modules.httplib = () => ({
  ...errors,
  ...Object.fromEntries(
    Object.entries(reasons).map(([status, reason]) => [constant(reason), py.number(Number(status))]),
  ),
  HTTPConnection,
  HTTPException,
  HTTPResponse,
  HTTPSConnection,
  HTTP_PORT: py.number(80),
  HTTPS_PORT: py.number(443),
  error: HTTPException,
  responses: new B.dict(
    Object.entries(reasons).flatMap(([status, reason]) => [py.number(Number(status)), py.text(reason)]),
  ),
});
