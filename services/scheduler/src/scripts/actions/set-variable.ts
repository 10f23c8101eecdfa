import { clip, type Json, NotFound, type VariableType } from '@slipway/domain';
import { patchSharedVariable } from '@slipway/engine';
import { visibleVariables } from '@slipway/persistence';
import { requireOnShared, sharedVariableNamed } from '@slipway/resources';
import type { ScriptAction } from '@slipway/scripts';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { outside, own, type ResolvedAction } from './outside-action.ts';
import { asValue, fitting } from './variable-values.ts';

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
  if (/^(?:global|folder)\./.test(key)) return await setShared(context, view.release.folderId, key, value);
  const variable = view.release.variables.find((each) => each.key === key);
  if (variable !== undefined) {
    const patch = { value: fitting(variable, value) };
    return own({ type: 'updateVariable', variableId: variable.id, patch });
  }
  const fresh = { key, type: typeFor(value), value: asValue(value), requiresValue: false, showOnReleaseStart: false };
  return own({ type: 'addVariable', variable: { ...fresh, id: null } });
}

function typeFor(value: Json): VariableType {
  if (typeof value === 'boolean') return 'BooleanVariable';
  if (typeof value === 'number' && Number.isSafeInteger(value)) return 'IntegerVariable';
  const read = asValue(value);
  if (typeof read !== 'object' || read === null) return 'StringVariable';
  return Array.isArray(read) ? 'ListStringVariable' : 'MapStringStringVariable';
}

async function setShared(
  context: ScriptContext,
  folderId: string,
  key: string,
  written: Json,
): Promise<ResolvedAction> {
  const { seal } = context;
  const variable = (await visibleVariables(context.database, folderId)).get(key);
  if (variable === undefined) throw new NotFound(`there is no variable '${clip(key)}'`);
  const { id } = variable;
  const value = fitting(variable, written);
  return outside({
    doing: `change '${clip(key)}'`,
    perform: async (engine, caller) => {
      const { folderId: owner } = await sharedVariableNamed(context.database, id);
      await requireOnShared(caller, owner, id);
      return await engine.change((database) => patchSharedVariable({ database, seal }, id, { value }));
    },
  });
}
