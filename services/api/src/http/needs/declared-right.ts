import {
  type Caller,
  clip,
  type GlobalPermission,
  isGranted,
  isSameUser,
  mayView,
  type Needed,
  NotFound,
  neededForCommand,
  neededToRead,
  type PublicKind,
  refusal,
  rootFolderId,
  viewing,
} from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { isPlaced, kindAmong, nothingNamed, variableToUpdate, type Whereabouts, whereIs } from '@slipway/resources';
import type { Deps } from '../../context/deps.ts';
import { parameters } from '../parameters.ts';
import { readQuery } from '../query.ts';
import { requireAnywhere } from './anywhere.ts';
import type { Needs, NeedsOn } from './needs.ts';

/** A call, as far as rights depend on it. */
export interface Asked {
  readonly deps: Pick<Deps, 'database'>;
  readonly caller: Person;
  readonly needs: Needs;
  readonly path: Readonly<Record<string, string>>;
  /** the address as it was sent, with its query */
  readonly url: string;
}

/**
 * Checks the permissions that a route declares, with separate statements, before a malformed call is refused: the
 * refusal would reveal objects that the caller may not view (permissions.md, Order). Permissions that only the handler can
 * check are left to it. Throws Forbidden, NotFound.
 */
export async function requireDeclared({ needs, ...asked }: Asked): Promise<void> {
  if (needs === 'anyone' || 'lists' in needs || asked.caller.holds('admin')) return;
  if ('anywhere' in needs) await requireAnywhere(asked.deps.database, asked.caller, needs.anywhere);
  else if ('named' in needs) await requireInQuery(asked, needs.inQuery);
  else if ('all' in needs) for (const each of needs.all) await requireOn(asked, each);
  // the assignee of a task that lists the variable can set it, too
  else if ('command' in needs && needs.command === 'updateVariable')
    await variableToUpdate(asked.deps.database, asked.caller, asked.path[needs.on] ?? '');
  else if ('command' in needs) await requireOn(asked, { ...neededForCommand[needs.command], on: needs.on });
  else if ('on' in needs) await requireOn(asked, needs);
  else if (!namesSelf(needs.own, asked)) requireEverywhere(asked.caller, needs.global);
}

/**
 * Checks the permissions of a caller before a large body is read: those that path and query determine, or else that
 * the caller has one of the permissions on any object. Throws Forbidden, NotFound.
 */
export async function requireAheadOfBody(asked: Asked): Promise<void> {
  const { deps, caller, needs } = asked;
  const [first, ...others] = typeof needs === 'object' && 'named' in needs && !needs.inQuery ? needs.named : [];
  if (first === undefined) await requireDeclared(asked);
  else await requireAnywhere(deps.database, caller, [first, ...others]);
}

/** Whether a parameter names the caller, in any letter case; a restricted token does not count as the user. */
const namesSelf = (own: string | undefined, { caller, path }: Pick<Asked, 'caller' | 'path'>): boolean =>
  own !== undefined && caller.isLimited !== true && isSameUser(path[own] ?? null, caller.username);

function requireEverywhere(caller: Person, anyOf: readonly [GlobalPermission, ...GlobalPermission[]]): void {
  if (anyOf.some((each) => caller.holds(each))) return;
  throw refusal({ permission: anyOf[0], what: 'folder', id: rootFolderId, mayView: true });
}

/** Without an object in the query, the top is meant. A repeated parameter is rejected when it is parsed. */
async function requireInQuery(asked: Omit<Asked, 'needs'>, needs: NeedsOn<string> | undefined): Promise<void> {
  if (needs === undefined) return;
  const written = readQuery(asked.url)[needs.on];
  if (Array.isArray(written)) return;
  await requireOn({ ...asked, path: { [needs.on]: written ? String(written) : rootFolderId } }, needs);
}

async function requireOn(
  { deps, caller, path }: Pick<Asked, 'deps' | 'caller' | 'path'>,
  needs: NeedsOn<string>,
): Promise<void> {
  const written = path[needs.on] ?? '';
  const kinds = kindsOf(needs.on).filter(isPlaced);
  if (kinds.length === 0) return;
  // the root has the name of no kind
  const kind = written === rootFolderId ? 'Folder' : kindAmong(kinds, written);
  const what = needs.on === 'templateId' ? 'template' : kind.toLowerCase();
  const whereabouts = await whereIs(deps.database, kind, written).catch((error: unknown) => {
    // an unknown id and a hidden thing have the same answer
    throw error instanceof NotFound ? nothingNamed(what, written) : error;
  });
  const there = await caller.at(whereabouts.place);
  const { permission, granted } = judged(needs, there, whereabouts);
  if (granted) return;
  const { view, subject } = whereabouts;
  const visible = subject === null ? view === null || there.may(view) : mayView(there, subject);
  throw refusal({ permission, what, id: clip(written), mayView: visible });
}

/** Whether the caller has the required permission there, and the missing one. */
function judged({ atTop, ...needs }: NeedsOn<string>, there: Caller, whereabouts: Whereabouts) {
  const { subject } = whereabouts;
  if (subject === null) {
    const anyOf = whereabouts.atTop && atTop !== undefined ? [atTop] : needs.anyOf;
    const open = whereabouts.view === null && needs.anyOf.includes(neededToRead.folder);
    return { permission: anyOf[0] ?? needs.anyOf[0], granted: open || anyOf.some((each) => there.may(each)) };
  }
  if (whereabouts.atTop && atTop !== undefined) return { permission: atTop, granted: there.may(atTop) };
  const sees = needs.anyOf.includes(viewing.anyOf[0]);
  const needed: Needed = { ...needs, onTemplate: needs.onTemplate ?? (sees ? viewing.onTemplate : needs.anyOf) };
  const [permission] = subject.release.status === 'TEMPLATE' ? needed.onTemplate : needed.anyOf;
  return { permission, granted: isGranted(needed, there, subject) || (sees && mayView(there, subject)) };
}

function kindsOf(name: string): readonly PublicKind[] {
  const kinds = Object.entries(parameters).find(([each]) => each === name)?.[1];
  return kinds === undefined || typeof kinds === 'string' ? [] : kinds;
}
