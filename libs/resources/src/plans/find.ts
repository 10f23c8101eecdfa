import { idCandidates, isTemplate, type Needed } from '@slipway/domain';
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
import { hold, planStanding, taskStanding } from '../model/hold.ts';

interface Looked {
  /** The required permission; by default the one to view it. */
  readonly needed?: Needed;
  /** Whether phases are read; true by default. */
  readonly phases?: boolean;
  /** Whether comments are read; by default together with the phases. */
  readonly comments?: boolean;
  /** what refusals call it */
  readonly what?: string;
}

/**
 * A live release or template, whichever it is: the id of a template answers where a call for releases reads (compatibility.md,
 * Answers). Throws NotFound, also for what the person may not see, and Forbidden.
 */
export async function planNamed(
  database: Database,
  person: Person,
  written: string,
  { needed, phases = true, comments = phases, what = 'release' }: Looked = {},
): Promise<ReleaseView> {
  const view = await firstNamed('Release', written, (id) => readRelease(database, id, { phases, comments }), what);
  await hold(person, planStanding(view), { what, written, needed });
  return view;
}

/** A live release. Throws NotFound, for a template too, and Forbidden. */
export async function releaseNamed(
  database: Database,
  person: Person,
  written: string,
  looked: Looked = {},
): Promise<ReleaseView> {
  const view = await planNamed(database, person, written, looked);
  if (isTemplate(view.release.status)) throw nothingNamed('release', written);
  return view;
}

/** A template. Throws NotFound, for a release too, and Forbidden. */
export async function templateNamed(
  database: Database,
  person: Person,
  written: string,
  looked: Looked = {},
): Promise<ReleaseView> {
  const view = await planNamed(database, person, written, { ...looked, what: 'template' });
  if (!isTemplate(view.release.status)) throw nothingNamed('template', written);
  return view;
}

/** An archived release. Throws NotFound. */
export async function archivedReleaseNamed(database: Database, person: Person, written: string): Promise<ReleaseView> {
  const view = await firstNamed('Release', written, (id) => readRelease(database, id, { archived: true }));
  await hold(person, planStanding(view), { what: 'release', written });
  return view;
}

/** A phase of a live release: the release with this one phase. Throws NotFound, Forbidden. */
export async function phaseNamed(
  database: Database,
  person: Person,
  written: string,
  needed?: Needed,
): Promise<ReleaseView> {
  const view = await firstNamed('Phase', written, (id) => readPhase(database, id));
  await hold(person, planStanding(view), { what: 'phase', written, needed });
  return view;
}

/** A live task. Throws NotFound, Forbidden. */
export async function taskNamed(
  database: Database,
  person: Person,
  written: string,
  needed?: Needed,
): Promise<TaskView> {
  const view = await firstNamed('Task', written, (id) => readTask(database, id));
  await hold(person, taskStanding(view), { what: 'task', written, needed });
  return view;
}

/**
 * The phase, task, variable, condition or dependency of a live release or template that an id names, by a statement. The
 * path before the last segment may be left out or be an old one (compatibility.md, Identifiers): it only decides where that
 * segment is not unique. Throws NotFound, Forbidden.
 */
export async function partLocated(
  database: Database,
  person: Person,
  kind: LocatableKind,
  written: string,
  needed?: Needed,
): Promise<Located> {
  const found = await locate(database, kind, idCandidates(kind, written), written.split('/').slice(0, -1));
  if (found === null) throw nothingNamed(kind, written);
  await hold(person, found.standing, { what: kind, written, needed });
  return found;
}

/** The release or template that an id names, archived or not, by a statement. Throws NotFound, Forbidden. */
export async function releaseLocated(
  database: Database,
  person: Person,
  written: string,
  { needed, what = 'release' }: Looked = {},
): Promise<LocatedRelease> {
  const found = await locateRelease(database, idCandidates('Release', written));
  if (found === null) throw nothingNamed(what, written);
  await hold(person, found.standing, { what, written, needed });
  return found;
}

/**
 * The last segment of the live release or template with an id. If the id can have one meaning only, no statement runs:
 * its user checks its existence and the permission. Throws NotFound.
 */
export async function releaseIdNamed(database: Database, person: Person, written: string): Promise<string> {
  const [only, ...others] = idCandidates('Release', written);
  if (only !== undefined && others.length === 0) return only;
  const { id, archived } = await releaseLocated(database, person, written);
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
