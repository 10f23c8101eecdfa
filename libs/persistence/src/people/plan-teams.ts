import { isDeepStrictEqual } from 'node:util';
import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Conflict, NotFound } from '@slipway/domain/model';
import type { Team } from '@slipway/domain/people';
import type { Actor } from '../audit/audit-log.ts';
import type { Connection, Database } from '../database/database.ts';
import { bumpAccessVersion } from './grants.ts';
import { copyTeams, readTeams, recordTeams, removeTeams, replaceTeams } from './teams.ts';

const statements = {
  lock: {
    name: 'lock-plan-for-teams',
    text: `select r.title, f.id as "folderId", f.title as "folderTitle"
      from live_releases r join folders f on f.id = r.folder_id where r.id = $1 for update of r`,
  },
  lockFolder: {
    name: 'lock-scope-of-folder',
    text: `select id from folders where id = (select scope_id from folders where id = $1) for no key update`,
  },
};

interface PlanRow {
  readonly title: string;
  readonly folderId: string;
  readonly folderTitle: string;
}

/** A change of the teams of a template or release. */
interface PlanTeamsChange {
  readonly releaseId: string;
  readonly actor: Actor;
  /** Returns the new teams. The users that it has read are locked until the transaction ends. */
  decide(connection: Connection, before: readonly Team[]): Promise<readonly Team[]>;
}

/**
 * Changes the teams of a live template or release at the top level. Throws NotFound, the errors of `decide`, and
 * Conflict for an object in a folder, because the teams of the folder apply.
 */
export async function changePlanTeams(
  database: Database,
  { releaseId, actor, decide }: PlanTeamsChange,
): Promise<void> {
  await database.transaction(async (connection) => {
    const [plan] = await connection.query<PlanRow>(statements.lock, [releaseId]);
    if (plan === undefined) throw new NotFound(message('notFound.release', { id: releaseId }));
    const { title, folderId, folderTitle } = plan;
    if (folderId !== rootFolderId)
      throw new Conflict(message('release.teamsOfFolder', { title, folderTitle, folderId }));
    const { teams: before } = await readTeams(connection, releaseId);
    const after = await decide(connection, before);
    if (isDeepStrictEqual(after, before)) return;
    await replaceTeams(connection, releaseId, after);
    await recordTeams(connection, { actor, scopeId: releaseId, before, after });
    await bumpAccessVersion(connection);
  });
}

/** A move of a template to another folder. */
export interface TemplateMove {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly actor: Actor;
}

/**
 * Updates the teams after a move of a template, in the transaction of the move, which locks the tree shared
 * (permissions.md, section 3). From the top level into a folder, `merge` adds its own teams to those of the scope of
 * the folder; otherwise they are deleted. At the top level, it gets a copy of the effective teams. A move between
 * folders changes nothing.
 */
export async function moveTeams(
  connection: Connection,
  { id, from, to, actor }: TemplateMove,
  merge: ((into: readonly Team[], own: readonly Team[]) => readonly Team[]) | null,
): Promise<void> {
  if (from === to || (from !== rootFolderId && to !== rootFolderId)) return;
  if (to === rootFolderId) {
    await copyTeams(connection, await lockScope(connection, from), id);
    const { teams: after } = await readTeams(connection, id);
    await recordTeams(connection, { actor, scopeId: id, before: null, after });
  } else {
    const { teams: own } = await readTeams(connection, id);
    await removeTeams(connection, [id]);
    await recordTeams(connection, { actor, scopeId: id, before: own, after: null });
    if (merge !== null) {
      const scopeId = await lockScope(connection, to);
      const { teams: before } = await readTeams(connection, scopeId);
      const after = merge(before, own);
      await replaceTeams(connection, scopeId, after);
      await recordTeams(connection, { actor, scopeId, before, after });
    }
  }
  await bumpAccessVersion(connection);
}

/** Locks the folder whose teams apply to a folder. Returns its id. Throws NotFound. */
async function lockScope(connection: Connection, folderId: string): Promise<string> {
  const [scope] = await connection.query<{ readonly id: string }>(statements.lockFolder, [folderId]);
  if (scope === undefined) throw new NotFound(message('notFound.folder', { id: folderId }));
  return scope.id;
}
