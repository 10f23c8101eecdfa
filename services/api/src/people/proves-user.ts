import { Invalid } from '@slipway/domain';
import type { Actor } from '@slipway/persistence';
import type { ProvesUser } from '@slipway/resources';
import type { Deps } from '../context/deps.ts';
import { Unauthenticated } from '../http/errors/errors.ts';

/** Checks the password of the user as whom scripts shall run as a login from that address is checked, and as often. */
export const provesUser =
  ({ login }: Pick<Deps, 'login'>, { address }: Actor): ProvesUser =>
  async (username, password) => {
    const wrong = () => new Invalid('scriptUserPassword: expected the password of scriptUsername');
    if (/[\p{Cc}\uFFFD]/u.test(username + password)) throw wrong();
    await login({ username, password }, address ?? '').catch((error: unknown) => {
      throw error instanceof Unauthenticated ? wrong() : error;
    });
  };
