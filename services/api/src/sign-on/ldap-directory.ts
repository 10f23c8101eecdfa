import type { LdapSettings, Logger } from '@slipway/process';
import { type Client, ResultCodeError } from 'ldapts';
import { limitConcurrency } from '../http/concurrency-limit.ts';
import { DirectoryUnreachable } from '../http/errors/errors.ts';
import type { Directory, ExternalUser } from './directory.ts';
import { type LdapServer, withConnection } from './ldap-connection.ts';
import { bindToSearch, checkPassword, findEntry, isGroupName, readUser } from './ldap-search.ts';

/** Connections to the directory at a time; beyond that, logins wait. */
const limits = { maxRunning: 16, maxWaiting: 256, label: 'logins' };

/** The time after a failure in which the directory is not used, so that local users need not wait for it. */
const retryDelayMs = 5_000;

interface LdapDirectorySettings {
  readonly settings: LdapSettings;
  /** what `LDAP_CA_FILE` holds */
  readonly ca: string | undefined;
  readonly logger: Pick<Logger, 'warn'>;
  readonly now?: () => number;
}

/** Why something failed, in one line without what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof ResultCodeError) return `it answered ${error.code}, ${error.name.replace(/Error$/, '')}`;
  return error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : 'unknown';
}

/**
 * The directory of `LDAP_URL`. It finds the entry of a name by the account that may search, and tries the password by
 * logging in as that entry. It only ever reads; entries that lie on other servers (referrals) are not followed.
 */
export function createLdapDirectory({ settings, ca, logger, now = Date.now }: LdapDirectorySettings): Directory {
  const runLimited = limitConcurrency(limits);
  const server: LdapServer = { ...settings, ca };
  let retryAt = Number.NEGATIVE_INFINITY;

  /** Runs work with the search login; `begun` receives the next step, for the operator. */
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
      // what one name brings about must not keep out the others
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
      runLimited(async () => (rawUsername === '' || password === '' ? null : await find(rawUsername, password))),
    isGroup: (name) => runLimited(() => isGroup(name)),
  };
}
