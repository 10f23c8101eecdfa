import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type LdapSettings, type OidcSettings, StartupError } from '@slipway/process';
import { FilterParser } from 'ldapts';
import type { ProcessDeps } from '../dependencies/deps.ts';
import type { Directory, ExternalUser } from './external-users.ts';
import { createLdapDirectory, fillFilter } from './ldap-directory.ts';
import { begin, finish, logoutUrl, type SignOnAttempt, verifyBearer } from './oidc-login.ts';
import { createProviderLoader, ProviderUnreachable } from './oidc-provider.ts';

/** The identity provider. All functions throw ProviderUnreachable; `finish` and `bearer` also throw SignOnRefused. */
export interface IdentityProvider {
  readonly redirectUri: string;
  /** Returns the address to which to redirect a browser, and the values that verify its return. */
  begin(): ReturnType<typeof begin>;
  /** Returns the user who has logged in, from the query with which a browser returns. */
  finish(query: string, attempt: SignOnAttempt): Promise<ExternalUser>;
  /** Returns the user of an access token. */
  bearer(token: string): Promise<ExternalUser>;
  /** Returns the logout address of the provider, with a return address. Returns null if the provider has none. */
  end(returnUrl: string): Promise<URL | null>;
}

/** The external logins. Null if they are not configured. */
export interface SignOn {
  readonly directory: Directory | null;
  readonly provider: IdentityProvider | null;
}

/**
 * Creates the external logins without a request, so that an unavailable one does not block the start. Throws
 * StartupError.
 */
export async function openSignOn({ config, logger }: Pick<ProcessDeps, 'config' | 'logger'>): Promise<SignOn> {
  const { ldap, oidc } = config;
  return {
    directory: ldap === undefined ? null : await openDirectory(ldap, logger),
    provider: oidc === undefined ? null : openProvider(oidc),
  };
}

/** The maximum age of provider metadata for returning browsers and for tokens, in milliseconds. */
const maxMetadataAgeMs = 60 * 60_000;
/**
 * The maximum age of provider metadata before a redirect to the provider, in milliseconds. It is short, so that the
 * login page reports an unavailable provider instead of redirecting the browser to it.
 */
const maxRedirectMetadataAgeMs = 1_000;
/** The maximum time to wait for provider metadata before a redirect, in milliseconds. */
const redirectTimeoutMs = 3_000;

/** Returns the value of a promise. Throws ProviderUnreachable after this number of milliseconds. */
async function withTimeout<T>(ms: number, pending: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ProviderUnreachable(`it did not respond within ${ms / 1000} s`)), ms);
  return await Promise.race([pending, promise]).finally(() => clearTimeout(timer));
}

function openProvider(settings: OidcSettings): IdentityProvider {
  const loadProvider = createProviderLoader(settings, Date.now);
  return {
    redirectUri: settings.redirectUri,
    begin: async () => begin(settings, await withTimeout(redirectTimeoutMs, loadProvider(maxRedirectMetadataAgeMs))),
    finish: async (query, attempt) => finish(settings, await loadProvider(maxMetadataAgeMs), query, attempt),
    bearer: async (token) => verifyBearer(settings, await loadProvider(maxMetadataAgeMs), token),
    end: async (returnUrl) => logoutUrl(await loadProvider(maxMetadataAgeMs), returnUrl),
  };
}

async function openDirectory(ldap: LdapSettings, logger: ProcessDeps['logger']): Promise<Directory> {
  requireFilter('LDAP_USER_FILTER', ldap.userFilter);
  requireFilter('LDAP_GROUP_FILTER', ldap.groupFilter);
  return createLdapDirectory({ settings: ldap, ca: await readAuthorities(ldap), logger });
}

/**
 * Whether all brackets of a filter match. The library does not check this. Values escape brackets as `\28` and `\29`.
 */
function isBalanced(filter: string): boolean {
  let depth = 0;
  for (const bracket of filter.replaceAll(/[^()]/g, '')) {
    depth += bracket === '(' ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function requireFilter(variable: string, filter: string): void {
  try {
    if (!isBalanced(filter)) throw new Error('brackets');
    FilterParser.parseString(fillFilter(filter, ['a', 'a']));
  } catch {
    throw new StartupError(
      `${variable} must be a filter in the format of RFC 4515, such as (&(objectClass=person)(uid={0}))`,
    );
  }
}

async function readAuthorities({ caFile }: LdapSettings): Promise<string | undefined> {
  if (caFile === undefined) return undefined;
  const pem = await readFile(caFile, 'utf8').catch((error: Error) => {
    throw new StartupError(`LDAP_CA_FILE cannot be read: ${error.message}`);
  });
  try {
    new X509Certificate(pem);
    return pem;
  } catch {
    throw new StartupError('LDAP_CA_FILE must contain certificates in PEM');
  }
}
