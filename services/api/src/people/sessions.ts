import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { singleFlightFresh } from '@slipway/concurrency';
import { message } from '@slipway/domain/messages';
import { clip } from '@slipway/domain/model';
import type { Identity } from '@slipway/engine';
import { type Actor, writeAudit } from '@slipway/persistence/audit';
import type { Connection, Database } from '@slipway/persistence/database';
import { addSession, removeSessionByHash, removeSessions, type SessionLogin } from '@slipway/persistence/people';
import type { Deps } from '../dependencies/deps.ts';
import type { Client } from '../http/client/address.ts';
import { cookiesNamed } from '../http/client/cookies.ts';
import { refuseOtherSites } from '../http/client/origin.ts';
import { Unauthenticated } from '../http/errors/errors.ts';
import type { PlainRequest } from '../http/plain-route.ts';
import { hashSecret } from './tokens.ts';

interface AuthenticatedSession {
  readonly identity: Identity;
  /** The id of the session. */
  readonly id: string;
  /** Whether the user must choose a new password before any other request. */
  readonly mustChangePassword: boolean;
}

/** Authenticates the value of a session cookie, with one statement. Throws Unauthenticated. */
export function createSessionLogin(find: (hash: string) => Promise<SessionLogin | null>) {
  const findSession = singleFlightFresh(find);
  return async (value: string): Promise<AuthenticatedSession> => {
    const session = await findSession(hashSecret(value));
    if (session === null) throw new Unauthenticated(message('login.sessionOver'));
    const { id, username, accessVersion, account, mustChangePassword } = session;
    return { identity: { username, accessVersion, restrictedTo: null, account }, id, mustChangePassword };
  };
}

/** The headers that set the session cookie. */
type SessionHeaders = { readonly 'Set-Cookie': string };

/**
 * Starts a session for a verified login, and ends the earlier session of the browser. The server chooses the session
 * value, never the browser. Throws Unauthenticated if the user cannot log in.
 */
export async function startSession(
  { database }: Pick<Deps, 'database'>,
  incoming: Pick<IncomingMessage, 'headers'>,
  client: Client,
  username: string,
): Promise<SessionHeaders> {
  const value = randomBytes(32).toString('base64url');
  const previousValue = sessionValueOf(incoming, client);
  const id = `Session${randomBytes(16).toString('hex')}`;
  const { address } = client;
  const agent = clip(incoming.headers['user-agent'] ?? '');
  const hashes = { hash: hashSecret(value), before: previousValue && hashSecret(previousValue) };
  await database.transaction(async (connection) => {
    const started = await addSession(connection, { id, username, address, agent, ...hashes });
    if (!started) throw new Unauthenticated(message('login.notAllowed', { username }));
    const line = { actor: { username, address }, action: 'SESSION_STARTED', subject: username } as const;
    await writeAudit(connection, { ...line, before: null, after: { id, agent } });
  });
  return { 'Set-Cookie': sessionCookie(value, client) };
}

const auditEnd = async (connection: Connection, actor: Actor, id: string): Promise<void> =>
  writeAudit(connection, { actor, action: 'SESSION_ENDED', subject: actor.username, before: { id }, after: null });

/** Ends a session of a user, or all sessions if `id` is null. Returns the number of ended sessions. */
export async function endSessions(database: Database, actor: Actor, id: string | null): Promise<number> {
  return await database.transaction(async (connection) => {
    const ended = await removeSessions(connection, actor.username, id);
    for (const endedId of ended) await auditEnd(connection, actor, endedId);
    return ended.length;
  });
}

/**
 * Ends the session with a cookie value, and records the address of the browser. Does nothing if the session has ended.
 */
async function endSessionOf(database: Database, value: string, address: string): Promise<void> {
  await database.transaction(async (connection) => {
    const ended = await removeSessionByHash(connection, hashSecret(value));
    if (ended !== null) await auditEnd(connection, { username: ended.username, address }, ended.id);
  });
}

/**
 * Logs a browser out: ends its session, if any, and returns the headers that delete the cookie. Rejects requests from
 * pages of other sites. Throws Forbidden.
 */
export async function logOut(
  database: Database,
  { message: incoming, client }: Pick<PlainRequest, 'message' | 'client'>,
) {
  refuseOtherSites(incoming.headers, client.ownHosts);
  const value = sessionValueOf(incoming, client);
  if (value !== null) await endSessionOf(database, value, client.address);
  return { 'Set-Cookie': expiredSessionCookie(client) };
}

/**
 * The cookie name. With the prefix `__Host-`, a browser accepts a cookie only from this host, over TLS and for all
 * paths. Other hosts of the site cannot set such a cookie (RFC 6265bis, 4.1.3). Without TLS there is no such
 * protection.
 */
const cookieName = ({ isSecure }: Pick<Client, 'isSecure'>): string => (isSecure ? '__Host-slipway' : 'slipway');

/** 256 random bits in base64url. */
const valuePattern = /^[\w-]{43}$/;

/**
 * Returns the session value in a request, or null if it is missing or invalid. If there are two values, another host of
 * the site has set one of them, and both are ignored.
 */
export function sessionValueOf({ headers }: Pick<IncomingMessage, 'headers'>, client: Pick<Client, 'isSecure'>) {
  const [value, ...others] = new Set(cookiesNamed(headers, cookieName(client)));
  return value !== undefined && others.length === 0 && valuePattern.test(value) ? value : null;
}

/** Returns the header that sets the session cookie. The cookie is deleted when the browser closes. */
export const sessionCookie = (value: string, client: Pick<Client, 'isSecure'>): string =>
  `${cookieName(client)}=${value}; Path=/; HttpOnly; SameSite=Lax${client.isSecure ? '; Secure' : ''}`;

/** Returns the header that deletes the session cookie. */
export const expiredSessionCookie = (client: Pick<Client, 'isSecure'>): string =>
  `${sessionCookie('', client)}; Max-Age=0`;
