import type { Passwords } from '@slipway/application/people';
import type { CredentialCheck } from '@slipway/application/plans';
import { type Message, message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import type { Actor } from '@slipway/persistence/audit';
import type { Deps } from '../dependencies/deps.ts';
import { Unauthenticated } from '../http/errors/errors.ts';
import { createSlots } from '../http/slots.ts';
import { hashPassword } from './passwords.ts';
import { looksLikeToken } from './tokens.ts';

/**
 * Runs `login` with credentials from a request body. Throws Invalid instead of Unauthenticated: the status is not 401.
 */
const confirmLogin = async <T>(refusal: Message, login: () => Promise<T>): Promise<T> =>
  login().catch((error: unknown) => {
    throw error instanceof Unauthenticated ? new Invalid(refusal) : error;
  });

interface PasswordConfirmation {
  readonly username: string;
  readonly password: string;
  /** The address of the client. */
  readonly address: string;
  readonly refusal: Message;
}

/**
 * Verifies a password from a request body. It counts as a login from the address of the client, so that a session
 * allows no additional guesses. Throws Invalid, TooManyRequests, Overloaded.
 */
async function confirmPassword({ login }: Pick<Deps, 'login'>, confirmation: PasswordConfirmation): Promise<void> {
  const { username, password, address, refusal } = confirmation;
  await confirmLogin(refusal, async () => {
    if (password === '' || /[\p{Cc}\uFFFD]/u.test(username + password))
      throw new Unauthenticated(message('login.unknown'));
    await login({ username, password }, address);
  });
}

const scriptPasswordField = 'scriptUserPassword';

/** Creates a check of the credentials of a run-as user. It counts as a login from the address of the actor. */
export const createCredentialCheck = (deps: Pick<Deps, 'login' | 'tokenLogin'>, actor: Actor): CredentialCheck => {
  const address = actor.address ?? '';
  return {
    password: (username, password) =>
      confirmPassword(deps, {
        username,
        password,
        address,
        refusal: message('field.runAsPassword', { field: scriptPasswordField }),
      }),
    token: async (text) => {
      if (!looksLikeToken(text)) return null;
      const refusal = message('field.runAsToken', { field: scriptPasswordField });
      const { identity, id } = await confirmLogin(refusal, () => deps.tokenLogin(text, address));
      return { username: identity.username, tokenId: id };
    },
  };
};

const slots = createSlots({ max: 2, maxWaiting: 1_000, label: 'newPasswords' });

/** Returns the functions that verify and hash passwords for requests of an actor. */
export const passwordsFor = (deps: Pick<Deps, 'login' | 'config'>, { address }: Actor): Passwords => ({
  minLength: deps.config.passwordMinLength,
  hash: (password) => slots.run(() => hashPassword(password)),
  requireOwn: (username, password, field) =>
    confirmPassword(deps, {
      ...{ username, password },
      address: address ?? '',
      refusal: message('field.currentPassword', { field }),
    }),
});
