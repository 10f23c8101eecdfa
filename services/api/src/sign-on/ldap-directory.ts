import { connect, isIP, type Socket } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';
import type { LdapSettings, Logger } from '@slipway/process';
import { Client, type Entry, Filter, InvalidCredentialsError, ResultCodeError } from 'ldapts';
import { DirectoryUnreachable } from '../http/errors/errors.ts';
import { createSlots } from '../http/slots.ts';
import type { Directory, ExternalUser } from './external-users.ts';

/** The maximum number of concurrent connections to the directory, and of queued logins. */
const limits = { max: 16, maxWaiting: 256, label: 'logins' } as const;

/** The time for which the directory is skipped after a failure, so that logins of local users do not wait for it. */
const retryDelayMs = 5_000;

interface LdapDirectorySettings {
  readonly settings: LdapSettings;
  /** The content of `LDAP_CA_FILE`. */
  readonly ca: string | undefined;
  readonly logger: Pick<Logger, 'warn'>;
  readonly now?: () => number;
}

/** Returns the reason of a failure, in one line and without data of the request. */
function reasonOf(error: unknown): string {
  if (error instanceof ResultCodeError) return `it answered ${error.code}, ${error.name.replace(/Error$/, '')}`;
  return error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : 'unknown';
}

/**
 * Creates a read-only client of the directory of `LDAP_URL`. It finds the entry of a user with the search account. It
 * verifies the password with a bind as this entry. It does not follow referrals to other servers.
 */
export function createLdapDirectory({ settings, ca, logger, now = Date.now }: LdapDirectorySettings): Directory {
  const slots = createSlots(limits);
  const server: LdapServer = { ...settings, ca };
  let retryAt = Number.NEGATIVE_INFINITY;

  /** Runs `work` on a connection of the search account. `work` reports its current step, which a warning then names. */
  async function withSearchLogin<T>(
    work: (client: Client, reportStep: (step: string) => void) => Promise<T>,
  ): Promise<T> {
    if (now() < retryAt) throw new DirectoryUnreachable();
    let step = 'logging in as LDAP_BIND_DN';
    let isReady = false;
    try {
      return await withConnection(server, async (client) => {
        await bindToSearch(client, settings);
        isReady = true;
        return await work(client, (next) => {
          step = next;
        });
      });
    } catch (error) {
      // A failure after the bind of the search account can depend on the user name, and must not block other users.
      if (!isReady) retryAt = now() + retryDelayMs;
      logger.warn({ step, reason: reasonOf(error) }, 'the directory of LDAP_URL is unavailable');
      throw new DirectoryUnreachable();
    }
  }

  const find = (rawUsername: string, password: string): Promise<ExternalUser | null> =>
    withSearchLogin(async (client, reportStep) => {
      reportStep('looking for a user');
      const entry = await findEntry(client, settings, rawUsername);
      if (entry === null || !(await checkPassword(client, entry, password))) return null;
      reportStep('looking for the groups of a user');
      await bindToSearch(client, settings);
      return await readUser(client, settings, entry);
    });
  const isGroup = (name: string): Promise<boolean> =>
    withSearchLogin(async (client, reportStep) => {
      reportStep('looking for a group');
      return await isGroupName(client, settings, name);
    });

  return {
    find: (rawUsername, password) =>
      slots.run(async () => (rawUsername === '' || password === '' ? null : await find(rawUsername, password))),
    isGroup: (name) => slots.run(() => isGroup(name)),
  };
}

/** The error codes of a server that is busy or unavailable (RFC 4511, section 4.1.9). */
const serverCodes = [51, 52];

/** Logs in with the search account, or anonymously without one. Throws errors of the server. */
const bindToSearch = (client: Client, { bindDn = '', bindPassword = '' }: LdapSettings): Promise<void> =>
  client.bind(bindDn, bindPassword);

/** Returns the entry that matches the user filter for a name. Returns null for no match and for several matches. */
async function findEntry(client: Client, settings: LdapSettings, rawUsername: string): Promise<Entry | null> {
  const { username, fullName, email, memberOf } = settings.attributes;
  const { searchEntries } = await client.search(settings.userBase, {
    scope: 'sub',
    filter: fillFilter(settings.userFilter, [rawUsername, rawUsername]),
    attributes: [username, fullName, email, ...(memberOf === undefined ? [] : [memberOf])],
    sizeLimit: 2,
  });
  const [entry, ...others] = searchEntries;
  return others.length === 0 && entry !== undefined && entry.dn !== '' ? entry : null;
}

/**
 * Whether a password is that of an entry. Rejects an empty password without a request: servers accept it as an
 * anonymous bind (RFC 4513, section 5.1.2). Throws if the server is unavailable.
 */
async function checkPassword(client: Client, { dn }: Entry, password: string): Promise<boolean> {
  if (password === '' || password.includes('\0')) return false;
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return false;
    if (error instanceof ResultCodeError && !serverCodes.includes(error.code)) return false;
    throw error;
  }
}

/** Returns the user of an entry. The groups are in the entry itself, or are the groups that have it as a member. */
async function readUser(client: Client, settings: LdapSettings, entry: Entry): Promise<ExternalUser> {
  const { attributes } = settings;
  const textOf = (attribute: string): string | null => textsOf(entry, attribute).toSorted()[0] ?? null;
  const username = textOf(attributes.username);
  if (username === null) throw new Error(`users have no attribute ${attributes.username}`);
  return {
    username,
    fullName: textOf(attributes.fullName),
    email: textOf(attributes.email),
    groups: { names: [...new Set(await groupsOf(client, settings, entry, username))], asOf: null, isFresh: true },
  };
}

async function groupsOf(client: Client, settings: LdapSettings, entry: Entry, username: string) {
  const { attributes, groupBase } = settings;
  if (attributes.memberOf !== undefined) {
    const groupDns = textsOf(entry, attributes.memberOf);
    return groupDns.filter((dn) => groupBase === undefined || isBelow(dn, groupBase)).map(firstRdnValue);
  }
  if (groupBase === undefined) return [];
  const { searchEntries } = await client.search(groupBase, {
    scope: 'sub',
    filter: fillFilter(settings.groupFilter, [entry.dn, username]),
    attributes: [attributes.group],
    paged: true,
  });
  return searchEntries.flatMap((group) => textsOf(group, attributes.group));
}

/**
 * Whether a group may have this name. Without a group base, the product cannot search groups by name. In that case it
 * assumes that any name may be a group, if the entries of users list their groups.
 */
async function isGroupName(client: Client, settings: LdapSettings, name: string): Promise<boolean> {
  const { attributes, groupBase } = settings;
  if (groupBase === undefined) return attributes.memberOf !== undefined;
  const filter = `(${attributes.group}=${Filter.escape(name)})`;
  const { searchEntries } = await client.search(groupBase, { scope: 'sub', filter, attributes: ['1.1'], paged: true });
  return searchEntries.length > 0;
}

/**
 * Returns a filter with values for `{0}` and `{1}`. Escapes the values, so that they cannot change the filter (RFC
 * 4515, section 3) or add placeholders.
 */
export const fillFilter = (filter: string, values: readonly [string, string?]): string =>
  filter.replaceAll(/\{([01])\}/g, (_, position: '0' | '1') => Filter.escape(values[Number(position)] ?? ''));

/** Returns the values of an attribute as texts. Ignores the case of the attribute name. */
function textsOf(entry: Entry, attribute: string): readonly string[] {
  const name = attribute.toLowerCase();
  return Object.entries(entry)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, values]) => values)
    .filter((value) => typeof value === 'string' && value !== '')
    .map(String);
}

const unescapeDn = (value: string): string =>
  value
    .replaceAll(/(?:\\[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString('utf8'))
    .replaceAll(/\\(.)/g, '$1')
    .trim();

/**
 * Returns the value of the first part of a distinguished name, for example `Build, EU` for `CN=Build\,
 * EU,OU=Groups,DC=acme` (RFC 4514).
 */
const firstRdnValue = (dn: string): string => unescapeDn(/^[^=,+]+=((?:\\.|[^\\,+])*)/s.exec(dn)?.[1] ?? '');

const normalizeDn = (dn: string): string => dn.toLowerCase().replaceAll(/\s*([,=+])\s*/g, '$1');

/** Whether an entry is below another entry. Both are distinguished names. */
const isBelow = (dn: string, base: string): boolean => normalizeDn(dn).endsWith(`,${normalizeDn(base)}`);

interface LdapServer extends Pick<LdapSettings, 'url' | 'startTls' | 'timeoutMs'> {
  /** The certificates of trusted authorities in PEM; undefined: the default authorities. */
  readonly ca: string | undefined;
}

function tlsOptions({ url, ca }: LdapServer): ConnectionOptions {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '');
  return {
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
  };
}

/**
 * Wraps a function that opens sockets, so that it opens only one. Adds this socket to `opened`. Throws for further
 * calls.
 */
const openOnce = <T extends (...args: never) => Socket>(open: T, opened: Socket[]): T =>
  new Proxy(open, {
    apply: (target, thisArg, args) => {
      if (opened.length > 0) throw new Error('the connection was lost');
      const socket: Socket = Reflect.apply(target, thisArg, args);
      opened.push(socket);
      return socket;
    },
  });

/**
 * Runs `work` on one connection to a directory, and closes it. The connection is encrypted first, unless encryption is
 * disabled. The client cannot reopen a lost connection: it would do so without StartTLS, and send the next password in
 * clear text. Throws the errors of `work`, and an error if it takes longer than `timeoutMs`.
 */
async function withConnection<T>(server: LdapServer, work: (client: Client) => Promise<T>): Promise<T> {
  const opened: Socket[] = [];
  const secured: Socket[] = [];
  const isSecure = server.url.startsWith('ldaps:');
  const client = new Client({
    url: server.url,
    ...(isSecure && { tlsOptions: tlsOptions(server) }),
    createConnection: openOnce(connect, opened),
    createSecureConnection: openOnce(connectSecurely, secured),
  });
  const run = async (): Promise<T> => {
    if (!isSecure && server.startTls) await client.startTLS(tlsOptions(server));
    return await work(client);
  };
  const finished = new AbortController();
  const timeout = later(server.timeoutMs, undefined, { signal: finished.signal }).then(() => {
    throw new Error(`there was no response within ${server.timeoutMs} ms`);
  });
  try {
    return await Promise.race([run(), timeout]);
  } finally {
    finished.abort();
    timeout.catch(() => {});
    for (const socket of [...secured, ...opened]) socket.on('error', () => {}).destroy();
  }
}
