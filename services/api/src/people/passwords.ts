import { hash, verify } from '@node-rs/argon2';
import { bounded } from '../http/concurrency-limit.ts';

/** argon2id with these takes about 10 ms and 19 MiB a time. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified for names that no user has, so that an answer takes as long with them as with others. */
const nobody = hash('nobody has this password', cost);

/** Hashing takes threads and memory: more than this at a time would only make everyone slower. */
const inTurn = bounded({ running: 4, waiting: 64 });

/** The text under which a password is stored: a PHC string of argon2id. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** Whether the password belongs to the hash; a null hash takes as long, and never matches. Throws Overloaded. */
export function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(stored ?? (await nobody), password);
    return matches && stored !== null;
  });
}
