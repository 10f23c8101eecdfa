import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CannotStart, type LdapSettings } from '@slipway/runtime';
import { FilterParser } from 'ldapts';
import type { ProcessDeps } from '../context/deps.ts';
import type { Directory } from './directory.ts';
import { createLdapDirectory } from './ldap-directory.ts';
import { filled } from './ldap-names.ts';

/** Who lets people in beside ourselves; null: nobody. */
export interface SignOn {
  readonly directory: Directory | null;
}

/** Opens the other ways to log in. Nothing is asked of anybody yet: who is away does not stop the start. Throws CannotStart. */
export async function openSignOn({ config, logger }: Pick<ProcessDeps, 'config' | 'logger'>): Promise<SignOn> {
  const { ldap } = config;
  if (ldap === undefined) return { directory: null };
  requireFilter('LDAP_USER_FILTER', ldap.userFilter);
  requireFilter('LDAP_GROUP_FILTER', ldap.groupFilter);
  return { directory: createLdapDirectory({ settings: ldap, ca: await readAuthorities(ldap), logger }) };
}

function requireFilter(variable: string, filter: string): void {
  try {
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
