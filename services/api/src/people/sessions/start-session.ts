import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clip } from '@slipway/domain';
import { addSession } from '@slipway/persistence';
import type { Deps } from '../../context/deps.ts';
import type { Client } from '../../http/client/address.ts';
import { Unauthenticated } from '../../http/errors/errors.ts';
import { hashOf } from '../tokens/token-text.ts';
import { sessionCookie, sessionValueOf } from './session-cookie.ts';

/** Headers that give a browser its session. */
type SessionHeaders = { readonly 'Set-Cookie': string };

/**
 * Begins a session of somebody whose login was verified, however. Its value is new, whatever the browser has sent, and
 * the session that the browser had before ends. Throws Unauthenticated where the user may not log in.
 */
export async function startSession(
  { database }: Pick<Deps, 'database'>,
  message: Pick<IncomingMessage, 'headers'>,
  client: Client,
  username: string,
): Promise<SessionHeaders> {
  const value = randomBytes(32).toString('base64url');
  const before = sessionValueOf(message, client);
  const started = await addSession(database, {
    id: `Session${randomBytes(16).toString('hex')}`,
    username,
    hash: hashOf(value),
    address: client.address,
    agent: clip(message.headers['user-agent'] ?? ''),
    before: before && hashOf(before),
  });
  if (!started) throw new Unauthenticated(`the user ${clip(username)} may not log in`);
  return { 'Set-Cookie': sessionCookie(value, client) };
}
