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
 * Adds a variable to a folder, or a global one for null; the draft's id is kept when it is free. Throws Invalid,
 * Conflict for a key that is taken there, NotFound for the folder.
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

/** Changes a shared variable; quiet when nothing differs. Throws Invalid, NotFound, Conflict for the key of another. */
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
