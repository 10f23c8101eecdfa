import { isDeepStrictEqual } from 'node:util';
import { Conflict, type FolderTeams, NotFound, rootFolderId, type TeamsOfFolder } from '@slipway/domain';
import type { Actor } from '../audit/write-audit.ts';
import type { Connection, Database } from '../database/database.ts';
import { bumpAccess } from '../people/grants.ts';
import { recordTeams } from '../people/record-teams.ts';
import { copyTeams, readTeams, removeTeams, replaceTeams } from '../people/teams.ts';
import { inTree } from './in-tree.ts';

/**
 * Which folder holds the teams of another one. `scope_id` of each folder names it, so that nobody climbs; whoever changes
 * where one lies or whether it inherits writes the rows of those below it that inherit through it, and holds the tree alone.
 */
interface FolderScope {
  /** the folder that holds its teams: itself, or one above it */
  readonly scopeId: string;
  readonly parentId: string;
  readonly parentScopeId: string;
}

const statements = {
  read: {
    name: 'scope-of-folder-and-parent',
    text: `select f.scope_id as "scopeId", p.id as "parentId", p.scope_id as "parentScopeId"
      from folders f join folders p on p.id = f.parent_id where f.id = $1`,
  },
  // those that inherit through a folder have its scope; what is below with teams of its own has another
  pass: {
    name: 'pass-scope',
    text: 'update folders set scope_id = $3 where path @> array[$1::text] and scope_id = $2',
  },
};

async function scopeOf(connection: Connection, folderId: string): Promise<FolderScope> {
  if (folderId === rootFolderId)
    throw new Conflict(`the folder '${rootFolderId}' has no teams: what lies at the top has its own`);
  const [scope] = await connection.query<FolderScope>(statements.read, [folderId]);
  if (scope === undefined) throw new NotFound(`there is no folder '${folderId}'`);
  return scope;
}

const pass = (connection: Connection, folderId: string, from: string, to: string) =>
  connection.query(statements.pass, [folderId, from, to]);

/** A change of a folder's teams. */
interface FolderTeamsChange {
  readonly folderId: string;
  readonly actor: Actor;
  /** Says what becomes of them. Whom it has read to be named in them stays until the end of the transaction. */
  decide(connection: Connection, before: TeamsOfFolder): Promise<FolderTeams>;
}

/**
 * Gives a folder teams of its own, or has it inherit those of its parent; nobody else changes teams of the tree meanwhile.
 * Throws NotFound, Conflict for the root, and what `decide` throws.
 */
export async function changeFolderTeams(
  database: Database,
  { folderId, actor, decide }: FolderTeamsChange,
): Promise<void> {
  await inTree(database, 'alone', async (connection) => {
    const { scopeId, parentId, parentScopeId } = await scopeOf(connection, folderId);
    const { teams: present } = await readTeams(connection, scopeId);
    const inherits = scopeId !== folderId;
    const after = await decide(connection, { present, inherits, isAtTop: parentId === rootFolderId });
    const isSame = after.kind === 'own' && !inherits && isDeepStrictEqual(after.teams, present);
    if (isSame) return;
    if (after.kind === 'own') {
      await replaceTeams(connection, folderId, after.teams);
      if (inherits) await pass(connection, folderId, scopeId, folderId);
    } else if (!inherits) {
      await removeTeams(connection, [folderId]);
      await pass(connection, folderId, folderId, parentScopeId);
    } else return;
    await recordTeams(connection, {
      actor,
      scopeId: folderId,
      before: inherits ? null : present,
      after: after.kind === 'own' ? after.teams : null,
    });
    await bumpAccess(connection);
  });
}

/**
 * After a folder has come to lie elsewhere: one with teams of its own keeps them; another one inherits anew, or at the top
 * gets a copy of what it inherited (people.md, section 3).
 */
export async function inheritAnew(connection: Connection, folderId: string, actor: Actor): Promise<void> {
  const { scopeId, parentId, parentScopeId } = await scopeOf(connection, folderId);
  const isAtTop = parentId === rootFolderId;
  const now = isAtTop ? folderId : parentScopeId;
  if (scopeId === folderId || now === scopeId) return;
  if (isAtTop) await copyTeams(connection, scopeId, folderId);
  await pass(connection, folderId, scopeId, now);
  const after = isAtTop ? (await readTeams(connection, folderId)).teams : null;
  await recordTeams(connection, { actor, scopeId: folderId, before: null, after });
  await bumpAccess(connection);
}
