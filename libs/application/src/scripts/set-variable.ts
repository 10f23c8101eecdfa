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
 * The value as this variable may hold it; a variable of text takes a list or map as its JSON. Throws Invalid: a script
 * that leaves what cannot be kept has failed (compatibility.md, Scripts).
 */
export function valueForVariable({ key, type }: Pick<Variable, 'key' | 'type'>, value: Json): VariableValue {
  const isText = type === 'StringVariable' || type === 'PasswordStringVariable' || type === 'ReferenceVariable';
  return valueFor(key, type, isText && typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
}

/** A value that a variable may have; anything else is its JSON text. */
function asValue(value: Json): VariableValue {
  const parsed = variableValue.safeParse(value);
  return parsed.success ? parsed.data : JSON.stringify(value);
}

type SetVariable = Extract<ScriptAction, { does: 'setVariable' }>;

/**
 * A write to one of the dicts of variables: changes the variable, or adds one to the release (script-api.md, Names visible
 * to scripts). Global and folder variables are changed only. Throws NotFound.
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
