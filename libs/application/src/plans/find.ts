import { idCandidates, objectKindOf } from '@slipway/domain/ids';
import type { ObjectKind } from '@slipway/domain/messages';
import { isTemplate, notFound } from '@slipway/domain/model';
import type { PermissionRequirement } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import {
  type LocatableKind,
  locate,
  locateRelease,
  type PartLocation,
  type ReleaseLocation,
  type ReleaseView,
  readPhase,
  readRelease,
  readTask,
  type TaskView,
} from '@slipway/persistence/plans';
import { getFirst } from '../model/find.ts';
import { planAttributes, requirePermission, taskAttributes } from '../model/require-permission.ts';

interface LookupOptions {
  /** The required permission; by default the one to view it. */
  readonly needed?: PermissionRequirement;
  /** Whether phases are read; true by default. */
  readonly phases?: boolean;
  /** Whether comments are read; by default together with the phases. */
  readonly comments?: boolean;
  /** the kind of object, for the error message */
  readonly what?: ObjectKind;
}

/**
 * Returns a live release or template: calls for releases also accept the id of a template (compatibility.md, Answers).
 * Throws Forbidden, and NotFound also for an invisible object.
 */
export async function getPlan(
  database: Database,
  person: Person,
  rawId: string,
  { needed, phases = true, comments = phases, what: objectKind = 'release' }: LookupOptions = {},
): Promise<ReleaseView> {
  const view = await getFirst('Release', rawId, (id) => readRelease(database, id, { phases, comments }), objectKind);
  await requirePermission(person, planAttributes(view), { label: objectKind, rawId, needed });
  return view;
}

/** Returns a live release. Throws Forbidden, and NotFound also for a template. */
export async function getRelease(
  database: Database,
  person: Person,
  rawId: string,
  options: LookupOptions = {},
): Promise<ReleaseView> {
  const view = await getPlan(database, person, rawId, options);
  if (isTemplate(view.release.status)) throw notFound('release', rawId);
  return view;
}

/** Returns a template. Throws Forbidden, and NotFound also for a release. */
export async function getTemplate(
  database: Database,
  person: Person,
  rawId: string,
  options: LookupOptions = {},
): Promise<ReleaseView> {
  const view = await getPlan(database, person, rawId, { ...options, what: 'template' });
  if (!isTemplate(view.release.status)) throw notFound('template', rawId);
  return view;
}

/** Returns an archived release. Throws NotFound. */
export async function getArchivedRelease(database: Database, person: Person, rawId: string): Promise<ReleaseView> {
  const view = await getFirst('Release', rawId, (id) => readRelease(database, id, { archived: true }));
  await requirePermission(person, planAttributes(view), { label: 'release', rawId });
  return view;
}

/** Returns a phase of a live release, as the release with only this phase. Throws NotFound, Forbidden. */
export async function getPhase(
  database: Database,
  person: Person,
  rawId: string,
  needed?: PermissionRequirement,
): Promise<ReleaseView> {
  const view = await getFirst('Phase', rawId, (id) => readPhase(database, id));
  await requirePermission(person, planAttributes(view), { label: 'phase', rawId, needed });
  return view;
}

/** Returns a live task. Throws NotFound, Forbidden. */
export async function getTask(
  database: Database,
  person: Person,
  rawId: string,
  needed?: PermissionRequirement,
): Promise<TaskView> {
  const view = await getFirst('Task', rawId, (id) => readTask(database, id));
  await requirePermission(person, taskAttributes(view), { label: 'task', rawId, needed });
  return view;
}

/**
 * Locates a phase, task, variable, condition or dependency of a live release or template with one statement. The path
 * before the last segment may be missing or outdated (compatibility.md, Identifiers). It is only used if the last
 * segment is ambiguous. Throws NotFound, Forbidden.
 */
export async function getPartLocation(
  database: Database,
  person: Person,
  kind: LocatableKind,
  rawId: string,
  needed?: PermissionRequirement,
): Promise<PartLocation> {
  const located = await locate(database, kind, idCandidates(kind, rawId), rawId.split('/').slice(0, -1));
  if (located === null) throw notFound(objectKindOf(kind), rawId);
  await requirePermission(person, located.access, { label: objectKindOf(kind), rawId, needed });
  return located;
}

/** Locates a live or archived release or template with one statement. Throws NotFound, Forbidden. */
export async function getReleaseLocation(
  database: Database,
  person: Person,
  rawId: string,
  { needed, what: objectKind = 'release' }: LookupOptions = {},
): Promise<ReleaseLocation> {
  const located = await locateRelease(database, idCandidates('Release', rawId));
  if (located === null) throw notFound(objectKind, rawId);
  await requirePermission(person, located.access, { label: objectKind, rawId, needed });
  return located;
}

/**
 * Returns the last segment of the id of a live release or template. An id with one meaning requires no statement: the
 * user of the result checks its existence and the permission. Throws NotFound.
 */
export async function getReleaseId(database: Database, person: Person, rawId: string): Promise<string> {
  const [only, ...others] = idCandidates('Release', rawId);
  if (only !== undefined && others.length === 0) return only;
  const { id, archived } = await getReleaseLocation(database, person, rawId);
  if (archived) throw notFound('release', rawId);
  return id;
}

/**
 * Returns the last segment of the id of another part in a command. `parents` are the ids in its path. Throws NotFound.
 */
export async function getPartId(
  database: Database,
  kind: LocatableKind,
  rawId: string,
  parents: readonly string[],
): Promise<string> {
  const candidates = idCandidates(kind, rawId);
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only;
  const located = await locate(database, kind, candidates, parents);
  if (located === null) throw notFound(objectKindOf(kind), rawId);
  return located.id;
}

/**
 * The functions below reload objects whose permission was already checked, by the last segments of their ids. Each
 * throws NotFound.
 */
const orNotFound = <T>(match: T | null, objectKind: ObjectKind, id: string): T => {
  if (match === null) throw notFound(objectKind, id);
  return match;
};

export const reloadPlan = async (database: Database, id: string): Promise<ReleaseView> =>
  orNotFound(await readRelease(database, id), 'release', id);

export const reloadPhase = async (database: Database, id: string): Promise<ReleaseView> =>
  orNotFound(await readPhase(database, id), 'phase', id);

export const reloadTask = async (database: Database, id: string): Promise<TaskView> =>
  orNotFound(await readTask(database, id), 'task', id);
