import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';

const defaults = {
  port: 5516,
  host: '127.0.0.1',
  managementPort: undefined,
  dataDir: resolve('.slipway'),
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  databaseReadUrl: undefined,
  databaseReadLagMs: 2_000,
  databaseConnections: undefined,
  redisUrl: undefined,
  adminPassword: undefined,
  passwordMinLength: 1,
  secretKey: undefined,
  secretKeyPrevious: undefined,
  typePrefix: 'rel',
  eventTypePrefix: 'dev.slipway',
  apiVersion: '24.1.0',
  contextRoot: '',
  publicUrl: undefined,
  trustedProxies: [],
  samples: true,
  licenseFile: undefined,
  licensePublicKeyFile: undefined,
  liveStreams: 1000,
  liveStreamsPerUser: 20,
  scriptRunnerUrl: undefined,
  scriptRunnerSecret: undefined,
  scriptRunnerChildren: undefined,
  webhookScriptMs: 500,
  scriptCompileMs: 500,
  scriptHttpAllow: [{ of: { kind: 'public' }, port: null }],
  scriptHttpDeny: [],
  scriptHttpTrace: [],
  scriptHttpTimeoutMs: 60_000,
  scriptHttpAllowUnverified: false,
  containerTasks: false,
  containerCluster: undefined,
  importMaxBytes: 1_000 * 1024 * 1024,
  pluginDir: undefined,
  extensionDir: undefined,
  archiveAfterDays: 30,
  abortStaleAfterDays: undefined,
  auditKeepDays: 365,
  reportTimezone: 'UTC',
  mailMode: 'manual',
  drainSeconds: 0,
  stopSeconds: 20,
  logLevel: 'info',
};
const bytes = Buffer.from('0123456789abcdef0123456789abcdef');
const secretKey = bytes.toString('base64');

test('unset variables have the defaults', () => {
  expect(parseConfig({})).toEqual(defaults);
});

test('an empty value counts as unset', () => {
  expect(parseConfig({ PORT: '', DATABASE_URL: '', SECRET_KEY: '', SAMPLES: '' })).toEqual(defaults);
});

test.each([
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: '65535' }, { port: 65535 }],
  [{ HOST: '::1' }, { host: '::1' }],
  [{ DATA_DIR: 'here' }, { dataDir: resolve('here') }],
  [{ DATABASE_URL: 'postgres://u:p@h/d' }, { databaseUrl: 'postgres://u:p@h/d' }],
  [{ DATABASE_URL: 'postgres://u:p@h,i:7/d' }, { databaseUrl: 'postgres://u:p@h,i:7/d' }],
  [
    { DATABASE_URL: 'postgres://h/d', DATABASE_DIRECT_URL: 'postgres://i/d' },
    { databaseUrl: 'postgres://h/d', databaseDirectUrl: 'postgres://i/d' },
  ],
  [{ REDIS_URL: 'redis+sentinel://:p@s:1,t:2/m/1' }, { redisUrl: 'redis+sentinel://:p@s:1,t:2/m/1' }],
  [{ REDIS_URL: 'rediss+sentinel://s/messages' }, { redisUrl: 'rediss+sentinel://s/messages' }],
  [{ REDIS_URL: 'redis+cluster://a:1,b:2' }, { redisUrl: 'redis+cluster://a:1,b:2' }],
  [{ REDIS_URL: 'rediss://:p@h:6380/1' }, { redisUrl: 'rediss://:p@h:6380/1' }],
  [{ PASSWORD_MIN_LENGTH: '12' }, { passwordMinLength: 12 }],
  [{ IMPORT_MAX_MB: '20' }, { importMaxBytes: 20 * 1024 * 1024 }],
  [{ SECRET_KEY: secretKey }, { secretKey }],
  [{ SECRET_KEY: bytes.toString('hex') }, { secretKey }],
  [{ SECRET_KEY_PREVIOUS: bytes.toString('hex') }, { secretKeyPrevious: secretKey }],
  [{ CONTEXT_ROOT: '/a/b' }, { contextRoot: '/a/b' }],
  [{ PUBLIC_URL: 'https://slipway.acme.example/x' }, { publicUrl: 'https://slipway.acme.example/x' }],
  [
    { TRUSTED_PROXIES: '10.0.0.5, fd00::/8' },
    {
      trustedProxies: [
        { kind: 'network', address: '10.0.0.5', bits: 32 },
        { kind: 'network', address: 'fd00::', bits: 8 },
      ],
    },
  ],
  [{ SAMPLES: 'false' }, { samples: false }],
  [
    { LICENSE_FILE: '/l', LICENSE_PUBLIC_KEY_FILE: '/k' },
    { licenseFile: '/l', licensePublicKeyFile: '/k' },
  ],
  [
    { SCRIPT_RUNNER_URL: 'http://h:1', SCRIPT_RUNNER_SECRET: 's'.repeat(16) },
    { scriptRunnerUrl: 'http://h:1', scriptRunnerSecret: 's'.repeat(16) },
  ],
  [{ SCRIPT_RUNNER_CHILDREN: '4' }, { scriptRunnerChildren: 4 }],
  [{ WEBHOOK_SCRIPT_MS: '2000' }, { webhookScriptMs: 2_000 }],
  [{ SCRIPT_COMPILE_MS: '0' }, { scriptCompileMs: 0 }],
  [{ SCRIPT_HTTP_ALLOW: 'none' }, { scriptHttpAllow: [] }],
  [{ SCRIPT_HTTP_DENY: 'public:25' }, { scriptHttpDeny: [{ of: { kind: 'public' }, port: 25 }] }],
  [{ SCRIPT_HTTP_TIMEOUT_MS: '100' }, { scriptHttpTimeoutMs: 100 }],
  [{ SCRIPT_HTTP_ALLOW_UNVERIFIED: 'true' }, { scriptHttpAllowUnverified: true }],
  [{ CONTAINER_TASKS: 'true' }, { containerTasks: true }],
  [
    {
      CONTAINER_KUBERNETES_NAMESPACE: 'jobs',
      CONTAINER_KUBERNETES_URL: 'https://k:6443',
      CONTAINER_KUBERNETES_TOKEN_FILE: '/t',
    },
    { containerCluster: { url: 'https://k:6443', namespace: 'jobs', tokenFile: '/t' } },
  ],
  [{ AUDIT_KEEP_DAYS: '30' }, { auditKeepDays: 30 }],
  [{ REPORT_TIMEZONE: 'Europe/Berlin' }, { reportTimezone: 'Europe/Berlin' }],
  [{ MANAGEMENT_PORT: '9090' }, { managementPort: 9090 }],
  [{ DRAIN_SECONDS: '10' }, { drainSeconds: 10 }],
  [{ STOP_SECONDS: '300' }, { stopSeconds: 300 }],
  [
    { PLUGIN_DIR: '/p', EXTENSION_DIR: '/e/../x' },
    { pluginDir: '/p', extensionDir: '/x' },
  ],
])('%o is parsed', (env, expected) => {
  expect(parseConfig(env)).toEqual({ ...defaults, ...expected });
});

test.each([
  ['PORT', '65536', 'must be a port number from 0 to 65535 (0 uses any free port), for example PORT=5516'],
  ['PORT', '80x', 'must be a port number from 0 to 65535 (0 uses any free port), for example PORT=5516'],
  [
    'MANAGEMENT_PORT',
    'PORT',
    'must be a port number from 0 to 65535 (0 uses any free port), for example MANAGEMENT_PORT=9090',
  ],
  ['DRAIN_SECONDS', '-1', 'must be a whole number of seconds from 0 to 3600, for example DRAIN_SECONDS=10'],
  ['HOST', 'a b', 'must be an address or a host name to listen on, for example HOST=127.0.0.1'],
  ['SAMPLES', 'yes', 'must be true or false, for example SAMPLES=false'],
  ['API_VERSION', '24.1-rc', 'must be two to four numbers separated by dots, for example API_VERSION=24.1.0'],
  ['TYPE_PREFIX', 'x.y', 'must be a word of lowercase letters and digits, for example TYPE_PREFIX=rel'],
  [
    'EVENT_TYPE_PREFIX',
    'Dev.slipway',
    'must be words of lowercase letters and digits, separated by dots, for example EVENT_TYPE_PREFIX=com.acme.slipway',
  ],
  [
    'CONTEXT_ROOT',
    '/',
    'must be a path that begins with "/" and does not end with it, for example CONTEXT_ROOT=/slipway',
  ],
  [
    'SCRIPT_HTTP_ALLOW',
    'http://a.example',
    'must be "none" or a list of "public", hosts, "*.suffix" and networks, each optionally with ":port", for example SCRIPT_HTTP_ALLOW=public,jenkins.acme.example:8443,10.1.0.0/16',
  ],
  [
    'TRUSTED_PROXIES',
    'proxy.acme.example',
    'must be a list of addresses and networks, for example TRUSTED_PROXIES=10.0.0.5,10.1.0.0/16',
  ],
  [
    'PUBLIC_URL',
    'https://ann:secret@slipway.acme.example',
    'must be the address at which browsers reach this product, for example PUBLIC_URL=https://slipway.acme.example',
  ],
  [
    'SECRET_KEY',
    'hunter2',
    'must be 32 bytes in base64 or hexadecimal, for example SECRET_KEY=$(openssl rand -base64 32)',
  ],
  [
    'ADMIN_PASSWORD',
    'read from a file\n',
    'must have at most 1024 characters without control characters, for example ADMIN_PASSWORD=correct horse battery',
  ],
  [
    'LICENSE_PUBLIC_KEY_FILE',
    '',
    'must be set together with LICENSE_FILE, for example LICENSE_PUBLIC_KEY_FILE=/etc/slipway/license.pub',
  ],
])('an invalid %s is reported in one line', (name, value, rule) => {
  expect(() => parseConfig({ LICENSE_FILE: name.startsWith('LICENSE') ? '/l' : '', [name]: value })).toThrow(
    `${name} ${rule}`,
  );
});

test('several invalid values are each reported in a line, without the value', () => {
  expect(() => parseConfig({ ADMIN_PASSWORD: 'x'.repeat(1025), DATABASE_URL: 'mysql://u:hunter2@h/d' })).toThrow(
    'DATABASE_URL must be the address of a PostgreSQL database, for example DATABASE_URL=postgresql://user:password@localhost:5432/slipway\n' +
      'ADMIN_PASSWORD must have at most 1024 characters without control characters, for example ADMIN_PASSWORD=correct horse battery',
  );
});
