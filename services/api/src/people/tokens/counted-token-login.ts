import { Unauthenticated } from '../../http/errors/errors.ts';
import type { LoginAttempt } from '../login-attempts.ts';
import type { Throttle } from '../throttle.ts';
import type { TokenLogin } from './token-login.ts';
import { hashOf } from './token-text.ts';

interface Settings {
  readonly byToken: TokenLogin;
  readonly throttle: Throttle;
  /** Called for each failed attempt. */
  readonly tell: (attempt: LoginAttempt) => void;
}

/** Replaces the unknown name of a token: no user has it (permissions.md, Users). */
const nameOfTokens = 'rpa_';

/**
 * Authenticates a token in a body, from an address, where wrong ones count like wrong passwords. Throws
 * Unauthenticated, TooManyRequests.
 */
export function createCountedTokenLogin({ byToken, throttle, tell }: Settings) {
  return async (text: string, address: string): ReturnType<TokenLogin> => {
    const counted = throttle.begin({ username: nameOfTokens, address, digest: hashOf(text) });
    try {
      const login = await byToken(text);
      counted.succeeded();
      return login;
    } catch (error) {
      if (error instanceof Unauthenticated) {
        counted.failed();
        tell({ action: 'LOGIN_FAILED', username: null, address, by: 'token' });
      } else counted.cancelled();
      throw error;
    }
  };
}
