/** socket, ssl and cookielib: the parts that HTTP libraries use. */
const B = Sk.builtin;
py.loadFile('http/classes');

const network = 'scripts can access the network only by HTTP requests';
const SocketError = py.defineError('socket.error', B.IOError);
const Timeout = py.defineError('socket.timeout', SocketError);
const SslError = py.defineError('ssl.SSLError', SocketError);
const AddressError = py.defineError('socket.gaierror', SocketError);
py.socketErrors = { error: SocketError, timeout: Timeout };

const refused = (name) => py.defineOpen(name, () => py.refuse(name, network));
const constants = (names) => Object.fromEntries(names.map((name, at) => [name, py.number(at)]));

/** A base class for scripts. Creating an object raises an error. */
const SocketBase = py.defineOpenType('socket.socket', {
  start: () => py.refuse('socket.socket', network),
});
SocketBase.$refuses = network;

let byDefault;
/** The default time limit of requests in seconds, a Python number; `None` if unset. */
py.defaultTimeout = () => {
  const isLoaded = Sk.sysmodules.quick$lookup(py.text('socket')) !== undefined;
  return isLoaded ? byDefault : py.none;
};
py.modules.socket = () => {
  byDefault = py.none;
  return {
    error: SocketError,
    gaierror: AddressError,
    herror: AddressError,
    timeout: Timeout,
    setdefaulttimeout: py.define('setdefaulttimeout', ['timeout?'], (timeout) => {
      byDefault = timeout ?? py.none;
    }),
    getdefaulttimeout: py.define('getdefaulttimeout', [], () => byDefault),
    gethostname: py.define('gethostname', [], () => py.text('localhost')),
    getfqdn: py.define('getfqdn', ['name?'], () => py.text('localhost')),
    _GLOBAL_DEFAULT_TIMEOUT: py.none,
    ...constants(['AF_UNSPEC', 'SOCK_STREAM', 'AF_INET', 'SOL_SOCKET', 'IPPROTO_TCP', 'TCP_NODELAY', 'SO_KEEPALIVE']),
    socket: SocketBase,
    SocketType: SocketBase,
    ...Object.fromEntries(
      ['create_connection', 'gethostbyname', 'gethostbyaddr', 'getaddrinfo'].map((name) => [
        name,
        refused(`socket.${name}`),
      ]),
    ),
  };
};

const contextMethods = [
  'load_cert_chain',
  'load_default_certs',
  'load_verify_locations',
  'set_ciphers',
  'set_default_verify_paths',
];
/** Whether certificates are verified. Certificates that a script loads are ignored. */
const Context = py.defineOpenType('ssl.SSLContext', {
  parameters: ['protocol?'],
  start: (context) => void py.setAttributes(context, { verify_mode: py.number(0), check_hostname: py.bool(false) }),
  openMethods: Object.fromEntries(contextMethods.map((name) => [name, () => undefined])),
});
const contextOf = (mode) =>
  py.setAttributes(new Context(), { verify_mode: py.number(mode), check_hostname: py.bool(mode > 0) });
const required = 2;
/**
 * Whether the `context` argument of a script requires the verification of certificates; undefined without `context`.
 */
py.contextVerifies = (context) => {
  if (py.isNone(context)) return undefined;
  const mode = py.attribute(context, 'verify_mode');
  return !(mode instanceof B.int_) || Number(mode.v) !== 0;
};
/** Whether the default context of `ssl` requires verification. Scripts replace the function that creates it. */
py.verifiesByDefault = () => {
  const ssl = Sk.sysmodules.quick$lookup(py.text('ssl'));
  if (ssl === undefined) return true;
  return py.contextVerifies(py.call(ssl.$d._create_default_https_context)) ?? true;
};

py.modules.ssl = () => {
  const verified = py.defineOpen('create_default_context', () => contextOf(required));
  return {
    SSLContext: Context,
    SSLError: SslError,
    CertificateError: SslError,
    CERT_NONE: py.number(0),
    CERT_OPTIONAL: py.number(1),
    CERT_REQUIRED: py.number(required),
    HAS_SNI: py.bool(true),
    create_default_context: verified,
    _create_default_https_context: verified,
    _create_stdlib_context: py.defineOpen('_create_stdlib_context', () => contextOf(0)),
    _create_unverified_context: py.defineOpen('_create_unverified_context', () => contextOf(0)),
    wrap_socket: refused('ssl.wrap_socket'),
    ...constants(['PROTOCOL_SSLv2', 'PROTOCOL_SSLv3', 'PROTOCOL_SSLv23', 'PROTOCOL_TLSv1', 'PROTOCOL_TLSv1_1']),
    PROTOCOL_TLS: py.number(2),
    PROTOCOL_TLSv1_2: py.number(5),
    OP_NO_SSLv2: py.number(0x1000000),
    OP_NO_SSLv3: py.number(0x2000000),
    Purpose: py.holderOf({ SERVER_AUTH: py.text('SERVER_AUTH'), CLIENT_AUTH: py.text('CLIENT_AUTH') }),
    PEM_cert_to_DER_cert: refused('ssl.PEM_cert_to_DER_cert'),
  };
};
