import { randomBytes } from 'node:crypto';
import { list, name, optional } from '@slipway/api-schema/format';
import { newTokenResponse, showToken, type TokenBody, tokenBody, tokenResponse } from '@slipway/api-schema/people';
import { message } from '@slipway/domain/messages';
import { Conflict, Invalid, NotFound } from '@slipway/domain/model';
import {
  isSameUser,
  neededToChange,
  requireNoToken,
  requireToken,
  requireTokenFor,
  requireTokenOfNamed,
  requireTokenQuota,
  requireTokensOf,
} from '@slipway/domain/people';
import { writeAudit } from '@slipway/persistence/audit';
import { type Connection, readClock } from '@slipway/persistence/database';
import {
  addToken,
  countTokens,
  findAccount,
  findToken,
  listTokens,
  removeToken,
  type Token,
} from '@slipway/persistence/people';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, type RouteRequest, route } from '../http/route.ts';
import { createTokenText, hashSecret } from './tokens.ts';

const query = z.object({ username: optional(name).describe('the owner of the tokens; default: the caller') });

/** Routes for personal access tokens, with which programs log in (permissions.md, Login). */
export const tokens: readonly Route[] = [
  route({
    method: 'GET',
    path: '/personal-access-tokens',
    name: 'getPersonalAccessTokens',
    summary: 'Lists the tokens of the caller or of another user, without their texts, oldest first',
    needs: 'anyone',
    query,
    reply: list(tokenResponse),
    answer: (deps, { query: { username }, ...requester }) => tokensOf(deps, requester, username),
  }),
  route({
    method: 'POST',
    path: '/personal-access-tokens',
    name: 'createPersonalAccessToken',
    summary: 'Creates a token for the caller or for a user who cannot log in; only this response has its text',
    needs: 'anyone',
    body: jsonBody(tokenBody),
    reply: newTokenResponse,
    returnsSecret: true,
    answer: (deps, { body, ...requester }) => createToken(deps, requester, body),
  }),
  route({
    method: 'POST',
    path: '/personal-access-tokens/{username}',
    name: 'createPersonalAccessTokenOfUser',
    summary: 'Creates a token of a user, with at most the permissions of that user; only this response has its text',
    needs: { global: [neededToChange.adminUser], own: 'username' },
    body: jsonBody(tokenBody),
    reply: newTokenResponse,
    returnsSecret: true,
    answer: (deps, { body, path, ...requester }) => createTokenOf(deps, requester, path.username, body),
  }),
  route({
    method: 'DELETE',
    path: '/personal-access-tokens/{tokenId}',
    name: 'deletePersonalAccessToken',
    summary: 'Deletes a token, which is then invalid',
    needs: 'anyone',
    reply: null,
    answer: (deps, { path, ...requester }) => deleteToken(deps, requester, path.tokenId),
  }),
];

type Requester = Pick<RouteRequest<never, unknown, unknown>, 'caller' | 'actor' | 'login'>;

const toIso = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString());

/** Returns the data of a token that the audit log stores. */
const auditView = ({ username, permissions, expiresAt }: Token) => ({
  username,
  globalPermissions: permissions,
  expiryDate: toIso(expiresAt),
});

/**
 * Finds the owner of tokens. For an unknown user, throws NotFound if the caller may view users, otherwise Forbidden.
 */
async function findOwner(connection: Connection, { caller }: Requester, username: string) {
  const account = await findAccount(connection, username);
  if (account !== null) return { ...account, canLogIn: account.passwordHash !== null || account.external };
  requireTokensOf(caller, { username, isAdmin: false });
  throw new NotFound(message('notFound.user', { name: username }));
}

/** Lists the tokens of the caller or of another user. Throws Forbidden, NotFound. */
async function tokensOf({ database }: Deps, requester: Requester, username = requester.caller.username) {
  const owner = await findOwner(database, requester, username);
  requireTokensOf(requester.caller, owner);
  return (await listTokens(database, owner.username)).map(showToken);
}

/** Creates a token of the caller or of a service account. The text is returned once and not stored. */
async function createToken(deps: Deps, requester: Requester, body: TokenBody) {
  const { caller, login } = requester;
  requireNoToken(login.by, 'createToken');
  const owner = await findOwner(deps.database, requester, body.username ?? caller.username);
  requireTokenFor(caller, owner);
  return await addTokenOf(deps, requester, owner, body);
}

/** Creates a token of the user whom the path names: the caller, or any user for an administrator. */
async function createTokenOf(deps: Deps, requester: Requester, username: string, body: TokenBody) {
  const { caller, login } = requester;
  if (body.username !== undefined && !isSameUser(body.username, username)) {
    throw new Invalid(message('token.usernameDiffers', { username }));
  }
  requireTokenOfNamed(caller, isSameUser(username, caller.username));
  const owner = await findOwner(deps.database, requester, username);
  requireNoToken(login.by, 'createToken');
  return await addTokenOf(deps, requester, owner, body);
}

type Owner = Awaited<ReturnType<typeof findOwner>>;

/** Stores a token with at most the permissions of its owner, and records it in the audit log. */
async function addTokenOf({ database, engine }: Deps, { caller, actor }: Requester, owner: Owner, body: TokenBody) {
  const { tokenNote: note, globalPermissions: permissions = null, expiryDate: expiresAt = null } = body;
  const person = owner.username === caller.username ? caller : await engine.access.byName(owner.username);
  requireToken({ note, permissions, expiresAt }, person, await readClock(database));
  const text = createTokenText();
  const newTokenFields = { id: `Token${randomBytes(16).toString('hex')}`, username: owner.username, note, permissions };
  const isSetByNonAdmin = owner.username !== caller.username && !caller.hasPermission(neededToChange.adminUser);
  const token = await database.transaction(async (connection) => {
    requireTokenQuota(await countTokens(connection, owner.username));
    const stored = { ...newTokenFields, hash: hashSecret(text), expiresAt: toIso(expiresAt), isSetByNonAdmin };
    const added = await addToken(connection, stored);
    if (added === null) throw new Conflict(message('token.noteTaken', { note }));
    await writeAudit(connection, {
      actor,
      action: 'TOKEN_CREATED',
      subject: note,
      before: null,
      after: auditView(added),
    });
    return added;
  });
  return { ...showToken(token), token: text };
}

/**
 * Whether the caller may delete a token. False for tokens of other users if the caller may not view users: the response
 * is then the same as for an unknown token.
 */
async function mayDelete(connection: Connection, requester: Requester, { username }: Token): Promise<boolean> {
  if (username === requester.caller.username.toLowerCase()) return true;
  if (!requester.caller.hasPermission(neededToChange.tokenOfOther)) return false;
  requireTokensOf(requester.caller, await findOwner(connection, requester, username));
  return true;
}

/** Deletes a token. A caller who is logged in with a token can delete only this token. Throws Forbidden, NotFound. */
async function deleteToken({ database }: Deps, requester: Requester, id: string): Promise<void> {
  const { actor, login } = requester;
  if (login.by !== 'token' || login.id !== id) requireNoToken(login.by, 'deleteToken');
  await database.transaction(async (connection) => {
    const token = await findToken(connection, id);
    if (token === null || !(await mayDelete(connection, requester, token)) || !(await removeToken(connection, id))) {
      throw new NotFound(message('notFound.token', { id }));
    }
    const { note } = token;
    await writeAudit(connection, {
      actor,
      action: 'TOKEN_ENDED',
      subject: note,
      before: auditView(token),
      after: null,
    });
  });
}
