import {
  showVariable,
  type VariableBody,
  type VariableResponse,
  variableChanges,
  variableDraft,
} from '@slipway/api-schema/variables';
import { rootFolderId } from '@slipway/domain/ids';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { insertSharedVariable, type Person, patchSharedVariable } from '@slipway/engine';
import {
  readFolderVariables,
  readGlobalVariables,
  removeSharedVariable,
  type SharedVariableView,
} from '@slipway/persistence/variables';
import { getFolder } from '../folders/find.ts';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { contextWithoutReferences } from '../model/render-context.ts';
import { requirePermissionAt } from '../model/require-permission.ts';

/** The id of the object that contains all global variables (rest-api.md, Identifiers). */
const globalVariablesId = 'Configuration/variables/global';

const parentOf = ({ folderPath }: Pick<SharedVariableView, 'folderPath'>): string =>
  folderPath === null ? globalVariablesId : folderPath.join('/');

/** Returns the global variables, by key. */
export const listGlobal = ({ database }: Pick<ReadContext, 'database'>): Promise<readonly SharedVariableView[]> =>
  readGlobalVariables(database);

/** Returns the variables of a folder, and those of its parent folders unless `folderOnly` is set. Throws NotFound. */
export async function visibleInFolder(
  { database }: Pick<ReadContext, 'database'>,
  caller: Person,
  rawId: string,
  folderOnly: boolean,
): Promise<readonly SharedVariableView[]> {
  return await readFolderVariables(
    database,
    (await getFolder(database, rawId, { caller, anyOf: [neededToRead.folderVariables] })).id,
    folderOnly,
  );
}

/** Checks that the caller can change a global variable, or a variable of a folder. Throws Forbidden, NotFound. */
export async function requireSharedVariablePermission(
  caller: Person,
  folderId: string | null,
  rawId: string,
): Promise<void> {
  const anyOf = [folderId === null ? neededToChange.globalVariable : neededToChange.folderVariable] as const;
  const scope = { folderId: folderId ?? rootFolderId };
  const view = folderId === null ? null : neededToRead.folderVariables;
  await requirePermissionAt({ caller, anyOf }, { label: 'variable', rawId, scope, view });
}

/** Renders a global variable, or a variable of a folder. A password is masked. */
export const renderSharedVariable = (
  context: Pick<ReadContext, 'typePrefix'>,
  view: SharedVariableView,
): VariableResponse => showVariable(view.variable, parentOf(view), contextWithoutReferences(context));

/** The location of a new variable. */
export type SharedVariableScope = Pick<SharedVariableView, 'folderId' | 'folderPath'>;

/** Creates a global variable, or a variable of a folder. Throws Invalid, Conflict. */
export async function createSharedVariable(
  context: ResourceContext,
  scope: SharedVariableScope,
  body: VariableBody,
): Promise<VariableResponse> {
  const { engine, seal, typePrefix } = context;
  const draft = variableDraft(body, typePrefix);
  const variable = await engine.change((database) => insertSharedVariable({ database, seal }, scope.folderId, draft));
  return renderSharedVariable(context, { ...scope, variable });
}

/** Updates the members of a shared variable that differ. Throws Invalid, NotFound. */
export async function changeSharedVariable(
  context: ResourceContext,
  view: SharedVariableView,
  body: VariableBody,
): Promise<VariableResponse> {
  const patch = variableChanges(body, renderSharedVariable(context, view));
  return renderSharedVariable(context, {
    ...view,
    variable: await patchSharedVariable(context, view.variable.id, patch),
  });
}

/** Deletes a shared variable. Throws NotFound. */
export const deleteSharedVariable = (
  { database }: Pick<ResourceContext, 'database'>,
  { variable }: SharedVariableView,
): Promise<void> => removeSharedVariable(database, variable.id);
