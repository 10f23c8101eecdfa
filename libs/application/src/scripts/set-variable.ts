import { variableValue } from '@slipway/api-schema/variables';
import { message } from '@slipway/domain/messages';
import { clip, type Json, NotFound, type Variable, type VariableType, type VariableValue } from '@slipway/domain/model';
import { valueFor } from '@slipway/domain/variables';
import { patchSharedVariable } from '@slipway/engine';
import { readVisibleVariables } from '@slipway/persistence/variables';
import type { ScriptAction } from '@slipway/script-protocol';
import type { ResourceContext } from '../model/context.ts';
import { requireSharedVariablePermission } from '../variables/shared-variables.ts';
import { getSharedVariable } from '../variables/variables.ts';
import { type ActingRun, externalAction, ownAction, type ResolvedAction } from './resolved-action.ts';

/**
 * Converts a script value to the type of a variable. A text variable stores a list or map as JSON. Throws Invalid for a
 * value that cannot be stored; then the script has failed (compatibility.md, Scripts).
 */
export function valueForVariable({ key, type }: Pick<Variable, 'key' | 'type'>, value: Json): VariableValue {
  const isText = type === 'StringVariable' || type === 'PasswordStringVariable' || type === 'ReferenceVariable';
  return valueFor(key, type, isText && typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
}

/** Returns a valid variable value, or the JSON text of another value. */
function asValue(value: Json): VariableValue {
  const parsed = variableValue.safeParse(value);
  return parsed.success ? parsed.data : JSON.stringify(value);
}

type SetVariable = Extract<ScriptAction, { does: 'setVariable' }>;

/**
 * Resolves a write to one of the variable dicts of a script (script-api.md, Names visible to scripts). Changes the
 * variable, or adds it to the release. Missing global and folder variables are not added. Throws NotFound.
 */
export async function setVariable(
  context: ResourceContext,
  { view }: ActingRun,
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
  context: ResourceContext,
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
