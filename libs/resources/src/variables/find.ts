import { askingTask, idCandidates, isGranted, type Needed, neededForCommand, type Variable } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import {
  type Database,
  findSharedVariable,
  locate,
  type ReleaseView,
  readRelease,
  type SharedVariableView,
} from '@slipway/persistence';
import { nothingNamed } from '../model/find.ts';
import { hold, placeOf, subjectOf } from '../model/hold.ts';
import { partLocated } from '../plans/find.ts';

/** A variable of a live release or template, and that, without its phases. */
export interface PlanVariable {
  readonly variable: Variable;
  readonly view: ReleaseView;
}

/** The variable of a live release or template that an id names. Throws NotFound, Forbidden. */
export async function variableNamed(
  database: Database,
  person: Person,
  written: string,
  needed?: Needed,
): Promise<PlanVariable> {
  const found = await partLocated(database, person, 'Variable', written, needed);
  const view = await readRelease(database, found.releaseId, { phases: false });
  const variable = view?.release.variables.find(({ id }) => id === found.id);
  if (!view || !variable) throw nothingNamed('variable', written);
  return { variable, view };
}

/**
 * The variable with an id, for an update. A user who can complete a running task that lists the variable needs no
 * permission on the release; the domain checks the changed members. Throws NotFound, Forbidden.
 */
export async function variableToUpdate(database: Database, person: Person, written: string): Promise<PlanVariable> {
  const located = await locate(
    database,
    'Variable',
    idCandidates('Variable', written),
    written.split('/').slice(0, -1),
  );
  if (located === null) throw nothingNamed('variable', written);
  const { standing, releaseId, id } = located;
  const needed = neededForCommand.updateVariable;
  const caller = await person.at(placeOf(standing));
  const phases = !isGranted(needed, caller, subjectOf(standing));
  const view = await readRelease(database, releaseId, { phases, comments: false });
  const variable = view?.release.variables.find((each) => each.id === id);
  if (!view || !variable) throw nothingNamed('variable', written);
  const isAsked = phases && askingTask(view.release, id, caller) !== undefined;
  if (phases && !isAsked) await hold(person, standing, { what: 'variable', written, needed });
  return { variable, view };
}

/** The global variable, or the one of a folder, that an id names. Throws NotFound, for one of another owner too. */
export async function sharedVariableNamed(
  database: Database,
  written: string,
  owner?: { readonly folderId: string | null },
): Promise<SharedVariableView> {
  const found = await findSharedVariable(database, idCandidates('Variable', written));
  if (found === null || (owner !== undefined && found.folderId !== owner.folderId))
    throw nothingNamed('variable', written);
  return found;
}
