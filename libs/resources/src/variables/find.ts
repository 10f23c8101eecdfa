import { idCandidates, type Variable } from '@slipway/domain';
import {
  type Database,
  findSharedVariable,
  type ReleaseView,
  readRelease,
  type SharedVariableView,
} from '@slipway/persistence';
import { nothingNamed } from '../model/find.ts';
import { partLocated } from '../plans/find.ts';

/** A variable of a live release or template, and that, without its phases. */
export interface PlanVariable {
  readonly variable: Variable;
  readonly view: ReleaseView;
}

/** The variable of a live release or template that an id names. Throws NotFound. */
export async function variableNamed(database: Database, written: string): Promise<PlanVariable> {
  const found = await partLocated(database, 'Variable', written);
  const view = await readRelease(database, found.releaseId, { phases: false });
  const variable = view?.release.variables.find(({ id }) => id === found.id);
  if (!view || !variable) throw nothingNamed('variable', written);
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
