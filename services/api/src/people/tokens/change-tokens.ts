import { randomBytes } from 'node:crypto';
import {
  Conflict,
  clip,
  Invalid,
  isSameUser,
  NotFound,
  neededToChange,
  requireNoToken,
  requireRoomForToken,
  requireToken,
  requireTokenFor,
  requireTokenOfNamed,
  requireTokensOf,
} from '@slipway/domain';
import {
  addToken,
  type Connection,
  countTokens,
  findAccount,
  findToken,
  listTokens,
  readClock,
  removeToken,
  type Token,
  writeAudit,
} from '@slipway/persistence';
import { showToken, type TokenBody } from '@slipway/wire';
import type { Deps } from '../../context/deps.ts';
import type { RouteRequest } from '../../http/route.ts';
import { hashOf, newToken } from './token-text.ts';

type Asked = Pick<RouteRequest<never, unknown, unknown>, 'caller' | 'actor' | 'login'>;

const iso = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString());

/** What the audit log keeps of a token. */
const told = ({ username, permissions, expiresAt }: Token) => ({
  username,
  globalPermissions: permissions,
  expiryDate: iso(expiresAt),
});

/** Throws Forbidden, or NotFound for callers who may view users. */
async function ownerNamed(connection: Connection, { caller }: Asked, username: string) {
  const account = await findAccount(connection, username);
  if (account !== null) return { ...account, canLogIn: account.passwordHash !== null || account.external };
  requireTokensOf(caller, { username, isAdmin: false });
  throw new NotFound(`there is no user '${clip(username)}'`);
}

/** The tokens of the caller, or of another user. Throws Forbidden, NotFound. */
export async function tokensOf({ database }: Deps, asked: Asked, username = asked.caller.username) {
  const owner = await ownerNamed(database, asked, username);
  requireTokensOf(asked.caller, owner);
  return (await listTokens(database, owner.username)).map(showToken);
}

/** Creates a token of the caller, or of a service account. Its text is returned once, and not stored. */
export async function createToken(deps: Deps, asked: Asked, body: TokenBody) {
  const { caller, login } = asked;
  requireNoToken(login.by, 'create a token');
  const owner = await ownerNamed(deps.database, asked, body.username ?? caller.username);
  requireTokenFor(caller, owner);
  return await addTokenOf(deps, asked, owner, body);
}

/** Creates a token of the user whom the path names: the caller, or any user for an administrator. */
export async function createTokenOf(deps: Deps, asked: Asked, username: string, body: TokenBody) {
  const { caller, login } = asked;
  if (body.username !== undefined && !isSameUser(body.username, username)) {
    throw new Invalid(`username: expected '${clip(username)}' as in the path, or no value`);
  }
  requireTokenOfNamed(caller, isSameUser(username, caller.username));
  const owner = await ownerNamed(deps.database, asked, username);
  requireNoToken(login.by, 'create a token');
  return await addTokenOf(deps, asked, owner, body);
}

type Owner = Awaited<ReturnType<typeof ownerNamed>>;

/** Stores a token with at most the permissions of its owner, and records it in the audit log. */
async function addTokenOf({ database, engine }: Deps, { caller, actor }: Asked, owner: Owner, body: TokenBody) {
  const { tokenNote: note, globalPermissions: permissions = null, expiryDate: expiresAt = null } = body;
  const person = owner.username === caller.username ? caller : await engine.access.named(owner.username);
  requireToken({ note, permissions, expiresAt }, person, await readClock(database));
  const text = newToken();
  const made = { id: `Token${randomBytes(16).toString('hex')}`, username: owner.username, note, permissions };
  const isOfOther = owner.username !== caller.username && !caller.holds(neededToChange.adminUser);
  const token = await database.transaction(async (connection) => {
    requireRoomForToken(await countTokens(connection, owner.username));
    const kept = { ...made, hash: hashOf(text), expiresAt: iso(expiresAt), isOfOther };
    const added = await addToken(connection, kept);
    if (added === null) throw new Conflict(`there is a personal access token with the note '${clip(note)}' already`);
    await writeAudit(connection, { actor, action: 'TOKEN_CREATED', subject: note, before: null, after: told(added) });
    return added;
  });
  return { ...showToken(token), token: text };
}

/** A caller who may not view users learns nothing about the tokens of others. */
async function requireEnding(connection: Connection, asked: Asked, { username }: Token): Promise<boolean> {
  if (username === asked.caller.username.toLowerCase()) return true;
  if (!asked.caller.holds(neededToChange.tokenOfOther)) return false;
  requireTokensOf(asked.caller, await ownerNamed(connection, asked, username));
  return true;
}

/** Deletes a token; a caller with a token can delete that one only. Throws Forbidden, NotFound. */
export async function endToken({ database }: Deps, asked: Asked, id: string): Promise<void> {
  const { actor, login } = asked;
  if (login.by !== 'token' || login.id !== id) requireNoToken(login.by, 'delete a token');
  await database.transaction(async (connection) => {
    const token = await findToken(connection, id);
    if (token === null || !(await requireEnding(connection, asked, token)) || !(await removeToken(connection, id))) {
      throw new NotFound(`there is no personal access token '${clip(id)}'`);
    }
    const { note } = token;
    await writeAudit(connection, { actor, action: 'TOKEN_ENDED', subject: note, before: told(token), after: null });
  });
}
