import { type Identity, identityByToken } from '@slipway/engine';
import type { TokenLogin as StoredToken } from '@slipway/persistence';
import { fresh } from '@slipway/runtime';
import { Unauthenticated } from '../../http/errors/errors.ts';
import { hashOf, isToken } from './token-text.ts';

interface LoggedInByToken {
  readonly identity: Identity;
  /** of the token */
  readonly id: string;
}

/** The owner of the token already has this information. */
function requireHeld({ expired, expiresAt, loginAllowed, isOfOther }: StoredToken): void {
  if (expired && expiresAt !== null) {
    throw new Unauthenticated(`the personal access token expired at ${new Date(expiresAt).toISOString()}`);
  }
  if (isOfOther) {
    throw new Unauthenticated(
      'a user without the permission admin created the personal access token, and its user has that permission: create another',
    );
  }
  if (!loginAllowed) throw new Unauthenticated('the user of the personal access token may not log in');
}

/** Authenticates a token: with one statement, and with none for an invalid text. Throws Unauthenticated. */
export function createTokenLogin(find: (hash: string) => Promise<StoredToken | null>) {
  const stored = fresh(find);
  return async (text: string): Promise<LoggedInByToken> => {
    const token = isToken(text) ? await stored(hashOf(text)) : null;
    if (token === null) throw new Unauthenticated('the personal access token is wrong, or was ended');
    requireHeld(token);
    return { identity: identityByToken(token), id: token.id };
  };
}

export type TokenLogin = ReturnType<typeof createTokenLogin>;
