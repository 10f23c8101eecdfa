import type { Identity } from '@slipway/engine';
import type { SessionLogin } from '@slipway/persistence/people';
import { singleFlightFresh } from '@slipway/process';
import { Unauthenticated } from '../../http/errors/errors.ts';
import { hashSecret } from '../tokens/token-text.ts';

interface AuthenticatedSession {
  readonly identity: Identity;
  /** of the session */
  readonly id: string;
}

/** Authenticates the value of a session cookie, with one statement. Throws Unauthenticated. */
export function createSessionLogin(find: (hash: string) => Promise<SessionLogin | null>) {
  const findSession = singleFlightFresh(find);
  return async (value: string): Promise<AuthenticatedSession> => {
    const session = await findSession(hashSecret(value));
    if (session === null) throw new Unauthenticated('the session is over: log in again');
    const { id, username, accessVersion, account } = session;
    return { identity: { username, accessVersion, restrictedTo: null, account }, id };
  };
}
