import { passwordMask, type RunAsProof } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import type { CodeItem } from '@slipway/formats';
import type { CredentialCheck } from '../plans/create.ts';

interface CredentialSource {
  readonly caller: Person;
  readonly credentialCheck: CredentialCheck;
}

/**
 * The requested run-as users, verified with the passwords and tokens of the documents before the transaction: inside
 * it, no other connection may be used. Throws Invalid, and the errors of a login.
 */
export async function preverifyRunAs(
  { caller, credentialCheck }: CredentialSource,
  items: readonly CodeItem[],
): Promise<CredentialCheck> {
  const tokens = new Map<string, RunAsProof | null>();
  const passwords = new Map<string, unknown>();
  for (const item of items) {
    if (item.kind !== 'template') continue;
    const { scriptUsername: user = '', scriptUserPassword: secret } = item.code;
    if (typeof secret !== 'string' || typeof user !== 'string' || secret === '' || secret === passwordMask) continue;
    if (user === '') tokens.set(secret, await credentialCheck.token(secret));
    else if (!caller.hasPermission('admin') && user.toLowerCase() !== caller.username.toLowerCase()) {
      passwords.set(keyOf(user, secret), await failureOf(credentialCheck.password(user, secret)));
    }
  }
  return {
    token: async (text) => tokens.get(text) ?? null,
    password: async (username, password) => {
      const failure = passwords.get(keyOf(username, password));
      if (failure !== null) throw failure ?? new Error('a password was not looked at before');
    },
  };
}

const keyOf = (username: string, password: string): string => JSON.stringify([username, password]);

/**
 * Verifies a password and returns the error, or null if it is correct. An error only counts if the password is used.
 */
const failureOf = (checked: Promise<void>): Promise<unknown> =>
  checked.then(
    () => null,
    (error: unknown) => error,
  );
