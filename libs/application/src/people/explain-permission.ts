import { type PermissionExplanationResponse, showPermissionExplanation } from '@slipway/api-schema/people';
import { idCandidates, isIdOf, objectKindOf, rootFolderId } from '@slipway/domain/ids';
import { type Message, message } from '@slipway/domain/messages';
import { missingPermission, notFound, type Permission } from '@slipway/domain/model';
import { explainPermission, isSameUser, neededToRead, type ObjectFact } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import {
  findPermissionObject,
  type PermissionFacts,
  type PermissionObject,
  readPermissionFacts,
} from '@slipway/persistence/people';
import { idKindOf } from '../model/find.ts';

/** A user, a permission and an object. The explanation states whether the user has the permission there. */
export interface PermissionQuery {
  readonly username: string;
  /** null: the one to view the object */
  readonly permission: Permission | null;
  /** null: everywhere */
  readonly id: string | null;
}

const kinds = ['Folder', 'Release', 'Phase', 'Task', 'Trigger', 'Configuration'] as const;

async function getPermissionPlace(database: Database, rawId: string): Promise<PermissionObject> {
  const kind = rawId === rootFolderId ? 'Folder' : idKindOf(kinds, rawId);
  const candidates = rawId === rootFolderId ? [rootFolderId] : idCandidates(kind, rawId);
  const permissionPlace = await findPermissionObject(database, kind, candidates);
  if (permissionPlace === null) throw notFound(objectKindOf(kind), rawId);
  return permissionPlace;
}

/** The permission to view an object. */
function neededToView({ id, releaseId, template }: PermissionObject): Permission {
  // a trigger has the teams of its template
  if (isIdOf('Trigger', id)) return neededToRead.trigger;
  if (releaseId === null) return neededToRead.folder;
  return template ? neededToRead.template : neededToRead.release;
}

/** Whether the caller may view an object. */
async function canView(caller: Person, permissionPlace: PermissionObject): Promise<boolean> {
  const { id, folderId, releaseId, template, releaseOwner } = permissionPlace;
  if (id === rootFolderId) return true;
  const callerHere = await caller.callerAt({ folderId, releaseId });
  if (releaseId === null) return callerHere.may(neededToRead.folder);
  return (
    callerHere.may(template ? neededToRead.template : neededToRead.release) || isSameUser(caller.username, releaseOwner)
  );
}

/** Returns the kind and title of an object as a message. */
function describePlace({ id, title, template }: PermissionObject): Message {
  if (id === rootFolderId) return message('object.root');
  const object = { id, title };
  switch (kinds.find((kind) => id.startsWith(kind))) {
    case 'Folder':
      return message('object.folder', { object });
    case 'Release':
      return template ? message('object.template', { object }) : message('object.release', { object });
    case 'Phase':
      return message('object.phase', { object });
    case 'Task':
      return message('object.task', { object });
    case 'Trigger':
      return message('object.trigger', { object });
    case 'Configuration':
      return message('object.configuration', { object });
    case undefined:
      return message('quote.name', { object });
  }
}

/** Returns the object whose teams apply to an object. */
function describeScope({ id: objectId, template }: PermissionObject, { scope }: PermissionFacts): ObjectFact['scope'] {
  if (scope === null) return null;
  const { id, folderTitle } = scope;
  if (id === objectId) return 'own';
  if (folderTitle !== null) return message('object.folder', { object: { id, title: folderTitle } });
  const object = { id, title: scope.title ?? id };
  return template ? message('object.template', { object }) : message('object.release', { object });
}

function toPlaceFact(permissionPlace: PermissionObject, facts: PermissionFacts): ObjectFact {
  const { username, teams } = facts;
  const inTeam = teams.some(
    ({ name, byName, byRoles }) => name === permissionPlace.taskTeam && (byName || byRoles.length > 0),
  );
  return {
    what: describePlace(permissionPlace),
    scope: describeScope(permissionPlace, facts),
    teams,
    ownsRelease: isSameUser(username, permissionPlace.releaseOwner),
    takesPart: isSameUser(username, permissionPlace.taskOwner) || inTeam,
  };
}

/**
 * Explains why a user has a permission or lacks it. Users may request the explanation for themselves, on visible
 * objects. The permission to edit users and roles allows all requests. Throws Forbidden, NotFound, Invalid.
 */
export async function renderPermission(
  database: Database,
  caller: Person,
  { username, permission: requestedPermission, id }: PermissionQuery,
): Promise<PermissionExplanationResponse> {
  const mayQueryAll = caller.hasPermission(neededToRead.permissionOfOthers);
  if (!mayQueryAll && !isSameUser(username, caller.username))
    throw missingPermission(neededToRead.permissionOfOthers, rootFolderId);
  const permissionPlace = id === null ? null : await getPermissionPlace(database, id);
  if (permissionPlace !== null && !mayQueryAll && !(await canView(caller, permissionPlace)))
    throw notFound(objectKindOf(idKindOf(kinds, id ?? '')), id ?? '');
  const permission = requestedPermission ?? (permissionPlace && neededToView(permissionPlace)) ?? neededToRead.folder;
  const facts = await readPermissionFacts(database, username, permission, permissionPlace);
  const explanation = explainPermission(username, permission, {
    ...facts,
    object: permissionPlace && toPlaceFact(permissionPlace, facts),
  });
  return showPermissionExplanation({ username: facts.username ?? username, permission, id }, explanation);
}
