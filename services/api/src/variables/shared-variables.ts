import { clip, idCandidates, NotFound } from '@slipway/domain';
import { addShared, updateShared } from '@slipway/engine';
import { findSharedVariable, removeSharedVariable, type SharedVariableView } from '@slipway/persistence';
import { showVariable, type VariableAnswer, type VariableBody, variableChanges, variableDraft } from '@slipway/wire';
import type { Deps } from '../context/deps.ts';
import { showFor } from '../context/show-for.ts';

/** The object that all global variables belong to (rest-api.md, Identifiers). */
const globalVariablesId = 'Configuration/variables/global';

const parentOf = ({ folderPath }: Pick<SharedVariableView, 'folderPath'>): string =>
  folderPath === null ? globalVariablesId : folderPath.join('/');

/** Renders variables that releases share. */
export async function shownShared(
  deps: Deps,
  views: readonly SharedVariableView[],
): Promise<readonly VariableAnswer[]> {
  const show = await showFor(deps, []);
  return views.map((view) => showVariable(view.variable, parentOf(view), show));
}

/** Renders one of them. */
export async function shownSharedOne(deps: Deps, view: SharedVariableView): Promise<VariableAnswer> {
  return showVariable(view.variable, parentOf(view), await showFor(deps, []));
}

/** A global variable, or one of a folder: of that folder, where one is named. Throws NotFound. */
export async function sharedView(
  { database }: Deps,
  written: string,
  owner: { readonly folderId: string | null },
): Promise<SharedVariableView> {
  const found = await findSharedVariable(database, idCandidates('Variable', written));
  if (found === null || found.folderId !== owner.folderId)
    throw new NotFound(`there is no variable '${clip(written)}'`);
  return found;
}

/** Where a new variable goes. */
export type Place = Pick<SharedVariableView, 'folderId' | 'folderPath'>;

/** Makes a global variable, or one of a folder. Throws Invalid, Conflict. */
export async function createSharedVariable(deps: Deps, place: Place, body: VariableBody): Promise<VariableAnswer> {
  const draft = variableDraft(body, deps.config.typePrefix);
  const variable = await deps.engine.change((database) => addShared({ ...deps, database }, place.folderId, draft));
  return shownSharedOne(deps, { ...place, variable });
}

/** Changes what differs of a shared variable. Throws Invalid, NotFound. */
export async function changeSharedVariable(
  deps: Deps,
  view: SharedVariableView,
  body: VariableBody,
): Promise<VariableAnswer> {
  const patch = variableChanges(body, await shownSharedOne(deps, view));
  return shownSharedOne(deps, { ...view, variable: await updateShared(deps, view.variable.id, patch) });
}

/** Deletes a shared variable. Throws NotFound. */
export const deleteSharedVariable = ({ database }: Deps, { variable }: SharedVariableView): Promise<void> =>
  removeSharedVariable(database, variable.id);
