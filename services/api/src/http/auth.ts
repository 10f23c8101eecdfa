import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { createKept } from '../kept.ts';
import { type Credentials, readBasic } from './basic.ts';
import { Unauthenticated } from './errors.ts';
import { passwordMatches } from './passwords.ts';
import { createThrottle } from './throttle.ts';

/** A user as a login needs them. */
export interface Account {
  readonly username: string;
  /** PHC string; null for a user who cannot log in by password */
  readonly passwordHash: string | null;
}

interface Settings {
  /** null where there is no such user */
  readonly find: (username: string) => Promise<Account | null>;
  readonly now?: () => number;
}

/**
 * Checks logins. Verifying takes 10 ms of a core, so what was right is remembered for a minute under
 * a keyed hash of the header; what was wrong never is, and pays in full each time.
 *
 * The result is a function from an `Authorization` header and the address it came from to the user
 * name. It throws Unauthenticated, TooMany and Overloaded.
 */
export function createAuth({ find, now = Date.now }: Settings) {
  const key = createSecretKey(randomBytes(32));
  const known = createKept<string>(2_000_000, (username) => 2 * username.length, { forMs: 60_000, now });
  const running = new Map<string, Promise<string>>();
  const verify = verifier(find);

  function login(header: string | undefined, digest: string, address: string): Promise<string> {
    const shared = running.get(digest);
    if (shared !== undefined) return shared;
    const credentials = readBasic(header);
    if (!credentials) throw new Unauthenticated('a user name and a password are needed');
    const attempt = verify(credentials, address).finally(() => running.delete(digest));
    running.set(digest, attempt);
    return attempt;
  }

  return async (header: string | undefined, address: string): Promise<string> => {
    const digest = createHmac('sha256', key)
      .update(header ?? '')
      .digest('base64');
    const username = known.get(digest);
    if (username !== undefined) return username;
    const verified = await login(header, digest, address);
    known.put(digest, verified);
    return verified;
  };
}

function verifier(find: Settings['find']) {
  const throttle = createThrottle();
  return async ({ username, password }: Credentials, address: string): Promise<string> => {
    await throttle.attempt(username, address);
    const matches = await attempt(find, username, password).catch(async (error: unknown) => {
      await throttle.forgive(username, address);
      throw error;
    });
    if (!matches) throw new Unauthenticated('wrong user name or password');
    await throttle.forgive(username, address);
    return username;
  };
}

async function attempt(find: Settings['find'], username: string, password: string): Promise<boolean> {
  const account = await find(username);
  return passwordMatches(password, account?.passwordHash ?? null);
}
