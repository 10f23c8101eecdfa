import { message } from '@slipway/domain/messages';
import { NotFound, type Variable, type VariableDraft } from '@slipway/domain/model';
import { applyVariablePatch, keyConflict, newKeyIn, sealVariable, sharedVariable } from '@slipway/domain/variables';
import {
  addSharedVariable,
  hasSharedKey,
  lockSharedVariable,
  updateSharedVariable,
} from '@slipway/persistence/variables';
import type { SealedStore } from '../decision/engine-context.ts';
import { newId } from '../environment/ids.ts';

/**
 * Adds a variable to a folder, or a global one for null. The id of the draft is kept if it is free. Throws Invalid,
 * Conflict (the key is in use there), NotFound (the folder).
 */
export async function insertSharedVariable(
  { database, seal }: SealedStore,
  folderId: string | null,
  draft: VariableDraft,
): Promise<Variable> {
  const newVariableId = () => newId('Variable');
  const variable = sharedVariable(sealVariable(seal, draft), folderId === null ? 'global' : 'folder', newVariableId);
  if (await addSharedVariable(database, { folderId, variable })) return variable;
  const renamed = { ...variable, id: newVariableId() };
  await addSharedVariable(database, { folderId, variable: renamed });
  return renamed;
}

/**
 * Changes a shared variable. Does nothing if no value differs. Throws Invalid, NotFound, Conflict (the key is in use).
 */
export async function patchSharedVariable(
  { database, seal }: SealedStore,
  id: string,
  patch: Partial<Omit<Variable, 'id' | 'type'>>,
): Promise<Variable> {
  return await database.transaction(async (connection) => {
    const stored = await lockSharedVariable(connection, id);
    if (stored === null) throw new NotFound(message('notFound.variable', { id }));
    const { variable, folderId } = stored;
    const key = newKeyIn(variable, patch);
    if (key !== null && (await hasSharedKey(connection, folderId, key))) throw keyConflict(key);
    const changed = applyVariablePatch(
      variable,
      sealVariable(seal, { key: variable.key, ...patch, type: variable.type }),
    );
    if (changed !== variable) await updateSharedVariable(connection, changed);
    return changed;
  });
}
