import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clip } from '@slipway/domain/model';
import { writeAudit } from '@slipway/persistence/audit';
import { addSession } from '@slipway/persistence/people';
import type { Deps } from '../../dependencies/deps.ts';
import type { Client } from '../../http/client/address.ts';
import { Unauthenticated } from '../../http/errors/errors.ts';
import { hashSecret } from '../tokens/token-text.ts';
import { sessionCookie, sessionValueOf } from './session-cookie.ts';

/** Headers that give a browser its session. */
type SessionHeaders = { readonly 'Set-Cookie': string };

/**
 * Begins a session of a verified login. Its value is new, independent of the browser's, and the earlier session of the
 * browser ends. Throws Unauthenticated if the user cannot log in.
 */
export async function startSession(
  { database }: Pick<Deps, 'database'>,
  message: Pick<IncomingMessage, 'headers'>,
  client: Client,
  username: string,
): Promise<SessionHeaders> {
  const value = randomBytes(32).toString('base64url');
  const previousValue = sessionValueOf(message, client);
  const id = `Session${randomBytes(16).toString('hex')}`;
  const { address } = client;
  const agent = clip(message.headers['user-agent'] ?? '');
  const hashes = { hash: hashSecret(value), before: previousValue && hashSecret(previousValue) };
  await database.transaction(async (connection) => {
    const started = await addSession(connection, { id, username, address, agent, ...hashes });
    if (!started) throw new Unauthenticated(`the user ${clip(username)} may not log in`);
    const line = { actor: { username, address }, action: 'SESSION_STARTED', subject: username } as const;
    await writeAudit(connection, { ...line, before: null, after: { id, agent } });
  });
  return { 'Set-Cookie': sessionCookie(value, client) };
}
