import { Invalid } from '@slipway/domain/model';
import type { Deps } from '../dependencies/deps.ts';
import { Unauthenticated } from '../http/errors/errors.ts';

/** A login that came in a body is as wrong as any other field: answers what `login` does, and throws Invalid for its 401. */
export const confirmLogin = async <T>(field: string, expected: string, login: () => Promise<T>): Promise<T> =>
  login().catch((error: unknown) => {
    throw error instanceof Unauthenticated ? new Invalid(`${field}: expected ${expected}`) : error;
  });

interface PasswordConfirmation {
  readonly username: string;
  readonly password: string;
  /** of the client */
  readonly address: string;
  /** The field of the password in the body, for the refusal. */
  readonly field: string;
  readonly expected: string;
}

/**
 * Verifies a password in a body like a login from that address, with the same limits, so that an open session gives no
 * additional guesses. Throws Invalid, TooManyRequests, Overloaded.
 */
export async function confirmPassword(
  { login }: Pick<Deps, 'login'>,
  confirmation: PasswordConfirmation,
): Promise<void> {
  const { username, password, address, field, expected } = confirmation;
  await confirmLogin(field, expected, async () => {
    if (password === '' || /[\p{Cc}\uFFFD]/u.test(username + password)) throw new Unauthenticated('no login has these');
    await login({ username, password }, address);
  });
}
