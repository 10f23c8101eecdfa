import { clip, type Json, NotFound, type VariableType } from '@slipway/domain';
import { updateShared } from '@slipway/engine';
import { visibleVariables } from '@slipway/persistence';
import type { ScriptAction } from '@slipway/scripts';
import type { Scripting, TakenUp } from '../context/context.ts';
import type { Wish } from './elsewhere.ts';
import { asValue, fitting } from './outputs.ts';

type Setting = Extract<ScriptAction, { does: 'setVariable' }>;

/**
 * A write to one of the dicts of variables: changes the variable, or adds one to the release (scripts.md, Names visible
 * to scripts). Global and folder variables are changed only. Throws NotFound.
 */
export async function setVariable(scripting: Scripting, { view }: TakenUp, { key, value }: Setting): Promise<Wish> {
  if (/^(?:global|folder)\./.test(key)) return await setShared(scripting, view.release.folderId, key, value);
  const variable = view.release.variables.find((each) => each.key === key);
  if (variable !== undefined) {
    const patch = { value: fitting(variable, value) };
    return { where: 'own', command: { type: 'updateVariable', variableId: variable.id, patch } };
  }
  const fresh = { key, type: typeFor(value), value: asValue(value), requiresValue: false, showOnReleaseStart: false };
  return { where: 'own', command: { type: 'addVariable', variable: { ...fresh, id: null } } };
}

function typeFor(value: Json): VariableType {
  if (typeof value === 'boolean') return 'BooleanVariable';
  if (typeof value === 'number' && Number.isSafeInteger(value)) return 'IntegerVariable';
  const read = asValue(value);
  if (typeof read !== 'object' || read === null) return 'StringVariable';
  return Array.isArray(read) ? 'ListStringVariable' : 'MapStringStringVariable';
}

async function setShared(scripting: Scripting, folderId: string, key: string, value: Json): Promise<Wish> {
  const { seal } = scripting;
  const variable = (await visibleVariables(scripting.database, folderId)).get(key);
  if (variable === undefined) throw new NotFound(`there is no variable '${clip(key)}'`);
  const { id } = variable;
  const kept = fitting(variable, value);
  return {
    where: 'elsewhere',
    elsewhere: {
      doing: `change '${clip(key)}'`,
      id,
      permission: key.startsWith('global.') ? 'admin' : 'folder#edit_variables',
      carryOut: (engine) => engine.change((database) => updateShared({ database, seal }, id, { value: kept })),
    },
  };
}
