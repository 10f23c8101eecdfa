import { idCandidates } from '@slipway/domain/ids';
import type { Variable } from '@slipway/domain/model';
import { inputTaskFor, isGranted, neededForCommand, type PermissionRequirement } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { locate, type ReleaseView, readRelease } from '@slipway/persistence/plans';
import { findSharedVariable, type SharedVariableView } from '@slipway/persistence/variables';
import { notFound } from '../model/find.ts';
import { accessSubject, permissionScope, requirePermission } from '../model/require-permission.ts';
import { getPartLocation } from '../plans/find.ts';

/** A variable of a live release or template, and that, without its phases. */
export interface PlanVariable {
  readonly variable: Variable;
  readonly view: ReleaseView;
}

/** The variable of a live release or template that an id names. Throws NotFound, Forbidden. */
export async function getVariable(
  database: Database,
  person: Person,
  rawId: string,
  needed?: PermissionRequirement,
): Promise<PlanVariable> {
  const match = await getPartLocation(database, person, 'Variable', rawId, needed);
  const view = await readRelease(database, match.releaseId, { phases: false });
  const variable = view?.release.variables.find(({ id }) => id === match.id);
  if (!view || !variable) throw notFound('variable', rawId);
  return { variable, view };
}

/**
 * The variable with an id, for an update. A user who can complete a running task that lists the variable needs no
 * permission on the release; the domain checks the changed members. Throws NotFound, Forbidden.
 */
export async function getVariableForUpdate(database: Database, person: Person, rawId: string): Promise<PlanVariable> {
  const located = await locate(database, 'Variable', idCandidates('Variable', rawId), rawId.split('/').slice(0, -1));
  if (located === null) throw notFound('variable', rawId);
  const { standing: attributes, releaseId, id } = located;
  const needed = neededForCommand.updateVariable;
  const caller = await person.callerAt(permissionScope(attributes));
  const phases = !isGranted(needed, caller, accessSubject(attributes));
  const view = await readRelease(database, releaseId, { phases, comments: false });
  const variable = view?.release.variables.find((candidate) => candidate.id === id);
  if (!view || !variable) throw notFound('variable', rawId);
  const isTaskInput = phases && inputTaskFor(view.release, id, caller) !== undefined;
  if (phases && !isTaskInput) await requirePermission(person, attributes, { label: 'variable', rawId, needed });
  return { variable, view };
}

/** The global variable, or the one of a folder, that an id names. Throws NotFound, for one of another owner too. */
export async function getSharedVariable(
  database: Database,
  rawId: string,
  owner?: { readonly folderId: string | null },
): Promise<SharedVariableView> {
  const match = await findSharedVariable(database, idCandidates('Variable', rawId));
  if (match === null || (owner !== undefined && match.folderId !== owner.folderId)) throw notFound('variable', rawId);
  return match;
}
