import { type Actor, writeAudit } from '@slipway/persistence/audit';
import type { Connection, Database } from '@slipway/persistence/database';
import { removeSessionByHash, removeSessions } from '@slipway/persistence/people';
import { refuseOtherSites } from '../../http/client/origin.ts';
import type { PlainRequest } from '../../http/plain-route.ts';
import { hashSecret } from '../tokens/token-text.ts';
import { expiredSessionCookie, sessionValueOf } from './session-cookie.ts';

const auditEnd = async (connection: Connection, actor: Actor, id: string): Promise<void> =>
  writeAudit(connection, { actor, action: 'SESSION_ENDED', subject: actor.username, before: { id }, after: null });

/** Ends a session of a user, or all of theirs without an id. Returns the number of ended ones. */
export async function endSessions(database: Database, actor: Actor, id: string | null): Promise<number> {
  return await database.transaction(async (connection) => {
    const ended = await removeSessions(connection, actor.username, id);
    for (const endedId of ended) await auditEnd(connection, actor, endedId);
    return ended.length;
  });
}

/** Ends the session of a value that a browser at an address has; nothing where it is over. */
async function endSessionOf(database: Database, value: string, address: string): Promise<void> {
  await database.transaction(async (connection) => {
    const ended = await removeSessionByHash(connection, hashSecret(value));
    if (ended !== null) await auditEnd(connection, { username: ended.username, address }, ended.id);
  });
}

/**
 * Logs a browser out, which no page of another site may have it do: ends its session, if it has one. Answers the headers
 * that take it away. Throws Forbidden.
 */
export async function logOut(database: Database, { message, client }: Pick<PlainRequest, 'message' | 'client'>) {
  refuseOtherSites(message.headers, client.ownHosts);
  const value = sessionValueOf(message, client);
  if (value !== null) await endSessionOf(database, value, client.address);
  return { 'Set-Cookie': expiredSessionCookie(client) };
}
