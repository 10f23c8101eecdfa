import { type Identity, toIdentity } from '@slipway/engine';
import type { TokenLogin as StoredToken } from '@slipway/persistence/people';
import { singleFlightFresh } from '@slipway/process';
import { Unauthenticated } from '../../http/errors/errors.ts';
import { hashSecret, isToken } from './token-text.ts';

interface AuthenticatedToken {
  readonly identity: Identity;
  /** of the token */
  readonly id: string;
}

/** The owner of the token already has this information. */
function requireValidToken({ expired, expiresAt, loginAllowed, isOfOther }: StoredToken): void {
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
  const findToken = singleFlightFresh(find);
  return async (text: string): Promise<AuthenticatedToken> => {
    const token = isToken(text) ? await findToken(hashSecret(text)) : null;
    if (token === null) throw new Unauthenticated('the personal access token is wrong, or was ended');
    requireValidToken(token);
    return { identity: toIdentity(token), id: token.id };
  };
}

export type TokenLogin = ReturnType<typeof createTokenLogin>;
