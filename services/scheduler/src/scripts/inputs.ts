import { fillDeep, idCandidates, isObject, type Json, soleKey, withSecrets } from '@slipway/domain';
import { openedSecrets } from '@slipway/engine';
import { findConfiguration } from '@slipway/persistence';
import type { PluginType } from '@slipway/plugins';
import type { Scripting, TakenUp } from './room.ts';

/** What the script of a plugin's task is given. */
export interface Inputs {
  readonly inputs: Readonly<Record<string, Json>>;
  /** names whose values answer to attributes too */
  readonly objects: readonly string[];
  readonly secrets: readonly string[];
}

type Property = PluginType['properties'][number];

/**
 * The input properties of a task by name, with what replaced them when the task started; passwords in clear, and a
 * property that names a configuration as that configuration (scripts.md, Plugin packaging).
 */
export async function inputsOf(
  scripting: Scripting,
  taken: TakenUp,
  { properties }: PluginType,
  passwords: ReadonlyMap<string, string>,
): Promise<Inputs> {
  const inputs: Record<string, Json> = {};
  const objects: string[] = [];
  const secrets: string[] = [];
  for (const property of properties) {
    if (property.category === 'output') continue;
    const { name, kind, password } = property;
    const value = valueAt(taken, property);
    if (password) {
      inputs[name] = inClear(scripting, value, passwords);
      if (typeof inputs[name] === 'string') secrets.push(inputs[name]);
    } else if (kind === 'ci' && typeof value === 'string' && value !== '') {
      const found = await configurationOf(scripting, value);
      inputs[name] = found.value;
      secrets.push(...found.secrets);
      objects.push(name);
    } else inputs[name] = fillDeep(value, taken.task.run.values ?? {});
  }
  return { inputs, objects, secrets };
}

function valueAt({ view, task }: TakenUp, { name, defaultValue }: Property): Json {
  const own = view.rest.tasks.get(task.id)?.properties ?? {};
  const inner = isObject(own.pythonScript) ? own.pythonScript : {};
  const mapped = task.run.mapped?.[name] ?? task.run.mapped?.[`pythonScript.${name}`];
  return JSON.parse(JSON.stringify(mapped ?? own[name] ?? inner[name] ?? defaultValue ?? null));
}

/** A password is sealed where it was written, or names a password variable. */
function inClear({ seal }: Scripting, value: Json, passwords: ReadonlyMap<string, string>): Json {
  if (typeof value !== 'string' || value === '') return value;
  const key = soleKey(value);
  return key === null ? seal.open('property', value) : (passwords.get(key) ?? value);
}

async function configurationOf({ database, seal }: Scripting, written: string) {
  const found = await findConfiguration(database, idCandidates('Configuration', written));
  if (found === null) return { value: null, secrets: [] };
  const opened = openedSecrets(seal, found);
  const { id, type, title } = found;
  return { value: { ...withSecrets(found.properties, opened), id, type, title }, secrets: [...opened.values()] };
}
