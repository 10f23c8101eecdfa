import { Invalid } from '@slipway/domain';
import type { Actor } from '@slipway/persistence';
import type { Passwords } from '@slipway/resources';
import type { Deps } from '../../context/deps.ts';
import { limitConcurrency } from '../../http/concurrency-limit.ts';
import { Unauthenticated } from '../../http/errors/errors.ts';
import { hashPassword } from '../passwords.ts';

const inTurn = limitConcurrency({ running: 2, waiting: 1_000, what: 'new passwords' });

/**
 * Passwords for what somebody at an address asks for. One's own is checked as a login is, so that whoever finds an open
 * session can guess no more often than at the door.
 */
export const passwordsFor = ({ login, config }: Pick<Deps, 'login' | 'config'>, { address }: Actor): Passwords => ({
  least: config.passwordMinLength,
  hash: (password) => inTurn(() => hashPassword(password)),
  requireOwn: async (username, password, field) => {
    const wrong = () => new Invalid(`${field}: expected the password that holds until now`);
    if (password === '' || /[\p{Cc}\uFFFD]/u.test(password)) throw wrong();
    await login({ username, password }, address ?? '').catch((error: unknown) => {
      throw error instanceof Unauthenticated ? wrong() : error;
    });
  },
});
