import {
  explainPermission,
  idCandidates,
  isSameUser,
  missingPermission,
  neededToRead,
  type Permission,
  type PlaceFact,
  rootFolderId,
} from '@slipway/domain';
import type { Person } from '@slipway/engine';
import {
  type Database,
  findPermissionPlace,
  type PermissionPlace,
  readPermissionFacts,
  type StoredFacts,
} from '@slipway/persistence';
import { type PermissionExplanationAnswer, showPermissionExplanation } from '@slipway/wire';
import { nothingNamed } from '../model/find.ts';
import { kindAmong } from '../model/kind-among.ts';

/** The question whether a user has a permission on an object. */
export interface PermissionQuestion {
  readonly username: string;
  readonly permission: Permission;
  /** null: everywhere */
  readonly id: string | null;
}

const kinds = ['Folder', 'Release', 'Phase', 'Task', 'Trigger', 'Configuration'] as const;

async function placeNamed(database: Database, written: string): Promise<PermissionPlace> {
  const kind = written === rootFolderId ? 'Folder' : kindAmong(kinds, written);
  const candidates = written === rootFolderId ? [rootFolderId] : idCandidates(kind, written);
  const place = await findPermissionPlace(database, kind, candidates);
  if (place === null) throw nothingNamed(kind, written);
  return place;
}

/** Whether the caller may view an object. */
async function sees(caller: Person, place: PermissionPlace): Promise<boolean> {
  const { id, folderId, releaseId, template, releaseOwner } = place;
  if (id === rootFolderId) return true;
  const there = await caller.at({ folderId, releaseId });
  if (releaseId === null) return there.may(neededToRead.folder);
  return (
    there.may(template ? neededToRead.template : neededToRead.release) || isSameUser(caller.username, releaseOwner)
  );
}

/** How a thing is called in sentences. */
function called({ id, title, template }: PermissionPlace): string {
  if (id === rootFolderId) return 'the root';
  const [kind = ''] = /^(Folder|Release|Phase|Task|Trigger|Configuration)/.exec(id) ?? [];
  return `${kind === 'Release' && template ? 'template' : kind.toLowerCase()} '${title}'`;
}

function placeFact(place: PermissionPlace, { username, scope, teams }: StoredFacts): PlaceFact {
  const inTeam = teams.some(({ name, byName, byRoles }) => name === place.taskTeam && (byName || byRoles.length > 0));
  const folder = scope?.folderTitle ?? null;
  return {
    what: called(place),
    scope:
      scope && (folder === null ? `${place.template ? 'template' : 'release'} '${scope.title}'` : `folder '${folder}'`),
    teams,
    ownsRelease: isSameUser(username, place.releaseOwner),
    takesPart: isSameUser(username, place.taskOwner) || inTeam,
  };
}

/**
 * Why a user has a permission or lacks it. Users may ask about themselves on visible objects. The permission to edit
 * users and roles allows all questions. Throws Forbidden, NotFound, Invalid.
 */
export async function renderPermission(
  database: Database,
  caller: Person,
  { username, permission, id }: PermissionQuestion,
): Promise<PermissionExplanationAnswer> {
  const mayAskAll = caller.holds(neededToRead.permissionOfOthers);
  if (!mayAskAll && !isSameUser(username, caller.username))
    throw missingPermission(neededToRead.permissionOfOthers, rootFolderId);
  const place = id === null ? null : await placeNamed(database, id);
  if (place !== null && !mayAskAll && !(await sees(caller, place)))
    throw nothingNamed(kindAmong(kinds, id ?? ''), id ?? '');
  const facts = await readPermissionFacts(database, username, permission, place);
  const explanation = explainPermission(username, permission, {
    ...facts,
    place: place && placeFact(place, facts),
  });
  return showPermissionExplanation({ username: facts.username ?? username, permission, id }, explanation);
}
