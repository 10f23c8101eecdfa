import { passwordMask, type RunAsProof } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { CodeItem } from '@slipway/formats';
import type { ProvesUser } from '../plans/run-as.ts';

interface Proving {
  readonly caller: Person;
  readonly proves: ProvesUser;
}

/**
 * The requested run-as users, verified with the passwords and tokens of the documents before the transaction: inside
 * it, no other connection may be used. Throws Invalid, and the errors of a login.
 */
export async function provenAhead({ caller, proves }: Proving, items: readonly CodeItem[]): Promise<ProvesUser> {
  const tokens = new Map<string, RunAsProof | null>();
  const passwords = new Map<string, unknown>();
  for (const item of items) {
    if (item.kind !== 'template') continue;
    const { scriptUsername: user = '', scriptUserPassword: secret } = item.code;
    if (typeof secret !== 'string' || typeof user !== 'string' || secret === '' || secret === passwordMask) continue;
    if (user === '') tokens.set(secret, await proves.token(secret));
    else if (!caller.holds('admin') && user.toLowerCase() !== caller.username.toLowerCase()) {
      passwords.set(keyOf(user, secret), await failureOf(proves.password(user, secret)));
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

/** The refusal of a password; null if it is right. A refusal counts only if the password is used. */
const failureOf = (checked: Promise<void>): Promise<unknown> =>
  checked.then(
    () => null,
    (error: unknown) => error,
  );
