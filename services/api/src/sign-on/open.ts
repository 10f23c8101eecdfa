import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CannotStart, type LdapSettings, type OidcSettings } from '@slipway/runtime';
import { FilterParser } from 'ldapts';
import type { ProcessDeps } from '../context/deps.ts';
import type { Directory, OutsideUser } from './directory.ts';
import { createLdapDirectory } from './ldap-directory.ts';
import { filled } from './ldap-names.ts';
import { bearerOf } from './oidc-bearer.ts';
import { type Attempt, begin, endOf, finish } from './oidc-flow.ts';
import { providerOf } from './oidc-provider.ts';
import { ProviderUnreachable } from './oidc-refusal.ts';

/** The identity provider. All throw ProviderUnreachable, and but for the first and the last SignOnRefused. */
export interface Provider {
  readonly redirectUri: string;
  /** Where to send a browser, and what has to be known when it is back. */
  begin(): ReturnType<typeof begin>;
  /** Who has logged in, by the query that a browser brings back. */
  finish(query: string, attempt: Attempt): Promise<OutsideUser>;
  /** Whom an access token is of. */
  bearer(token: string): Promise<OutsideUser>;
  /** The logout address there, with a return address of ours; null if the provider has none. */
  end(back: string): Promise<URL | null>;
}

/** The external logins; null: none. */
export interface SignOn {
  readonly directory: Directory | null;
  readonly provider: Provider | null;
}

/** Opens the external logins without a request: an unavailable one does not block the start. Throws CannotStart. */
export async function openSignOn({ config, logger }: Pick<ProcessDeps, 'config' | 'logger'>): Promise<SignOn> {
  const { ldap, oidc } = config;
  return {
    directory: ldap === undefined ? null : await openDirectory(ldap, logger),
    provider: oidc === undefined ? null : openProvider(oidc),
  };
}

/** In milliseconds: for so long a description of the provider holds for who is back from it, or brings a token of it. */
const holdsMs = 60 * 60_000;
/**
 * The same before a redirect to the provider: the login reports that it is unavailable, which the browser would not.
 */
const sendsMs = 1_000;
/** In milliseconds: the wait for a provider before a redirect to it. */
const patienceMs = 3_000;

/** The awaited value, or ProviderUnreachable after this number of milliseconds. */
async function within<T>(ms: number, awaited: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ProviderUnreachable(`it has not answered within ${ms / 1000} s`)), ms);
  return await Promise.race([awaited, promise]).finally(() => clearTimeout(timer));
}

function openProvider(settings: OidcSettings): Provider {
  const known = providerOf(settings, Date.now);
  return {
    redirectUri: settings.redirectUri,
    begin: async () => begin(settings, await within(patienceMs, known(sendsMs))),
    finish: async (query, attempt) => finish(settings, await known(holdsMs), query, attempt),
    bearer: async (token) => bearerOf(settings, await known(holdsMs), token),
    end: async (back) => endOf(await known(holdsMs), back),
  };
}

async function openDirectory(ldap: LdapSettings, logger: ProcessDeps['logger']): Promise<Directory> {
  requireFilter('LDAP_USER_FILTER', ldap.userFilter);
  requireFilter('LDAP_GROUP_FILTER', ldap.groupFilter);
  return createLdapDirectory({ settings: ldap, ca: await readAuthorities(ldap), logger });
}

/** Whether each bracket has its other one, which the library does not look at. In values they are written `\28` and `\29`. */
function isBalanced(filter: string): boolean {
  let depth = 0;
  for (const sign of filter.replaceAll(/[^()]/g, '')) {
    depth += sign === '(' ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function requireFilter(variable: string, filter: string): void {
  try {
    if (!isBalanced(filter)) throw new Error('brackets');
    FilterParser.parseString(filled(filter, ['a', 'a']));
  } catch {
    throw new CannotStart(`${variable} must be a filter as RFC 4515 has it, such as (&(objectClass=person)(uid={0}))`);
  }
}

async function readAuthorities({ caFile }: LdapSettings): Promise<string | undefined> {
  if (caFile === undefined) return undefined;
  const pem = await readFile(caFile, 'utf8').catch((error: Error) => {
    throw new CannotStart(`LDAP_CA_FILE cannot be read: ${error.message}`);
  });
  try {
    new X509Certificate(pem);
    return pem;
  } catch {
    throw new CannotStart('LDAP_CA_FILE must be certificates in PEM');
  }
}
