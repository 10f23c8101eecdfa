import {
  blankTaskPassive,
  clip,
  fill,
  fillDeep,
  isObject,
  type Json,
  passwordMask,
  propertyToScripts,
  soleKey,
} from '@slipway/domain';
import type { Seal } from '@slipway/persistence';
import type { PluginType } from '@slipway/plugins';
import { showDate } from '@slipway/wire';
import { CannotRun } from '../context/cannot-run.ts';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { openedConfiguration } from './opened-configuration.ts';

/** What the script of a plugin's task is given. */
export interface Inputs {
  readonly inputs: Readonly<Record<string, Json>>;
  /** names whose values answer to attributes too */
  readonly objects: readonly string[];
  readonly secrets: readonly string[];
}

/** A property, and the type that has it. */
type Property = PluginType['properties'][number] & { readonly type: string };
type Passwords = ReadonlyMap<string, string>;

/**
 * The input properties of a task by name, with what replaced them when the task started; passwords in clear, and a
 * property that names a configuration as that configuration (scripts.md, Plugin packaging). Throws CannotRun.
 */
export async function inputsOf(
  context: ScriptContext,
  run: ClaimedRun,
  { name: type, properties }: PluginType,
  passwords: Passwords,
): Promise<Inputs> {
  const inputs: Record<string, Json> = {};
  const objects: string[] = [];
  const secrets: string[] = [];
  for (const property of properties.filter(({ category }) => category !== 'output')) {
    const { name, kind, password } = property;
    const { value, isSecret } = given(context.seal, run, { ...property, type }, passwords);
    if ((password || isSecret) && typeof value === 'string') secrets.push(value);
    const named = kind === 'ci' ? idIn(value) : null;
    if (named !== null) {
      const found = await openedConfiguration(context, run, name, named);
      inputs[name] = found.value;
      secrets.push(...found.secrets);
      objects.push(name);
    } else inputs[name] = propertyToScripts(kind, value);
  }
  return { inputs, objects, secrets };
}

/** The id of the configuration that a property names; scripts set the whole object that they found. */
function idIn(value: Json): string | null {
  const id = isObject(value) ? value.id : value;
  return typeof id === 'string' && id !== '' ? id : null;
}

interface Given {
  readonly value: Json;
  readonly isSecret: boolean;
}

/** Password variables read as their text in password properties, and elsewhere where the release allows it (decisions.md, Secrets). */
function given(seal: Seal, claimed: ClaimedRun, property: Property, passwords: Passwords) {
  const { view, task } = claimed;
  const { name, password, defaultValue } = property;
  const { run, definition } = task;
  const { variableMapping } = definition;
  const clear = password || view.release.allowPasswordsInAllFields ? Object.fromEntries(passwords) : {};
  const values = { ...run.values, ...clear };
  const key = soleKey(variableMapping[`pythonScript.${name}`] ?? variableMapping[name] ?? '');
  if (key !== null && passwords.has(key)) return { value: clear[key] ?? passwordMask, isSecret: false };
  const mapped = run.mapped?.[`pythonScript.${name}`] ?? run.mapped?.[name];
  if (mapped !== undefined) return { value: mapped, isSecret: false };
  const own = view.rest.tasks.get(task.id)?.properties ?? {};
  const inner = isObject(own.pythonScript) ? own.pythonScript : {};
  const opened = open(seal, name, own[name] ?? inner[name] ?? ofEveryTask(claimed, property) ?? defaultValue ?? null);
  const { value } = opened;
  return { ...opened, value: opened.isSecret ? fill(String(value), values) : fillDeep(value, values) };
}

/**
 * A property whose name every task has is that of a task which is of its type itself: requests have one place for both.
 * null where the task has nothing there.
 */
function ofEveryTask({ view, task }: ClaimedRun, { type, name, kind }: Property): Json {
  const { definition } = task;
  if (definition.type !== type) return null;
  const { description, flagComment, tags, watchers } = view.rest.tasks.get(task.id) ?? blankTaskPassive;
  const { title, owner, team, plannedDuration, dueDate, scheduledStartDate } = definition;
  const dates = { dueDate: showDate(dueDate), scheduledStartDate: showDate(scheduledStartDate) };
  const members = { title, description, owner, team, tags, watchers, flagComment, plannedDuration, ...dates };
  const value = Object.entries(members).find(([member]) => member === name)?.[1] ?? null;
  if (!Array.isArray(value)) return value;
  if (value.length === 0) return null;
  return /^(?:list|set)_/.test(kind) ? value : value.join(', ');
}

/** What is sealed shows it by its form, whatever has become of the definition of its type since. */
const sealedForm = /^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/;

function open(seal: Seal, name: string, value: Json): Given {
  if (typeof value !== 'string' || !sealedForm.test(value)) return { value, isSecret: false };
  try {
    return { value: seal.open('property', value), isSecret: true };
  } catch {
    throw new CannotRun(`Property '${clip(name)}' holds a secret that was not sealed here: write it again.`);
  }
}
