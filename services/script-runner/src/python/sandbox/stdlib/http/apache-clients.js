/**
 * Clients of Apache HttpClient, with their settings of proxies, timeouts and certificates. The proxy of the
 * configuration always applies. A client with its own trust strategy trusts all certificates.
 */
const B = Sk.builtin;
py.loadFile('http/apache-entities');

const textIn = (value) => new B.str(value).v;
const itself = (builder) => builder;

const Config = py.defineClass('org.apache.http.client.config.RequestConfig', {});
const timed = [
  ['ms'],
  (builder, ms) => Object.assign(builder, { timeout: py.number(Math.max(py.wholeOf(ms, 'setTimeout'), 0) / 1000) }),
];
const ConfigBuilder = py.defineClass('org.apache.http.client.config.RequestConfig.Builder', {
  methods: {
    setProxy: [['proxy?'], itself],
    setConnectTimeout: [['ms'], itself],
    setConnectionRequestTimeout: [['ms'], itself],
    setSocketTimeout: timed,
    setRedirectsEnabled: [['enabled'], itself],
    setCookieSpec: [['spec'], itself],
    build: [[], ({ timeout }) => Object.assign(new Config(), { timeout })],
  },
});
py.offer(Config, { custom: [[], () => new ConfigBuilder()], copy: [['config'], () => new ConfigBuilder()] });

const Client = py.defineClass('org.apache.http.impl.client.CloseableHttpClient', {
  methods: {
    execute: [
      ['request', 'context?'],
      ({ verify, config }, request) =>
        py.executeApache(request, { verify, timeout: (request.config ?? config)?.timeout }),
    ],
    close: [[], () => undefined],
  },
});
const clientOf = ({ verify = true, config } = {}) => Object.assign(new Client(), { verify, config });
const trusting = [['given?'], (builder) => Object.assign(builder, { verify: false })];
const ClientBuilder = py.defineClass('org.apache.http.impl.client.HttpClientBuilder', {
  methods: {
    ...Object.fromEntries(
      [
        'setDefaultCredentialsProvider',
        'setProxy',
        'setConnectionManager',
        'setRedirectStrategy',
        'setProxyAuthenticationStrategy',
        'setRetryHandler',
        'setUserAgent',
      ].map((name) => [name, [['given?'], itself]]),
    ),
    setSSLSocketFactory: trusting,
    setSSLContext: trusting,
    setSslcontext: trusting,
    setSSLHostnameVerifier: trusting,
    setDefaultRequestConfig: [['config'], (builder, config) => Object.assign(builder, { config })],
    disableRedirectHandling: [[], itself],
    useSystemProperties: [[], itself],
    build: [[], clientOf],
  },
});
py.offer(ClientBuilder, { create: [[], () => new ClientBuilder()] });
const HttpClients = py.defineClass('org.apache.http.impl.client.HttpClients', {});
py.offer(HttpClients, { createDefault: [[], () => clientOf()], custom: [[], () => new ClientBuilder()] });

/** Creates a class of settings for trust and routing, which are accepted and ignored. */
const told = (name) =>
  py.defineOpenType(name, {
    start: (held, args) => Object.assign(held, { args }),
    slots: {
      tp$getattr(key, canSuspend) {
        const found = Sk.generic.getAttr.call(this, key, canSuspend);
        const isSetter = /^(?:set|load|use|build|create|register)/.test(key.v);
        return found ?? (isSetter ? py.defineOpen(key.v, () => this) : undefined);
      },
    },
    methods: { toString: [[], (held) => py.text(held.args.map(textIn).join(':'))] },
  });
const withConstants = (type, names) => {
  py.offer(type, Object.fromEntries(names.map((name) => [name, py.none])));
  return type;
};

py.modules['org.apache.http.client.config'] = () => ({ RequestConfig: Config });
py.modules['org.apache.http.impl.client'] = () => ({
  BasicCredentialsProvider: told('BasicCredentialsProvider'),
  CloseableHttpClient: Client,
  DefaultHttpClient: py.define('DefaultHttpClient', [], () => clientOf()),
  HttpClientBuilder: ClientBuilder,
  HttpClients,
});
py.modules['org.apache.http'] = () => ({ HttpHost: told('HttpHost') });
py.modules['org.apache.http.auth'] = () => ({
  AuthScope: withConstants(told('AuthScope'), ['ANY']),
  UsernamePasswordCredentials: told('UsernamePasswordCredentials'),
});
const trust = () => ({
  NoopHostnameVerifier: withConstants(told('NoopHostnameVerifier'), ['INSTANCE']),
  SSLConnectionSocketFactory: withConstants(told('SSLConnectionSocketFactory'), ['ALLOW_ALL_HOSTNAME_VERIFIER']),
  SSLContextBuilder: withConstants(told('SSLContextBuilder'), []),
  TrustAllStrategy: withConstants(told('TrustAllStrategy'), ['INSTANCE']),
  TrustSelfSignedStrategy: withConstants(told('TrustSelfSignedStrategy'), ['INSTANCE']),
  TrustStrategy: told('TrustStrategy'),
});
py.modules['org.apache.http.conn.ssl'] = trust;
py.modules['org.apache.http.ssl'] = trust;
