import { neededToChange, neededToRead, rootFolderId } from '@slipway/domain';
import { insertSharedVariable, type Person, patchSharedVariable } from '@slipway/engine';
import { folderVariables, globalVariables, removeSharedVariable, type SharedVariableView } from '@slipway/persistence';
import { showVariable, type VariableAnswer, type VariableBody, variableChanges, variableDraft } from '@slipway/wire';
import { folderNamed } from '../folders/find.ts';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { requireRight } from '../model/right.ts';
import { showAlone } from '../model/show-for.ts';

/** The object that all global variables belong to (rest-api.md, Identifiers). */
const globalVariablesId = 'Configuration/variables/global';

const parentOf = ({ folderPath }: Pick<SharedVariableView, 'folderPath'>): string =>
  folderPath === null ? globalVariablesId : folderPath.join('/');

/** The global variables, by key. */
export const allGlobal = ({ database }: Pick<ReadContext, 'database'>): Promise<readonly SharedVariableView[]> =>
  globalVariables(database);

/** The variables that a folder has, with those that it sees of the folders around it unless only its own are wanted. Throws NotFound. */
export async function seenInFolder(
  { database }: Pick<ReadContext, 'database'>,
  caller: Person,
  written: string,
  folderOnly: boolean,
): Promise<readonly SharedVariableView[]> {
  return await folderVariables(
    database,
    (await folderNamed(database, written, { caller, anyOf: [neededToRead.folderVariables] })).id,
    folderOnly,
  );
}

/** Holds who changes a global variable, or one of a folder. Throws Forbidden, NotFound. */
export async function requireOnShared(caller: Person, folderId: string | null, written: string): Promise<void> {
  const anyOf = [folderId === null ? neededToChange.globalVariable : neededToChange.folderVariable] as const;
  const place = { folderId: folderId ?? rootFolderId };
  const view = folderId === null ? null : neededToRead.folderVariables;
  await requireRight({ caller, anyOf }, { what: 'variable', written, place, view });
}

/** Renders a global variable, or one of a folder; a password is a mask. */
export const renderShared = (context: Pick<ReadContext, 'typePrefix'>, view: SharedVariableView): VariableAnswer =>
  showVariable(view.variable, parentOf(view), showAlone(context));

/** Where a new variable goes. */
export type Place = Pick<SharedVariableView, 'folderId' | 'folderPath'>;

/** Makes a global variable, or one of a folder. Throws Invalid, Conflict. */
export async function createSharedVariable(
  context: ResourceContext,
  place: Place,
  body: VariableBody,
): Promise<VariableAnswer> {
  const { engine, seal, typePrefix } = context;
  const draft = variableDraft(body, typePrefix);
  const variable = await engine.change((database) => insertSharedVariable({ database, seal }, place.folderId, draft));
  return renderShared(context, { ...place, variable });
}

/** Changes what differs of a shared variable. Throws Invalid, NotFound. */
export async function changeSharedVariable(
  context: ResourceContext,
  view: SharedVariableView,
  body: VariableBody,
): Promise<VariableAnswer> {
  const patch = variableChanges(body, renderShared(context, view));
  return renderShared(context, { ...view, variable: await patchSharedVariable(context, view.variable.id, patch) });
}

/** Deletes a shared variable. Throws NotFound. */
export const deleteSharedVariable = (
  { database }: Pick<ResourceContext, 'database'>,
  { variable }: SharedVariableView,
): Promise<void> => removeSharedVariable(database, variable.id);
