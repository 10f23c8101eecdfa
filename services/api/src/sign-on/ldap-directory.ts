import type { LdapSettings, Logger } from '@slipway/runtime';
import { type Client, ResultCodeError } from 'ldapts';
import { limitConcurrency } from '../http/concurrency-limit.ts';
import { DirectoryUnreachable } from '../http/errors/errors.ts';
import type { Directory, OutsideUser } from './directory.ts';
import { type LdapServer, talk } from './ldap-connection.ts';
import { bindToSearch, describe, findEntry, isNameOfGroup, isPasswordOf } from './ldap-search.ts';

/** Connections to the directory at a time; beyond that, logins wait. */
const limits = { running: 16, waiting: 256, what: 'logins' };

/** The time after a failure in which the directory is not used, so that local users need not wait for it. */
const pauseMs = 5_000;

interface Settings {
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
export function createLdapDirectory({ settings, ca, logger, now = Date.now }: Settings): Directory {
  const inTurn = limitConcurrency(limits);
  const server: LdapServer = { ...settings, ca };
  let askedAgainAt = Number.NEGATIVE_INFINITY;

  /** Runs work with the search login; `begun` receives the next step, for the operator. */
  async function ask<T>(work: (client: Client, begun: (step: string) => void) => Promise<T>): Promise<T> {
    if (now() < askedAgainAt) throw new DirectoryUnreachable();
    let step = 'logging in as LDAP_BIND_DN';
    let isReady = false;
    try {
      return await talk(server, async (client) => {
        await bindToSearch(client, settings);
        isReady = true;
        return await work(client, (next) => {
          step = next;
        });
      });
    } catch (error) {
      // what one name brings about must not keep out the others
      if (!isReady) askedAgainAt = now() + pauseMs;
      logger.warn({ step, reason: reasonOf(error) }, 'the directory of LDAP_URL is unavailable');
      throw new DirectoryUnreachable();
    }
  }

  const find = (typed: string, password: string): Promise<OutsideUser | null> =>
    ask(async (client, begun) => {
      begun('looking for a user');
      const entry = await findEntry(client, settings, typed);
      if (entry === null || !(await isPasswordOf(client, entry, password))) return null;
      begun('looking for the groups of a user');
      await bindToSearch(client, settings);
      return await describe(client, settings, entry);
    });
  const isGroup = (name: string): Promise<boolean> =>
    ask(async (client, begun) => {
      begun('looking for a group');
      return await isNameOfGroup(client, settings, name);
    });

  return {
    find: (typed, password) =>
      inTurn(async () => (typed === '' || password === '' ? null : await find(typed, password))),
    isGroup: (name) => inTurn(() => isGroup(name)),
  };
}
