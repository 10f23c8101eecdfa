import { showDate } from '@slipway/api-schema/format';
import { propertyToScripts } from '@slipway/domain/configurations';
import { configurationReferenceIn } from '@slipway/domain/files';
import {
  blankTaskPassive,
  clip,
  fill,
  fillDeep,
  isObject,
  type Json,
  passwordMask,
  soleKey,
} from '@slipway/domain/model';
import type { Secret } from '@slipway/outbound-http';
import type { Seal } from '@slipway/persistence/secrets';
import { isScriptOutput, missingInputs, type PluginType, type PropertyDefinition, taskMembers } from '@slipway/plugins';
import { CannotRun, type ClaimedRun, type ScriptContext } from '../context/context.ts';
import { openedConfiguration, openedProperty } from './opened-configuration.ts';
import type { Passwords } from './passwords.ts';

/** The outputs of earlier scripts, by name. Each is a variable of the next script, which can test whether it is set. */
interface PreviousOutputs {
  readonly values: Readonly<Record<string, Json>>;
  readonly secrets: readonly string[];
}

function previousOutputs(
  { seal }: Pick<ScriptContext, 'seal'>,
  run: ClaimedRun,
  properties: readonly PropertyDefinition[],
): PreviousOutputs {
  const values: Record<string, Json> = {};
  const secrets: string[] = [];
  const own = isContinuation(run) ? propertiesOf(run) : {};
  const inner = isObject(own.pythonScript) ? own.pythonScript : {};
  for (const { name, kind, password, defaultValue } of properties) {
    const { value, isSecret } = openedProperty(seal, name, own[name] ?? inner[name] ?? defaultValue ?? null);
    if ((password || isSecret) && typeof value === 'string') secrets.push(value);
    values[name] = kind === 'boolean' ? value === true || value === 'true' : propertyToScripts(kind, value);
  }
  return { values, secrets };
}

/**
 * Whether a run continues an earlier run of its task: as a scheduled script, or as the abort script. A retried task
 * starts again, unless it keeps its output properties.
 */
export function isContinuation(run: ClaimedRun): boolean {
  const { script, purpose } = run.script;
  return script !== null || purpose === 'abort' || keepsOnRetry(propertiesOf(run));
}

function keepsOnRetry({ keepPreviousOutputPropertiesOnRetry: keepsOutputs, pythonScript }: Properties): boolean {
  const nested = isObject(pythonScript) ? pythonScript.keepPreviousOutputPropertiesOnRetry : undefined;
  return String(keepsOutputs ?? nested) === 'true';
}

type Properties = Readonly<Record<string, Json>>;

const propertiesOf = ({ view, task }: ClaimedRun): Properties => view.details.tasks.get(task.id)?.properties ?? {};

/** The input of the script of a plugin's task. */
interface TaskInputs {
  readonly inputs: Readonly<Record<string, Json>>;
  /** the variables whose values also have attributes */
  readonly objects: readonly string[];
  readonly secrets: readonly Secret[];
}

/** A property, and the type that declares it. */
type Property = PluginType['properties'][number] & { readonly type: string };

/**
 * Returns the input properties of a task by name, with the values from its start, and the outputs of earlier scripts of
 * the task. Passwords are in clear text. A reference to a configuration is replaced by the configuration
 * (script-api.md, Plugin packaging). Throws CannotRun.
 */
export async function inputsOf(
  context: ScriptContext,
  run: ClaimedRun,
  { name: type, properties }: PluginType,
  passwords: Passwords,
): Promise<TaskInputs> {
  const previous = previousOutputs(context, run, properties.filter(isScriptOutput));
  const inputs: Record<string, Json> = { ...previous.values };
  const objects: string[] = [];
  const secrets: Secret[] = previous.secrets.map(unboundSecret);
  for (const property of properties.filter((candidate) => !isScriptOutput(candidate))) {
    const { name, kind, password } = property;
    const { value, isSecret } = inputValue(context.seal, run, { ...property, type }, passwords);
    if ((password || isSecret) && typeof value === 'string') secrets.push(unboundSecret(value));
    const reference = kind === 'ci' ? configurationReferenceIn(value) : null;
    if (reference !== null) {
      const configuration = await openedConfiguration(
        context,
        { folderPath: run.view.folderPath, ownerKind: 'release' },
        property,
        reference,
      );
      inputs[name] = configuration.value;
      secrets.push(...configuration.secrets);
      objects.push(name);
    } else inputs[name] = propertyToScripts(kind, value);
  }
  requireInputs(run, properties, inputs);
  return { inputs, objects, secrets };
}

/** Requires the inputs of a task before its first script. Throws CannotRun with the names of those without a value. */
function requireInputs({ script }: ClaimedRun, properties: PluginType['properties'], inputs: Properties): void {
  if (script.purpose !== 'task' || script.script !== null) return;
  const own = properties.filter(({ name }) => !taskMembers.has(name));
  const missing = missingInputs(own, inputs).map((name) => `'${clip(name)}'`);
  if (missing.length === 1) throw new CannotRun(`Property ${missing[0]} is required, and has no value.`);
  if (missing.length > 1) throw new CannotRun(`Properties ${missing.join(', ')} are required, and have no values.`);
}

const unboundSecret = (value: string): Secret => ({ value, hosts: null });

/**
 * Returns the value of an input property. With `<name>IgnoreVariableInterpolation`, it keeps its placeholders. Password
 * variables are in clear text in password properties, and elsewhere if the release allows it (compatibility.md,
 * Secrets).
 */
function inputValue(seal: Seal, claimedRun: ClaimedRun, property: Property, passwords: Passwords) {
  const { view, task } = claimedRun;
  const { name, password, defaultValue } = property;
  const { run, definition } = task;
  const { variableMapping } = definition;
  const clear = password || view.release.allowPasswordsInAllFields ? Object.fromEntries(passwords.clear) : {};
  const values = { ...run.values, ...clear };
  const key = soleKey(variableMapping[`pythonScript.${name}`] ?? variableMapping[name] ?? '');
  if (key !== null && passwords.keys.has(key)) return { value: clear[key] ?? passwordMask, isSecret: false };
  const mapped = run.mapped?.[`pythonScript.${name}`] ?? run.mapped?.[name];
  if (mapped !== undefined) return { value: mapped, isSecret: false };
  const own = view.details.tasks.get(task.id)?.properties ?? {};
  const inner = isObject(own.pythonScript) ? own.pythonScript : {};
  const opened = openedProperty(
    seal,
    name,
    own[name] ?? inner[name] ?? commonProperty(claimedRun, property) ?? defaultValue ?? null,
  );
  const { value } = opened;
  const unfilled = `${name}IgnoreVariableInterpolation`;
  if (String(own[unfilled] ?? inner[unfilled]) === 'true') return opened;
  return { ...opened, value: opened.isSecret ? fill(String(value), values) : fillDeep(value, values) };
}

/**
 * Returns the value of a property that has the name of a common member of tasks. If the type of the task declares it,
 * the value is that of the member, because requests have one member for both. Returns null if the task has no value.
 */
function commonProperty({ view, task }: ClaimedRun, { type, name, kind }: Property): Json {
  const { definition } = task;
  if (definition.type !== type) return null;
  const { description, flagComment, tags, watchers } = view.details.tasks.get(task.id) ?? blankTaskPassive;
  const { title, owner, team, plannedDuration, dueDate, scheduledStartDate } = definition;
  const dates = { dueDate: showDate(dueDate), scheduledStartDate: showDate(scheduledStartDate) };
  const members = { title, description, owner, team, tags, watchers, flagComment, plannedDuration, ...dates };
  const value = Object.entries(members).find(([member]) => member === name)?.[1] ?? null;
  if (!Array.isArray(value)) return value;
  if (value.length === 0) return null;
  return /^(?:list|set)_/.test(kind) ? value : value.join(', ');
}
