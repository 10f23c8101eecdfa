import { idCandidates, isTemplate, missingPermission, neededToRead, type Permission } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import {
  type Database,
  type LocatableKind,
  type Located,
  type LocatedRelease,
  locate,
  locateRelease,
  type ReleaseView,
  readPhase,
  readRelease,
  readTask,
  type TaskView,
} from '@slipway/persistence';
import { firstNamed, nothingNamed } from '../model/find.ts';

/** A live release or template, whichever it is, with its phases or without. Throws NotFound. */
export const planNamed = (database: Database, written: string, phases = true, what = 'release'): Promise<ReleaseView> =>
  firstNamed('Release', written, (id) => readRelease(database, id, { phases }), what);

/** A live release. Throws NotFound, for a template too. */
export async function releaseNamed(database: Database, written: string, phases = true): Promise<ReleaseView> {
  const view = await planNamed(database, written, phases);
  if (isTemplate(view.release.status)) throw nothingNamed('release', written);
  return view;
}

/** A template. Throws NotFound, for a release too. */
export async function templateNamed(database: Database, written: string, phases = true): Promise<ReleaseView> {
  const view = await planNamed(database, written, phases, 'template');
  if (!isTemplate(view.release.status)) throw nothingNamed('template', written);
  return view;
}

/** Refuses a caller who may not do to a template what a call for releases does. Throws Forbidden. */
export function requireOnTemplate(caller: Person, { release }: ReleaseView, permission: Permission): void {
  if (isTemplate(release.status) && !caller.may(permission)) throw missingPermission(permission, release.id);
}

interface OnTemplate {
  /** what the caller needs where it is a template */
  readonly permission?: Permission;
  readonly phases?: boolean;
}

/**
 * A live release, or a template, whose id answers where a call for releases reads (decisions.md, Answers). Throws
 * NotFound, Forbidden.
 */
export async function readablePlan(
  database: Database,
  caller: Person,
  written: string,
  { permission = neededToRead.template, phases = true }: OnTemplate = {},
): Promise<ReleaseView> {
  const view = await planNamed(database, written, phases);
  requireOnTemplate(caller, view, permission);
  return view;
}

/** An archived release. Throws NotFound. */
export const archivedReleaseNamed = (database: Database, written: string): Promise<ReleaseView> =>
  firstNamed('Release', written, (id) => readRelease(database, id, { archived: true }));

/** A phase of a live release: the release with this one phase. Throws NotFound. */
export const phaseNamed = (database: Database, written: string): Promise<ReleaseView> =>
  firstNamed('Phase', written, (id) => readPhase(database, id));

/** A live task. Throws NotFound. */
export const taskNamed = (database: Database, written: string): Promise<TaskView> =>
  firstNamed('Task', written, (id) => readTask(database, id));

/**
 * The phase, task, variable, condition or dependency of a live release or template that an id names, by a statement. The
 * path before the last segment may be left out or be an old one (decisions.md, Identifiers): it only decides where that
 * segment is not unique. Throws NotFound.
 */
export async function partLocated(database: Database, kind: LocatableKind, written: string): Promise<Located> {
  const found = await locate(database, kind, idCandidates(kind, written), written.split('/').slice(0, -1));
  if (found === null) throw nothingNamed(kind, written);
  return found;
}

/** The release or template that an id names, archived or not, by a statement. Throws NotFound. */
export async function releaseLocated(database: Database, written: string, what = 'release'): Promise<LocatedRelease> {
  const found = await locateRelease(database, idCandidates('Release', written));
  if (found === null) throw nothingNamed(what, written);
  return found;
}

/**
 * The last segment of the live release or template that an id names. Where the id can mean one only there is no
 * statement: whoever uses it finds out whether it exists. Throws NotFound.
 */
export async function releaseIdNamed(database: Database, written: string): Promise<string> {
  const [only, ...others] = idCandidates('Release', written);
  if (only !== undefined && others.length === 0) return only;
  const { id, archived } = await releaseLocated(database, written);
  if (archived) throw nothingNamed('release', written);
  return id;
}

/** The same of a part that a command names beside its subject; `parents` are ids around it. Throws NotFound. */
export async function partIdNamed(
  database: Database,
  kind: LocatableKind,
  written: string,
  parents: readonly string[],
): Promise<string> {
  const candidates = idCandidates(kind, written);
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only;
  const found = await locate(database, kind, candidates, parents);
  if (found === null) throw nothingNamed(kind, written);
  return found.id;
}
