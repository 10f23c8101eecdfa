import type { LdapSettings } from '@slipway/process';
import { type Client, type Entry, Filter, InvalidCredentialsError, ResultCodeError } from 'ldapts';
import type { ExternalUser } from './directory.ts';
import { fillFilter, firstRdnValue, isBelow, textsOf } from './ldap-names.ts';

/** The error codes of a server that is busy or unavailable (RFC 4511, section 4.1.9). */
const serverCodes = [51, 52];

/** Logs in with the search account, or anonymously. Throws the errors. */
export const bindToSearch = (client: Client, { bindDn = '', bindPassword = '' }: LdapSettings): Promise<void> =>
  client.bind(bindDn, bindPassword);

/** The one entry that a filter finds for a name; null where there is none or more than one. */
export async function findEntry(client: Client, settings: LdapSettings, rawUsername: string): Promise<Entry | null> {
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
 * Whether a password is that of an entry. An empty one would be an anonymous login, which servers accept (RFC 4513,
 * section 5.1.2): it is wrong without a request. Throws if the server is unavailable.
 */
export async function checkPassword(client: Client, { dn }: Entry, password: string): Promise<boolean> {
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

/** The data of an entry, with its groups: those that it lists, or those that list it. */
export async function readUser(client: Client, settings: LdapSettings, entry: Entry): Promise<ExternalUser> {
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

/** Whether a group may have a name: if groups are found by their members only, this is unknown, so it is true. */
export async function isGroupName(client: Client, settings: LdapSettings, name: string): Promise<boolean> {
  const { attributes, groupBase } = settings;
  if (groupBase === undefined) return attributes.memberOf !== undefined;
  const filter = `(${attributes.group}=${Filter.escape(name)})`;
  const { searchEntries } = await client.search(groupBase, { scope: 'sub', filter, attributes: ['1.1'], paged: true });
  return searchEntries.length > 0;
}
