import { getSharedVariable, requireSharedVariablePermission } from '@slipway/application/variables';
import { message } from '@slipway/domain/messages';
import { clip, type Json, NotFound, type VariableType } from '@slipway/domain/model';
import { patchSharedVariable } from '@slipway/engine';
import { readVisibleVariables } from '@slipway/persistence/variables';
import type { ScriptAction } from '@slipway/script-protocol';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { externalAction, ownAction, type ResolvedAction } from './resolved-action.ts';
import { asValue, valueForVariable } from './variable-values.ts';

type SetVariable = Extract<ScriptAction, { does: 'setVariable' }>;

/**
 * A write to one of the dicts of variables: changes the variable, or adds one to the release (script-api.md, Names visible
 * to scripts). Global and folder variables are changed only. Throws NotFound.
 */
export async function setVariable(
  context: ScriptContext,
  { view }: ClaimedRun,
  { key, value }: SetVariable,
): Promise<ResolvedAction> {
  if (/^(?:global|folder)\./.test(key)) return await setSharedVariable(context, view.release.folderId, key, value);
  const variable = view.release.variables.find((candidate) => candidate.key === key);
  if (variable !== undefined) {
    const patch = { value: valueForVariable(variable, value) };
    return ownAction({ type: 'updateVariable', variableId: variable.id, patch });
  }
  const addedVariable = {
    key,
    type: typeFor(value),
    value: asValue(value),
    requiresValue: false,
    showOnReleaseStart: false,
  };
  return ownAction({ type: 'addVariable', variable: { ...addedVariable, id: null } });
}

function typeFor(value: Json): VariableType {
  if (typeof value === 'boolean') return 'BooleanVariable';
  if (typeof value === 'number' && Number.isSafeInteger(value)) return 'IntegerVariable';
  const parsed = asValue(value);
  if (typeof parsed !== 'object' || parsed === null) return 'StringVariable';
  return Array.isArray(parsed) ? 'ListStringVariable' : 'MapStringStringVariable';
}

async function setSharedVariable(
  context: ScriptContext,
  folderId: string,
  key: string,
  rawValue: Json,
): Promise<ResolvedAction> {
  const { seal } = context;
  const variable = (await readVisibleVariables(context.database, folderId)).get(key);
  if (variable === undefined) throw new NotFound(message('notFound.variable', { id: key }));
  const { id } = variable;
  const value = valueForVariable(variable, rawValue);
  return externalAction({
    description: `change '${clip(key)}'`,
    perform: async (engine, caller) => {
      const { folderId: owner } = await getSharedVariable(context.database, id);
      await requireSharedVariablePermission(caller, owner, id);
      return await engine.change((database) => patchSharedVariable({ database, seal }, id, { value }));
    },
  });
}
