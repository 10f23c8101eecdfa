import { hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../http/concurrency-limit.ts';

/** argon2id with these takes about 10 ms and 19 MiB a time. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes threads and memory: more of it at a time would only be slower for everyone. */
const limits = { maxRunning: 4, maxWaiting: 64, label: 'logins' };

/** The text that is stored of a password: a PHC string of argon2id. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** The same at almost no cost, for a random password of a user of the warm-up. */
export const hashForWarmUp = (password: string): Promise<string> =>
  hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });

/** Whether a password belongs to a stored hash; nothing belongs to null. */
export const passwordMatches = async (password: string, stored: string | null): Promise<boolean> =>
  stored !== null && (await verify(stored, password));

/**
 * Verifies passwords, a few at a time. A null hash takes as long as any other, so that the duration does not reveal
 * which users exist. The check throws Overloaded.
 */
export function createPasswordCheck(): typeof passwordMatches {
  const runLimited = limitConcurrency(limits);
  const dummyHash = hashPassword('the password of no user');
  return (password, stored) =>
    runLimited(async () => {
      const matches = await verify(stored ?? (await dummyHash), password);
      return matches && stored !== null;
    });
}
