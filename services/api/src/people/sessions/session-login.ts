import type { Identity } from '@slipway/engine';
import type { SessionLogin } from '@slipway/persistence';
import { fresh } from '@slipway/runtime';
import { Unauthenticated } from '../../http/errors/errors.ts';
import { hashOf } from '../tokens/token-text.ts';

interface LoggedInBySession {
  readonly identity: Identity;
  /** of the session */
  readonly id: string;
}

/** Authenticates the value of a session cookie, with one statement. Throws Unauthenticated. */
export function createSessionLogin(find: (hash: string) => Promise<SessionLogin | null>) {
  const stored = fresh(find);
  return async (value: string): Promise<LoggedInBySession> => {
    const session = await stored(hashOf(value));
    if (session === null) throw new Unauthenticated('the session is over: log in again');
    const { id, username, accessVersion, account } = session;
    return { identity: { username, accessVersion, only: null, account }, id };
  };
}
