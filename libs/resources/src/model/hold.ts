import {
  type Caller,
  isGranted,
  mayView,
  type Needed,
  neededToRead,
  permissionsFor,
  refusal,
  type Subject,
  seeing,
} from '@slipway/domain';
import type { Person, Place } from '@slipway/engine';
import type { ReleaseView, Standing, TaskView } from '@slipway/persistence';

/** A requested release, template, phase, task or part of one. */
export interface Wanted {
  /** what it should be: `release`, `task` */
  readonly what: string;
  /** its id as it was written */
  readonly written: string;
  /** The required permission; by default the one to view it. */
  readonly needed?: Needed | undefined;
}

/** The subject of a permission check, from the access attributes of an object. */
export const subjectOf = ({ status, owner, task }: Standing): Subject => ({
  release: { status: status ?? 'TEMPLATE', owner },
  task: task === null ? undefined : { definition: task },
});

export const placeOf = ({ folderId, releaseId }: Standing): Place => ({ folderId, releaseId });

/** The access attributes of a loaded release or template. */
export const planStanding = ({ release }: Pick<ReleaseView, 'release'>): Standing => ({
  folderId: release.folderId,
  releaseId: release.id,
  status: release.status,
  owner: release.owner,
  task: null,
});

/** The same of a task. */
export const taskStanding = ({ task, folderPath, releaseId, releaseStatus, releaseOwner }: TaskView): Standing => ({
  folderId: folderPath.at(-1) ?? '',
  releaseId,
  status: releaseStatus,
  owner: releaseOwner,
  task: task.definition,
});

/**
 * Checks the permission of a caller on a loaded object. Returns the caller at its location. Throws Forbidden, and the
 * NotFound of an unknown id if the caller may not view it (permissions.md, Order).
 */
export async function hold(
  person: Person,
  standing: Standing,
  { what, written, needed = seeing }: Wanted,
): Promise<Caller> {
  const caller = await person.at(placeOf(standing));
  const subject = subjectOf(standing);
  if (isGranted(needed, caller, subject)) return caller;
  const [permission] = permissionsFor(needed, subject);
  throw refusal({ permission, what: what.toLowerCase(), id: written, mayView: mayView(caller, subject) });
}

/** The visible objects among these, by their ids. */
export async function seenAmong(
  person: Person,
  standings: ReadonlyMap<string, Standing>,
): Promise<ReadonlySet<string>> {
  const all = [...standings];
  const callers = await person.atAll(all.map(([, standing]) => placeOf(standing)));
  return new Set(all.flatMap(([id, standing], index) => (maySee(callers[index], standing) ? [id] : [])));
}

function maySee(caller: Caller | undefined, standing: Standing): boolean {
  if (caller === undefined) return false;
  return standing.releaseId === null ? caller.may(neededToRead.folder) : mayView(caller, subjectOf(standing));
}
