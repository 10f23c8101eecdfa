import { isLocatable, type Location, locateObject } from '@slipway/application/ids';
import { idKindOf } from '@slipway/application/model';
import { getVariableForUpdate } from '@slipway/application/variables';
import { neededForCommand } from '@slipway/domain/commands';
import type { Caller } from '@slipway/domain/decision';
import { objectKindOf, type PublicKind, rootFolderId } from '@slipway/domain/ids';
import { clip, type GlobalPermission, NotFound, notFound } from '@slipway/domain/model';
import {
  isGranted,
  isSameUser,
  mayView,
  neededToRead,
  neededToView,
  type PermissionRequirement,
  refusal,
} from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { Deps } from '../../dependencies/deps.ts';
import { parameters } from '../parameters.ts';
import { readQuery } from '../query.ts';
import type { Needs, NeedsOn } from './needs.ts';
import { requireAnywhere } from './permission-anywhere.ts';

/** The parts of a request that determine its permissions. */
export interface PermissionRequest {
  readonly deps: Pick<Deps, 'database'>;
  readonly caller: Person;
  readonly needs: Needs;
  readonly path: Readonly<Record<string, string>>;
  /** the address with its query, as sent */
  readonly url: string;
}

/**
 * Checks the permissions that a route declares, with separate statements, before a malformed call is refused: the
 * refusal would reveal objects that the caller may not view (permissions.md, Order). Permissions that only the handler can
 * check are left to it. Throws Forbidden, NotFound.
 */
export async function requireDeclaredPermission({ needs, ...permissionRequest }: PermissionRequest): Promise<void> {
  if (needs === 'anyone' || 'lists' in needs || permissionRequest.caller.hasPermission('admin')) return;
  if ('anywhere' in needs)
    await requireAnywhere(permissionRequest.deps.database, permissionRequest.caller, needs.anywhere);
  else if ('named' in needs) await requireInQuery(permissionRequest, needs.inQuery);
  else if ('all' in needs) for (const item of needs.all) await requireOn(permissionRequest, item);
  // the assignee of a task that lists the variable can set it, too
  else if ('command' in needs && needs.command === 'updateVariable')
    await getVariableForUpdate(
      permissionRequest.deps.database,
      permissionRequest.caller,
      permissionRequest.path[needs.on] ?? '',
    );
  else if ('command' in needs) await requireOn(permissionRequest, { ...neededForCommand(needs.command), on: needs.on });
  else if ('on' in needs) await requireOn(permissionRequest, needs);
  else if (!isSelf(needs.own, permissionRequest)) requireGlobal(permissionRequest.caller, needs.global);
}

/**
 * Checks the permissions of a caller before a large body is read: those that path and query determine, or else that
 * the caller has one of the permissions on any object. Throws Forbidden, NotFound.
 */
export async function requireBeforeBody(permissionRequest: PermissionRequest): Promise<void> {
  const { deps, caller, needs } = permissionRequest;
  const [first, ...others] = typeof needs === 'object' && 'named' in needs && !needs.inQuery ? needs.named : [];
  if (first === undefined) await requireDeclaredPermission(permissionRequest);
  else await requireAnywhere(deps.database, caller, [first, ...others]);
}

/** Whether a parameter names the caller, in any letter case; a restricted token does not count as the user. */
const isSelf = (own: string | undefined, { caller, path }: Pick<PermissionRequest, 'caller' | 'path'>): boolean =>
  own !== undefined && caller.isLimited !== true && isSameUser(path[own] ?? null, caller.username);

function requireGlobal(caller: Person, anyOf: readonly [GlobalPermission, ...GlobalPermission[]]): void {
  if (anyOf.some((item) => caller.hasPermission(item))) return;
  throw refusal({ permission: anyOf[0], kind: 'folder', id: rootFolderId, mayView: true });
}

/** The object in the query, or the root without one. A repeated parameter is rejected when it is parsed. */
async function requireInQuery(
  permissionRequest: Omit<PermissionRequest, 'needs'>,
  needs: NeedsOn<string> | undefined,
): Promise<void> {
  if (needs === undefined) return;
  const rawId = readQuery(permissionRequest.url)[needs.on];
  if (Array.isArray(rawId)) return;
  await requireOn({ ...permissionRequest, path: { [needs.on]: rawId ? String(rawId) : rootFolderId } }, needs);
}

async function requireOn(
  { deps, caller, path }: Pick<PermissionRequest, 'deps' | 'caller' | 'path'>,
  needs: NeedsOn<string>,
): Promise<void> {
  const rawId = path[needs.on] ?? '';
  const kinds = kindsOf(needs.on).filter(isLocatable);
  if (kinds.length === 0) return;
  // the id of the root matches no kind
  const kind = rawId === rootFolderId ? 'Folder' : idKindOf(kinds, rawId);
  const objectKind = needs.on === 'templateId' ? 'template' : objectKindOf(kind);
  const location = await locateObject(deps.database, kind, rawId).catch((error: unknown) => {
    // an unknown id and a hidden object have the same response
    throw error instanceof NotFound ? notFound(objectKind, rawId) : error;
  });
  const callerThere = await caller.callerAt(location.scope);
  const { permission, granted } = evaluateNeeds(needs, callerThere, location);
  if (granted) {
    if (needs.also !== undefined) requireGlobal(caller, needs.also);
    return;
  }
  const { view, subject } = location;
  const isVisible = subject === null ? view === null || callerThere.may(view) : mayView(callerThere, subject);
  throw refusal({ permission, kind: objectKind, id: clip(rawId), mayView: isVisible });
}

/** Whether the caller has the required permission at this location, and the missing one. */
function evaluateNeeds({ atTop, ...needs }: NeedsOn<string>, callerThere: Caller, location: Location) {
  const { subject } = location;
  if (subject === null) {
    const anyOf = location.atTop && atTop !== undefined ? [atTop] : needs.anyOf;
    const isOpen = location.view === null && needs.anyOf.includes(neededToRead.folder);
    return { permission: anyOf[0] ?? needs.anyOf[0], granted: isOpen || anyOf.some((item) => callerThere.may(item)) };
  }
  if (location.atTop && atTop !== undefined) return { permission: atTop, granted: callerThere.may(atTop) };
  const isViewNeed = needs.anyOf.includes(neededToView.anyOf[0]);
  const needed: PermissionRequirement = {
    ...needs,
    onTemplate: needs.onTemplate ?? (isViewNeed ? neededToView.onTemplate : needs.anyOf),
  };
  const [permission] = subject.release.status === 'TEMPLATE' ? needed.onTemplate : needed.anyOf;
  return {
    permission,
    granted: isGranted(needed, callerThere, subject) || (isViewNeed && mayView(callerThere, subject)),
  };
}

function kindsOf(name: string): readonly PublicKind[] {
  const kinds = Object.entries(parameters).find(([item]) => item === name)?.[1];
  return kinds === undefined || typeof kinds === 'string' ? [] : kinds;
}
