import { propertyToScripts } from '@slipway/domain/configurations';
import { isObject, type Json } from '@slipway/domain/model';
import type { PropertyDefinition } from '@slipway/plugins';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { openedProperty } from './opened-property.ts';

/** What earlier scripts have left, by name: each is a name of the next one, so that it may look whether anything is there. */
interface PreviousOutputs {
  readonly values: Readonly<Record<string, Json>>;
  readonly secrets: readonly string[];
}

export function previousOutputs(
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
 * Whether a run continues an earlier one of its task: that has scheduled it, or it aborts that one's work. A retried
 * task starts again, unless it keeps its output properties.
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
