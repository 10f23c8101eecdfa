import type { Passwords } from '@slipway/application/people';
import type { Actor } from '@slipway/persistence/audit';
import type { Deps } from '../../dependencies/deps.ts';
import { limitConcurrency } from '../../http/concurrency-limit.ts';
import { confirmPassword } from '../confirm-password.ts';
import { hashPassword } from '../passwords.ts';

const runLimited = limitConcurrency({ maxRunning: 2, maxWaiting: 1_000, label: 'new passwords' });

/** Verifies and hashes passwords for requests from an address. */
export const passwordsFor = (deps: Pick<Deps, 'login' | 'config'>, { address }: Actor): Passwords => ({
  minLength: deps.config.passwordMinLength,
  hash: (password) => runLimited(() => hashPassword(password)),
  requireOwn: (username, password, field) =>
    confirmPassword(deps, {
      ...{ username, password, field },
      address: address ?? '',
      expected: 'the password that holds until now',
    }),
});
