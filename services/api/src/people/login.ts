import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { Identity } from '@slipway/engine';
import { fresh } from '@slipway/runtime';
import { createCache } from '../context/lru-cache.ts';
import { DirectoryUnreachable, Unauthenticated } from '../http/errors/errors.ts';
import type { BasicCredentials } from './basic-credentials.ts';
import type { LoginAttempt } from './login-attempts.ts';
import { type Account, createPasswordJudge, type DirectoryLogin } from './password-judge.ts';
import { type Attempt, createThrottle, networkOf, type Throttle } from './throttle.ts';

interface Settings {
  /** Called for each attempt that was verified. */
  readonly tell?: (attempt: LoginAttempt) => void;
  /** null where there is no such user */
  readonly find: (username: string) => Promise<Account | null>;
  /** null: there is no directory */
  readonly directory?: DirectoryLogin | null;
  readonly now?: () => number;
  /** what counts failed attempts; without it this login has its own */
  readonly throttle?: Throttle;
}

/** What was stored of a user when a login was right. */
const storedOf = (account: Account | null): string | null =>
  account && `${account.credentialVersion} ${account.isOfOther === true} ${account.passwordHash}`;

interface Verified extends Pick<Account, 'username' | 'accessVersion' | 'account'> {
  readonly stored: string | null;
}

const bytesOf = ({ username, stored }: Verified): number => 2 * (username.length + (stored ?? '').length);

const identityOf = ({
  username,
  accessVersion,
  account,
}: Pick<Account, 'username' | 'accessVersion' | 'account'>): Identity => ({
  username,
  accessVersion,
  only: null,
  ...(account !== undefined && { account }),
});

/**
 * Checks logins by name and password. Verifying takes 10 ms of a core, so a right login is cached for a minute under a
 * keyed hash of both and of the network it came from, and holds only while the same is stored of the user, whichever
 * process changes that. A wrong one never is.
 *
 * The result is a function from what was given, without control characters, and the address it came from to who it is. It
 * throws Unauthenticated, TooManyRequests, Overloaded and DirectoryUnreachable.
 */
export function createLogin({
  find,
  directory = null,
  tell = () => {},
  now = Date.now,
  throttle = createThrottle(now),
}: Settings) {
  const key = createSecretKey(randomBytes(32));
  const known = createCache<Verified>(2_000_000, bytesOf, { ttlMs: 60_000, now });
  const running = new Map<string, Promise<Verified>>();
  const stored = fresh(find);
  const verify = verifier({ judge: createPasswordJudge({ find, directory }), tell, throttle });

  function login({ username, password }: BasicCredentials, digest: string, address: string): Promise<Verified> {
    const shared = running.get(digest);
    if (shared !== undefined) return shared;
    const attempt = verify({ username, address, digest }, password).finally(() => running.delete(digest));
    running.set(digest, attempt);
    return attempt;
  }

  // For one network: a client elsewhere must not learn here what is right, past the limits.
  const digestOf = ({ username, password }: BasicCredentials, address: string): string =>
    createHmac('sha256', key)
      .update(`${networkOf(address)}\0${username.toLowerCase()}\0${password}`)
      .digest('base64');

  return async (credentials: BasicCredentials, address: string): Promise<Identity> => {
    const digest = digestOf(credentials, address);
    const before = known.get(digest);
    if (before !== undefined) {
      const account = await stored(before.username);
      if (account !== null && storedOf(account) === before.stored) return identityOf(account);
      known.delete(digest);
    }
    const verified = await login(credentials, digest, address);
    known.set(digest, verified);
    return identityOf(verified);
  };
}

/** Only a client with the password learns why it is invalid. */
const passwordOfOther = ({ username }: Account) =>
  new Unauthenticated(
    `a user without the permission admin has set the password of ${username}, who has it: ` +
      'have an admin set another',
  );

interface Verifying extends Required<Pick<Settings, 'tell' | 'throttle'>> {
  readonly judge: ReturnType<typeof createPasswordJudge>;
}

function verifier({ judge, tell, throttle }: Verifying) {
  const told = (action: LoginAttempt['action'], username: string | null, address: string) =>
    tell({ action, username, address, by: 'password' });
  function begin(attempt: Attempt): ReturnType<typeof throttle.begin> {
    try {
      return throttle.begin(attempt);
    } catch (error) {
      told('LOGIN_THROTTLED', null, attempt.address);
      throw error;
    }
  }
  return async (attempt: Attempt, password: string): Promise<Verified> => {
    const { username, address } = attempt;
    const counted = begin(attempt);
    try {
      const { account, isRight } = await judge(username, password, address);
      if (account !== null && isRight && account.isOfOther !== true) {
        counted.succeeded();
        told('LOGIN_SUCCEEDED', account.username, address);
        return { ...account, stored: storedOf(account) };
      }
      told('LOGIN_FAILED', account?.username ?? null, address);
      if (account !== null && isRight) throw passwordOfOther(account);
    } catch (error) {
      // While the directory is unavailable, guesses remain limited.
      if (!(error instanceof DirectoryUnreachable)) counted.cancelled();
      throw error;
    }
    counted.failed();
    throw new Unauthenticated('wrong user name or password');
  };
}
