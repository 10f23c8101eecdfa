import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { singleFlightFresh } from '@slipway/concurrency';
import { message } from '@slipway/domain/messages';
import { type Identity, toIdentity } from '@slipway/engine';
import type { TokenLogin as StoredToken } from '@slipway/persistence/people';
import { Unauthenticated } from '../http/errors/errors.ts';
import type { LoginAttempt } from './activity-log.ts';
import type { LoginRateLimiter } from './login-rate-limiter.ts';

/**
 * The format of tokens in the family (permissions.md, Login): `rpa_` and 40 hexadecimal digits. The first 32 digits are
 * random, the last 8 are the CRC-32 of the preceding text. A truncated or mistyped token is rejected without a database
 * query. Secret scanners can recognize the format.
 */
const tokenPattern = /^rpa_[0-9a-f]{40}$/;
const checkedLength = 'rpa_'.length + 32;

const checksumOf = (start: string): string => crc32(start).toString(16).padStart(8, '0');

export function createTokenText(): string {
  const start = `rpa_${randomBytes(16).toString('hex')}`;
  return `${start}${checksumOf(start)}`;
}

export const isToken = (text: string): boolean =>
  tokenPattern.test(text) && checksumOf(text.slice(0, checkedLength)) === text.slice(checkedLength);

/** Whether a text looks like a token. No user name has this prefix (permissions.md, Users). */
export const looksLikeToken = (text: string): boolean => text.startsWith('rpa_');

/**
 * Returns the stored hash of a token or session value. A plain hash is sufficient, because both are long and random.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** The hash of an empty secret. With it, the comparison for an unknown secret takes the same time. */
const unknownHash = hashSecret('');

/** Whether two hashes are equal, in constant time. `stored` is null for an unknown secret. */
export const isSameHash = (stored: string | null, hash: string): boolean =>
  timingSafeEqual(Buffer.from(stored ?? unknownHash), Buffer.from(hash)) && stored !== null;

interface AuthenticatedToken {
  readonly identity: Identity;
  /** The id of the token. */
  readonly id: string;
}

/** Returns the error for an invalid token. Its reason reveals nothing new to the owner. */
function requireValidToken({ expired, expiresAt, loginAllowed, isSetByNonAdmin }: StoredToken): void {
  if (expired && expiresAt !== null) {
    throw new Unauthenticated(message('token.expired', { time: new Date(expiresAt).toISOString() }));
  }
  if (isSetByNonAdmin) {
    throw new Unauthenticated(message('token.createdByNonAdmin'));
  }
  if (!loginAllowed) throw new Unauthenticated(message('token.userMayNotLogIn'));
}

/**
 * Authenticates a token with one statement, or without a statement if the checksum is wrong. Throws Unauthenticated.
 */
export function createTokenLogin(find: (hash: string) => Promise<StoredToken | null>) {
  const findToken = singleFlightFresh(find);
  return async (text: string): Promise<AuthenticatedToken> => {
    const token = isToken(text) ? await findToken(hashSecret(text)) : null;
    if (token === null) throw new Unauthenticated(message('token.wrong'));
    requireValidToken(token);
    return { identity: toIdentity(token), id: token.id };
  };
}

type TokenLogin = ReturnType<typeof createTokenLogin>;

interface TokenLoginSettings {
  readonly byToken: TokenLogin;
  readonly rateLimiter: LoginRateLimiter;
  /** Called for each failed attempt. */
  readonly recordAttempt: (attempt: LoginAttempt) => void;
}

/** The name under which the rate limiter counts tokens. No user has this name (permissions.md, Users). */
const tokenUsername = 'rpa_';

/**
 * Authenticates a token from a request body. Wrong tokens count like wrong passwords at the address of the client.
 * Throws Unauthenticated, TooManyRequests.
 */
export function createRateLimitedTokenLogin({ byToken, rateLimiter, recordAttempt }: TokenLoginSettings) {
  return async (text: string, address: string): ReturnType<TokenLogin> => {
    const countedAttempt = rateLimiter.begin({ username: tokenUsername, address, digest: hashSecret(text) });
    try {
      const login = await byToken(text);
      countedAttempt.succeed();
      return login;
    } catch (error) {
      if (error instanceof Unauthenticated) {
        countedAttempt.fail();
        recordAttempt({ action: 'LOGIN_FAILED', username: null, address, by: 'token' });
      } else countedAttempt.cancel();
      throw error;
    }
  };
}
