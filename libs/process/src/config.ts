import { resolve } from 'node:path';
import { z } from 'zod';
import { parseAddressRules, parseNetworks } from './settings/address-rules.ts';
import { containerSettings, containerVariables } from './settings/containers.ts';
import { databaseDependencies, databaseSettings, databaseVariables } from './settings/database.ts';
import { ldapDependencies, ldapSettings, ldapVariables } from './settings/ldap.ts';
import { mailDependencies, mailSettings, mailVariables } from './settings/mail.ts';
import { oidcDependencies, oidcSettings, oidcVariables } from './settings/oidc.ts';
import { scriptSettings, scriptVariables } from './settings/scripts.ts';
import { withSecretFiles } from './settings/secret-files.ts';
import { listenVariables, serverSettings, shutdownVariables, streamVariables } from './settings/server.ts';
import { booleanText, findMissing, path, redisAddress, rule, secretRule, wholeNumber } from './settings/setting.ts';
import {
  hasCollectorOfHeaders,
  pipelineMetricsSettings,
  tracingSettings,
  tracingVariables,
} from './settings/tracing.ts';

/** Returns whether this is the name of a time zone that both Node and PostgreSQL know. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A key of 32 bytes in hexadecimal digits or base64, converted to base64. */
const key = z
  .string()
  .regex(/^(?:[0-9a-f]{64}|[\w+/-]{43}=?)$/i)
  .transform((text) => Buffer.from(text, text.length === 64 ? 'hex' : 'base64').toString('base64'));

const addressRules = z.string().transform((text, context) => {
  const list = parseAddressRules(text);
  if (list !== null) return list;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

const networks = z.string().transform((text, context) => {
  const list = parseNetworks(text);
  if (list !== null) return list;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

const environment = z
  .object({
    ...listenVariables,
    DATA_DIR: path.default(() => resolve('.slipway')).meta(rule('must be a folder', '/var/lib/slipway')),
    ...databaseVariables,
    REDIS_URL: redisAddress
      .optional()
      .meta(secretRule('must be the address of a Redis server', 'redis://:password@localhost:6379')),
    ADMIN_PASSWORD: z
      .string()
      // A character that a login cannot contain, such as the line break of a file, would lock all users out.
      .regex(/^[^\p{Cc}\uFFFD]{1,1024}$/u)
      .optional()
      .meta(secretRule('must have at most 1024 characters without control characters', 'correct horse battery')),
    PASSWORD_MIN_LENGTH: wholeNumber(1, 255)
      .default(1)
      .meta(rule('must be a whole number of characters from 1 to 255', '12')),
    SECRET_KEY: key
      .optional()
      .meta(secretRule('must be 32 bytes in base64 or hexadecimal', '$(openssl rand -base64 32)')),
    SECRET_KEY_PREVIOUS: key
      .optional()
      .meta(secretRule('must be 32 bytes in base64 or hexadecimal: the previous SECRET_KEY', '$(cat secret.key)')),
    EVENT_TYPE_PREFIX: z
      .string()
      .regex(/^[a-z][a-z0-9]{0,30}(?:\.[a-z][a-z0-9-]{0,62}){0,7}$/)
      .default('dev.slipway')
      .meta(rule('must be words of lowercase letters and digits, separated by dots', 'com.acme.slipway')),
    TYPE_PREFIX: z
      .string()
      .regex(/^[a-z][a-z0-9]{0,31}$/)
      .default('rel')
      .meta(rule('must be a word of lowercase letters and digits', 'rel')),
    API_VERSION: z
      .string()
      .regex(/^\d{1,5}(\.\d{1,5}){1,3}$/)
      .default('24.1.0')
      .meta(rule('must be two to four numbers separated by dots', '24.1.0')),
    CONTEXT_ROOT: z
      .string()
      .regex(/^(\/[\w.~-]+){1,8}$/)
      .default('')
      .meta(rule('must be a path that begins with "/" and does not end with it', '/slipway')),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .regex(/^https?:\/\/[^/?#@]+(\/[^?#@]*)?$/)
      .optional()
      .meta(rule('must be the address at which browsers reach this product', 'https://slipway.acme.example')),
    TRUSTED_PROXIES: networks.optional().meta(rule('must be a list of addresses and networks', '10.0.0.5,10.1.0.0/16')),
    SAMPLES: booleanText.prefault('true').meta(rule('must be true or false', 'false')),
    LICENSE_FILE: path.optional().meta(rule('must be a file', '/etc/slipway/license')),
    LICENSE_PUBLIC_KEY_FILE: path
      .optional()
      .meta(rule('must be set together with LICENSE_FILE', '/etc/slipway/license.pub')),
    SCRIPT_RUNNER_URL: z
      .url({ protocol: /^http$/ })
      .optional()
      .meta(rule('must be the address of a script runner', 'http://127.0.0.1:5518')),
    SCRIPT_RUNNER_SECRET: z
      .string()
      .regex(/^[\x21-\x7e]{16,256}$/)
      .optional()
      .meta(
        secretRule(
          'must be set together with SCRIPT_RUNNER_URL, in 16 to 256 letters, digits and signs',
          '$(openssl rand -hex 32)',
        ),
      ),
    ...scriptVariables,
    SCRIPT_HTTP_ALLOW: addressRules
      .prefault('public')
      .meta(
        rule(
          'must be "none" or a list of "public", hosts, "*.suffix" and networks, each optionally with ":port"',
          'public,jenkins.acme.example:8443,10.1.0.0/16',
        ),
      ),
    SCRIPT_HTTP_DENY: addressRules
      .prefault('none')
      .meta(
        rule(
          'must be a list of hosts, "*.suffix" and networks, each optionally with ":port"',
          '*.internal.acme.example',
        ),
      ),
    SCRIPT_HTTP_TRACE: addressRules
      .prefault('none')
      .meta(
        rule(
          'must be a list of "public", hosts, "*.suffix" and networks, each optionally with ":port"',
          '*.internal.acme.example',
        ),
      ),
    SCRIPT_HTTP_TIMEOUT_MS: wholeNumber(100, 600_000)
      .default(60_000)
      .meta(rule('must be a whole number of milliseconds from 100 to 600000', '60000')),
    SCRIPT_HTTP_ALLOW_UNVERIFIED: booleanText.prefault('false').meta(rule('must be true or false', 'false')),
    ...containerVariables,
    ...oidcVariables,
    ...ldapVariables,
    ...mailVariables,
    ...tracingVariables,
    PLUGIN_DIR: path.optional().meta(rule('must be a folder', '/etc/slipway/plugins')),
    EXTENSION_DIR: path.optional().meta(rule('must be a folder', '/etc/slipway/ext')),
    // A zip archive of more than 4 GB needs another format, which few tools support.
    IMPORT_MAX_MB: wholeNumber(20, 4_000)
      .default(1_000)
      .meta(rule('must be a whole number of megabytes from 20 to 4000', '1000')),
    ARCHIVE_AFTER_DAYS: wholeNumber(0, 36_500)
      .default(30)
      .meta(rule('must be a whole number of days from 0 (at once) to 36500', '30')),
    ABORT_STALE_AFTER_DAYS: wholeNumber(1, 36_500)
      .optional()
      .meta(rule('must be a whole number of days from 1 to 36500', '90')),
    AUDIT_KEEP_DAYS: wholeNumber(1, 36_500)
      .default(365)
      .meta(rule('must be a whole number of days from 1 to 36500', '365')),
    REPORT_TIMEZONE: z
      .string()
      .refine(isTimeZone)
      .default('UTC')
      .meta(rule('must be a name of the IANA time zone database', 'Europe/Berlin')),
    ...streamVariables,
    ...shutdownVariables,
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
      .default('info')
      .meta(rule('must be one of trace, debug, info, warn, error, fatal, silent', 'info')),
  })
  .refine((read) => read.LICENSE_FILE === undefined || read.LICENSE_PUBLIC_KEY_FILE !== undefined, {
    path: ['LICENSE_PUBLIC_KEY_FILE'],
  })
  .refine((read) => read.SCRIPT_RUNNER_URL === undefined || read.SCRIPT_RUNNER_SECRET !== undefined, {
    path: ['SCRIPT_RUNNER_SECRET'],
  })
  .refine(hasCollectorOfHeaders, { path: ['OTEL_EXPORTER_OTLP_ENDPOINT'] })
  .superRefine((read, context) => {
    for (const variable of findMissing(read, [
      ...oidcDependencies,
      ...ldapDependencies,
      ...mailDependencies,
      ...databaseDependencies,
    ]))
      context.addIssue({ code: 'custom', path: [variable] });
  });

const toConfig = (read: z.output<typeof environment>) => ({
  ...serverSettings(read),
  dataDir: read.DATA_DIR,
  ...databaseSettings(read),
  redisUrl: read.REDIS_URL,
  adminPassword: read.ADMIN_PASSWORD,
  passwordMinLength: read.PASSWORD_MIN_LENGTH,
  secretKey: read.SECRET_KEY,
  secretKeyPrevious: read.SECRET_KEY_PREVIOUS,
  typePrefix: read.TYPE_PREFIX,
  eventTypePrefix: read.EVENT_TYPE_PREFIX,
  apiVersion: read.API_VERSION,
  contextRoot: read.CONTEXT_ROOT,
  publicUrl: read.PUBLIC_URL,
  trustedProxies: read.TRUSTED_PROXIES ?? [],
  samples: read.SAMPLES,
  licenseFile: read.LICENSE_FILE,
  licensePublicKeyFile: read.LICENSE_PUBLIC_KEY_FILE,
  scriptRunnerUrl: read.SCRIPT_RUNNER_URL,
  scriptRunnerSecret: read.SCRIPT_RUNNER_SECRET,
  ...scriptSettings(read),
  scriptHttpAllow: read.SCRIPT_HTTP_ALLOW,
  scriptHttpDeny: read.SCRIPT_HTTP_DENY,
  scriptHttpTrace: read.SCRIPT_HTTP_TRACE,
  scriptHttpTimeoutMs: read.SCRIPT_HTTP_TIMEOUT_MS,
  scriptHttpAllowUnverified: read.SCRIPT_HTTP_ALLOW_UNVERIFIED,
  ...containerSettings(read),
  oidc: oidcSettings(read),
  ldap: ldapSettings(read),
  ...mailSettings(read),
  tracing: tracingSettings(read),
  pipelineMetrics: pipelineMetricsSettings(read),
  pluginDir: read.PLUGIN_DIR,
  extensionDir: read.EXTENSION_DIR,
  /** the maximum size of a file of templates, also after decompression */
  importMaxBytes: read.IMPORT_MAX_MB * 1024 * 1024,
  archiveAfterDays: read.ARCHIVE_AFTER_DAYS,
  abortStaleAfterDays: read.ABORT_STALE_AFTER_DAYS,
  auditKeepDays: read.AUDIT_KEEP_DAYS,
  /** the zone of the days of reports */
  reportTimezone: read.REPORT_TIMEZONE,
  logLevel: read.LOG_LEVEL,
});

/** The whole configuration of a process; paths are absolute, `secretKey` is 32 bytes in base64. */
export type Config = Readonly<ReturnType<typeof toConfig>>;

/** Environment variables with invalid values. The message has one line for each, and never contains a value. */
export class InvalidConfig extends Error {
  override name = 'InvalidConfig';
}

/** The description of a variable: its rule, an example, and whether it is a secret. */
const metaOf = (variable: string) =>
  Object.entries(environment.shape)
    .find(([name]) => name === variable)?.[1]
    .meta();

function explain(variable: string): string {
  const meta = metaOf(variable);
  return `${variable} ${meta?.description}, for example ${variable}=${meta?.examples}`;
}

/** The names of all variables, in the order of the documentation. */
export const variables: readonly string[] = Object.keys(environment.shape);

/** The names of secret variables. Each can be read from a file, named by the variable with the suffix `_FILE`. */
export const secretVariables: readonly string[] = variables.filter((variable) => metaOf(variable)?.secret === true);

/**
 * Reads the configuration from environment variables and the secret files that they name, once at the start of a
 * process. An empty value counts as unset. Throws `InvalidConfig`.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const setVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { env: completeEnv, errors: files } = withSecretFiles(setVariables, secretVariables);
  const result = environment.safeParse(completeEnv);
  if (files.size === 0 && result.success) return toConfig(result.data);
  const invalid = new Set(result.error?.issues.map((issue) => String(issue.path[0])));
  const messages = [...invalid].filter((variable) => !files.has(variable)).map(explain);
  throw new InvalidConfig([...files.values(), ...messages].join('\n'));
}
