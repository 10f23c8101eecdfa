import { Unauthenticated } from '../../http/errors/errors.ts';
import type { LoginAttempt } from '../login-attempts.ts';
import type { LoginRateLimiter } from '../login-rate-limiter.ts';
import type { TokenLogin } from './token-login.ts';
import { hashSecret } from './token-text.ts';

interface TokenLoginSettings {
  readonly byToken: TokenLogin;
  readonly rateLimiter: LoginRateLimiter;
  /** Called for each failed attempt. */
  readonly recordAttempt: (attempt: LoginAttempt) => void;
}

/** Replaces the unknown name of a token: no user has it (permissions.md, Users). */
const tokenUsername = 'rpa_';

/**
 * Authenticates a token in a body, from an address, where wrong ones count like wrong passwords. Throws
 * Unauthenticated, TooManyRequests.
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
