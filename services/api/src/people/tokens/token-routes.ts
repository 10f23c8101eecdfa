import { randomBytes } from 'node:crypto';
import { Conflict, clip, NotFound, requireNoToken, requireToken } from '@slipway/domain';
import { addToken, listTokens, readClock, removeToken, type Token, writeAudit } from '@slipway/persistence';
import { list, newTokenAnswer, showToken, type TokenBody, tokenAnswer, tokenBody } from '@slipway/wire';
import type { Deps } from '../../context/deps.ts';
import { type Route, type RouteRequest, route } from '../../http/route.ts';
import { hashOf, newToken } from './token-text.ts';

type Asked = Pick<RouteRequest<never, unknown, unknown>, 'caller' | 'actor' | 'login'>;

const iso = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString());

/** What the audit log keeps of a token. */
const told = ({ username, permissions, expiresAt }: Token) => ({
  username,
  globalPermissions: permissions,
  expiryDate: iso(expiresAt),
});

/** Makes a token of the caller; its text is answered once, and not kept. */
async function createToken({ database }: Deps, { caller, actor, login }: Asked, body: TokenBody) {
  requireNoToken(login.by === 'token', 'makes another');
  const { tokenNote: note, globalPermissions: permissions = null, expiryDate: expiresAt = null } = body;
  requireToken({ note, permissions, expiresAt }, caller, await readClock(database));
  const text = newToken();
  const made = { id: `Token${randomBytes(16).toString('hex')}`, username: caller.username, note, permissions };
  const token = await database.transaction(async (connection) => {
    const added = await addToken(connection, { ...made, hash: hashOf(text), expiresAt: iso(expiresAt) });
    if (added === null) throw new Conflict(`there is a personal access token with the note '${clip(note)}' already`);
    await writeAudit(connection, { actor, action: 'TOKEN_CREATED', subject: note, before: null, after: told(added) });
    return added;
  });
  return { ...showToken(token), token: text };
}

/** Ends a token of the caller; who logged in by a token may end that one. */
async function endToken({ database }: Deps, { caller, actor, login }: Asked, id: string): Promise<void> {
  requireNoToken(login.by === 'token' && login.id !== id, 'ends another');
  await database.transaction(async (connection) => {
    const token = (await listTokens(connection, caller.username)).find((each) => each.id === id);
    if (token === undefined || !(await removeToken(connection, id))) {
      throw new NotFound(`there is no personal access token '${clip(id)}'`);
    }
    const { note } = token;
    await writeAudit(connection, { actor, action: 'TOKEN_ENDED', subject: note, before: told(token), after: null });
  });
}

/** Personal access tokens: logins for programs (people.md, section 6). */
export const tokens: readonly Route[] = [
  route({
    method: 'GET',
    path: '/personal-access-tokens',
    name: 'getPersonalAccessTokens',
    summary: 'Your tokens, without their texts, in the order in which they were made',
    needs: 'anyone',
    reply: list(tokenAnswer),
    answer: async ({ database }, { caller }) => (await listTokens(database, caller.username)).map(showToken),
  }),
  route({
    method: 'POST',
    path: '/personal-access-tokens',
    name: 'createPersonalAccessToken',
    summary: 'Makes a token to log in by; its text is in this answer only',
    needs: 'anyone',
    body: tokenBody,
    reply: newTokenAnswer,
    answersSecret: true,
    answer: (deps, { body, ...asked }) => createToken(deps, asked, body),
  }),
  route({
    method: 'DELETE',
    path: '/personal-access-tokens/{tokenId}',
    name: 'deletePersonalAccessToken',
    summary: 'Ends a token; it lets nobody in any more',
    needs: 'anyone',
    reply: null,
    answer: (deps, { path, ...asked }) => endToken(deps, asked, path.tokenId),
  }),
];
