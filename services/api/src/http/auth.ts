import { createHmac, randomBytes } from 'node:crypto';
import { type Credentials, readBasic } from './basic.ts';
import { Unauthenticated } from './errors.ts';
import { passwordMatches } from './passwords.ts';
import { createThrottle } from './throttle.ts';

/** A user as the directory knows them. */
export interface Account {
  readonly username: string;
  /** PHC string; null for a user who cannot log in by password */
  readonly passwordHash: string | null;
  readonly admin: boolean;
}

interface Settings {
  /** null where there is no such user */
  readonly find: (username: string) => Promise<Account | null>;
  readonly now?: () => number;
}

const keptMs = 60_000;
const keptMost = 10_000;

/**
 * Checks logins. Verifying takes 10 ms of a core, so what was right is remembered for a minute under
 * a keyed hash of the header; what was wrong never is, and pays in full each time.
 */
export function createAuth({ find, now = Date.now }: Settings) {
  const key = randomBytes(32);
  const kept = new Map<string, { readonly account: Account; readonly until: number }>();
  const running = new Map<string, Promise<Account>>();
  const throttle = createThrottle();

  async function verified(credentials: Credentials, address: string): Promise<Account> {
    await throttle.attempt(credentials.username, address);
    const forgive = () => throttle.forgive(credentials.username, address);
    const matches = await find(credentials.username)
      .then(async (account) => (await passwordMatches(credentials.password, account?.passwordHash ?? null)) && account)
      .catch(async (error: unknown) => {
        await forgive();
        throw error;
      });
    if (!matches) throw new Unauthenticated('wrong user name or password');
    await forgive();
    return matches;
  }

  function keep(digest: string, account: Account): void {
    kept.delete(digest);
    const oldest = kept.size >= keptMost ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(digest, { account, until: now() + keptMs });
  }

  function login(credentials: Credentials, digest: string, address: string): Promise<Account> {
    const shared = running.get(digest);
    if (shared) return shared;
    const attempt = verified(credentials, address).finally(() => running.delete(digest));
    running.set(digest, attempt);
    return attempt.then((account) => {
      keep(digest, account);
      return account;
    });
  }

  /** The user of an `Authorization` header. Throws Unauthenticated, TooMany and Overloaded. */
  return async (header: string | undefined, address: string): Promise<Account> => {
    const digest = createHmac('sha256', key)
      .update(header ?? '')
      .digest('base64');
    const known = kept.get(digest);
    if (known && known.until > now()) return known.account;
    const credentials = readBasic(header);
    if (!credentials) throw new Unauthenticated('a user name and a password are needed');
    return login(credentials, digest, address);
  };
}
