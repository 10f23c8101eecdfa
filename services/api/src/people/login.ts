import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { singleFlightFresh } from '@slipway/concurrency';
import { message } from '@slipway/domain/messages';
import { findLogin } from '@slipway/persistence/people';
import type { Deps, PasswordIdentity } from '../dependencies/deps.ts';
import { createCache } from '../dependencies/lru-cache.ts';
import { DirectoryUnreachable, Unauthenticated } from '../http/errors/errors.ts';
import type { LoginAttempt } from './activity-log.ts';
import type { BasicCredentials } from './authenticate.ts';
import { type CountedAttempt, createLoginRateLimiter, type LoginRateLimiter, networkOf } from './login-rate-limiter.ts';
import { type Account, createPasswordVerifier, type DirectoryLogin } from './passwords.ts';

interface LoginSettings {
  /** Called for each verified attempt, and for each throttled one. */
  readonly recordAttempt?: (attempt: LoginAttempt) => void;
  /** Returns the account of a user, or null for an unknown user. */
  readonly find: (username: string) => Promise<Account | null>;
  /** Null without a directory. */
  readonly directory?: DirectoryLogin | null;
  readonly now?: () => number;
  /** The limiter of failed attempts. By default, this login has its own. */
  readonly rateLimiter?: LoginRateLimiter;
}

/** The stored state of a user at the time of a correct login. */
const storedStateOf = (account: Account | null): string | null =>
  account && `${account.credentialVersion} ${account.isSetByNonAdmin === true} ${account.passwordHash}`;

type AccountIdentity = Pick<Account, 'username' | 'accessVersion' | 'account' | 'mustChangePassword'>;

interface VerifiedLogin extends AccountIdentity {
  readonly stored: string | null;
}

const bytesOf = ({ username, stored }: VerifiedLogin): number => 2 * (username.length + (stored ?? '').length);

const identityOf = ({
  username,
  accessVersion,
  account,
  mustChangePassword = false,
}: AccountIdentity): PasswordIdentity => ({
  username,
  accessVersion,
  restrictedTo: null,
  mustChangePassword,
  ...(account !== undefined && { account }),
});

/**
 * Returns a function that verifies a user name and a password, sent from an address. Both must be without control
 * characters. It returns the identity, and throws Unauthenticated, TooManyRequests, Overloaded and
 * DirectoryUnreachable.
 *
 * The verification takes about 10 ms of CPU time, so a correct login is cached for a minute. The key is an HMAC of the
 * name, the password and the network of the client. A cached login is valid only while the stored state of the user is
 * unchanged, including changes by other processes. Wrong logins are not cached.
 */
export function createLogin({
  find,
  directory = null,
  recordAttempt = () => {},
  now = Date.now,
  rateLimiter = createLoginRateLimiter(now),
}: LoginSettings) {
  const key = createSecretKey(randomBytes(32));
  const verifiedLogins = createCache<VerifiedLogin>(2_000_000, bytesOf, { ttlMs: 60_000, now });
  const running = new Map<string, Promise<VerifiedLogin>>();
  const stored = singleFlightFresh(find);
  const verify = createVerifier({
    verifyPassword: createPasswordVerifier({ find, directory }),
    recordAttempt,
    rateLimiter,
  });

  function login({ username, password }: BasicCredentials, digest: string, address: string): Promise<VerifiedLogin> {
    const pending = running.get(digest);
    if (pending !== undefined) return pending;
    const attempt = verify({ username, address, digest }, password).finally(() => running.delete(digest));
    running.set(digest, attempt);
    return attempt;
  }

  // Includes the network, so that guesses from another network cannot bypass the limits with a cached login.
  const digestOf = ({ username, password }: BasicCredentials, address: string): string =>
    createHmac('sha256', key)
      .update(`${networkOf(address)}\0${username.toLowerCase()}\0${password}`)
      .digest('base64');

  return async (credentials: BasicCredentials, address: string): Promise<PasswordIdentity> => {
    const digest = digestOf(credentials, address);
    const cached = verifiedLogins.get(digest);
    if (cached !== undefined) {
      const account = await stored(cached.username);
      if (account !== null && storedStateOf(account) === cached.stored) return identityOf(account);
      verifiedLogins.delete(digest);
    }
    const verified = await login(credentials, digest, address);
    verifiedLogins.set(digest, verified);
    return identityOf(verified);
  };
}

/** The error for a password that another user has set. Only a client with this password receives it. */
const passwordSetByOther = ({ username }: Account) =>
  new Unauthenticated(message('login.passwordByNonAdmin', { username }));

interface VerifierSettings extends Required<Pick<LoginSettings, 'recordAttempt' | 'rateLimiter'>> {
  readonly verifyPassword: ReturnType<typeof createPasswordVerifier>;
}

function createVerifier({ verifyPassword, recordAttempt, rateLimiter }: VerifierSettings) {
  const record = (action: LoginAttempt['action'], username: string | null, address: string) =>
    recordAttempt({ action, username, address, by: 'password' });
  function beginAttempt(attempt: CountedAttempt): ReturnType<typeof rateLimiter.begin> {
    try {
      return rateLimiter.begin(attempt);
    } catch (error) {
      record('LOGIN_THROTTLED', null, attempt.address);
      throw error;
    }
  }
  return async (attempt: CountedAttempt, password: string): Promise<VerifiedLogin> => {
    const { username, address } = attempt;
    const countedAttempt = beginAttempt(attempt);
    try {
      const { account, isRight } = await verifyPassword(username, password, address);
      if (account !== null && isRight && account.isSetByNonAdmin !== true) {
        countedAttempt.succeed();
        record('LOGIN_SUCCEEDED', account.username, address);
        return { ...account, stored: storedStateOf(account) };
      }
      record('LOGIN_FAILED', account?.username ?? null, address);
      if (account !== null && isRight) throw passwordSetByOther(account);
    } catch (error) {
      // Attempts still count while the directory is unavailable, so that guesses remain limited.
      if (!(error instanceof DirectoryUnreachable)) countedAttempt.cancel();
      throw error;
    }
    countedAttempt.fail();
    throw new Unauthenticated(message('login.wrong'));
  };
}

/** Returns the account of a user with permission to log in, or null. */
export async function findLoginAccount(
  { database }: Pick<Deps, 'database'>,
  username: string,
): Promise<Account | null> {
  const user = await findLogin(database, username);
  return user?.loginAllowed ? user : null;
}
