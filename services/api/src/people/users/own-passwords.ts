import type { Actor } from '@slipway/persistence';
import type { Passwords } from '@slipway/resources';
import type { Deps } from '../../context/deps.ts';
import { limitConcurrency } from '../../http/concurrency-limit.ts';
import { requireGivenPassword } from '../given-password.ts';
import { hashPassword } from '../passwords.ts';

const inTurn = limitConcurrency({ running: 2, waiting: 1_000, what: 'new passwords' });

/** Verifies and hashes passwords for requests from an address. */
export const passwordsFor = (deps: Pick<Deps, 'login' | 'config'>, { address }: Actor): Passwords => ({
  least: deps.config.passwordMinLength,
  hash: (password) => inTurn(() => hashPassword(password)),
  requireOwn: (username, password, field) =>
    requireGivenPassword(deps, {
      ...{ username, password, field },
      address: address ?? '',
      expected: 'the password that holds until now',
    }),
});
