import { isDeepStrictEqual } from 'node:util';
import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Conflict, NotFound } from '@slipway/domain/model';
import type { CurrentFolderTeams, FolderTeams } from '@slipway/domain/people';
import type { Actor } from '../audit/audit-log.ts';
import type { Connection, Database } from '../database/database.ts';
import { bumpAccessVersion } from '../people/grants.ts';
import { copyTeams, readTeams, recordTeams, removeTeams, replaceTeams } from '../people/teams.ts';
import { withFolderTree } from './tree-lock.ts';

/**
 * The scope of a folder is the folder whose teams apply to it. It is stored in the column `scope_id`. A change of the
 * location or the inheritance of a folder locks the tree exclusively, and updates the subfolders that inherit through
 * it.
 */
interface FolderScope {
  /** The id of the folder that owns the teams: the folder itself, or one of its parents. */
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
  // Folders that inherit through a folder have its scope. A subfolder with teams of its own has another scope.
  pass: {
    name: 'pass-scope',
    text: 'update folders set scope_id = $3 where path @> array[$1::text] and scope_id = $2',
  },
};

async function readFolderScope(connection: Connection, folderId: string): Promise<FolderScope> {
  if (folderId === rootFolderId) throw new Conflict(message('folder.rootWithoutTeams', { id: rootFolderId }));
  const [scope] = await connection.query<FolderScope>(statements.read, [folderId]);
  if (scope === undefined) throw new NotFound(message('notFound.folder', { id: folderId }));
  return scope;
}

const passScope = (connection: Connection, folderId: string, from: string, to: string) =>
  connection.query(statements.pass, [folderId, from, to]);

/** A change of the teams of a folder. */
interface FolderTeamsChange {
  readonly folderId: string;
  readonly actor: Actor;
  /** Returns the new teams. The users that it has read are locked until the transaction ends. */
  decide(connection: Connection, before: CurrentFolderTeams): Promise<FolderTeams>;
}

/**
 * Gives a folder its own teams, or makes it inherit those of its parent. Locks the teams of the tree. Throws NotFound,
 * Conflict for the root, and the errors of `decide`.
 */
export async function changeFolderTeams(
  database: Database,
  { folderId, actor, decide }: FolderTeamsChange,
): Promise<void> {
  await withFolderTree(database, 'alone', async (connection) => {
    const { scopeId, parentId, parentScopeId } = await readFolderScope(connection, folderId);
    const { teams: present } = await readTeams(connection, scopeId);
    const inherits = scopeId !== folderId;
    const after = await decide(connection, { existing: present, inherits, isAtTop: parentId === rootFolderId });
    const isSame = after.kind === 'own' && !inherits && isDeepStrictEqual(after.teams, present);
    if (isSame) return;
    if (after.kind === 'own') {
      await replaceTeams(connection, folderId, after.teams);
      if (inherits) await passScope(connection, folderId, scopeId, folderId);
    } else if (!inherits) {
      await removeTeams(connection, [folderId]);
      await passScope(connection, folderId, folderId, parentScopeId);
    } else return;
    await recordTeams(connection, {
      actor,
      scopeId: folderId,
      before: inherits ? null : present,
      after: after.kind === 'own' ? after.teams : null,
    });
    await bumpAccessVersion(connection);
  });
}

/**
 * Updates the scope after a move of a folder. A folder with its own teams keeps them. Other folders inherit from the
 * new parent, or get a copy of the inherited teams at the top level (permissions.md, section 3).
 */
export async function inheritFromParent(connection: Connection, folderId: string, actor: Actor): Promise<void> {
  const { scopeId, parentId, parentScopeId } = await readFolderScope(connection, folderId);
  const isAtTop = parentId === rootFolderId;
  const newScopeId = isAtTop ? folderId : parentScopeId;
  if (scopeId === folderId || newScopeId === scopeId) return;
  if (isAtTop) await copyTeams(connection, scopeId, folderId);
  await passScope(connection, folderId, scopeId, newScopeId);
  const after = isAtTop ? (await readTeams(connection, folderId)).teams : null;
  await recordTeams(connection, { actor, scopeId: folderId, before: null, after });
  await bumpAccessVersion(connection);
}
