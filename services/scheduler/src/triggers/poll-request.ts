import { propertyToScripts, withSecrets } from '@slipway/domain/configurations';
import { configurationReferenceIn } from '@slipway/domain/files';
import { asJson, clip, type Json } from '@slipway/domain/model';
import { isPollTrigger, stateName, type Trigger } from '@slipway/domain/triggers';
import type { Secret } from '@slipway/outbound-http';
import type { ClaimedPoll } from '@slipway/persistence/triggers';
import { isPollInput, isScriptOutput, isTriggerRoot, type PluginType, type PropertyDefinition } from '@slipway/plugins';
import type { ScriptRequest } from '@slipway/script-protocol';
import { CannotRun, type ScriptContext } from '../scripts/context/context.ts';
import { openedConfiguration } from '../scripts/request/opened-configuration.ts';

/** The dependencies of poll requests. */
export type PollSource = Pick<ScriptContext, 'database' | 'seal' | 'plugins'>;

export interface PollRequest {
  readonly request: ScriptRequest;
  /** the names of the variables that the script sets */
  readonly variables: readonly string[];
  /** the secrets of the request; those of configurations with their hosts */
  readonly secrets: readonly Secret[];
}

/**
 * Returns the request to a runner for a poll: the script of the trigger's type, with the properties of the trigger by
 * name, its secrets in clear text, and the stored state. Throws CannotRun.
 */
export async function pollRequest(context: PollSource, { row, triggerId }: ClaimedPoll): Promise<PollRequest> {
  const { trigger, folderPath } = row;
  const { type, script } = await scriptOf(context, trigger);
  const resolved = await inputsOf(context, trigger, type, folderPath);
  const variables = type.properties.filter(isVariable).map(({ name }) => name);
  const unset = Object.fromEntries(variables.map((name): [string, null] => [name, null]));
  const inputs = { ...unset, ...resolved.inputs, [stateName]: trigger.triggerState ?? '' };
  const request: ScriptRequest = {
    language: script.language,
    script: script.text,
    purpose: 'trigger',
    owner: triggerId,
    packaged: true,
    modules: type.modules === null ? [] : [type.modules],
    inputs: asJson(inputs),
    objects: [...resolved.objects],
    wanted: [stateName, ...variables],
    snapshot: null,
    secrets: [...new Set(resolved.secrets.map(({ value }) => value))],
  };
  return { request, variables, secrets: resolved.secrets };
}

/** Whether placeholders of the trigger can use a property (script-api.md, Plugin packaging). */
const isVariable = (property: PropertyDefinition): boolean =>
  property.category === 'variables' || isScriptOutput(property);

async function scriptOf({ plugins }: PollSource, trigger: Trigger) {
  const name = isPollTrigger(trigger) ? trigger.pollerType : trigger.type;
  const type = (await plugins.current()).get(name);
  if (!type?.script || !isTriggerRoot(type.root)) {
    throw new CannotRun(`no installed plugin has a script for triggers of type '${clip(name)}'`);
  }
  if (type.script.fault !== null) throw new CannotRun(type.script.fault);
  return { type, script: type.script };
}

async function inputsOf(context: PollSource, trigger: Trigger, type: PluginType, folderPath: readonly string[]) {
  const { properties, opened } = openedProperties(context, trigger);
  const members: Readonly<Record<string, Json>> = { title: trigger.title, description: trigger.description };
  const inputs: Record<string, Json> = {};
  const objects: string[] = [];
  const secrets: Secret[] = [...opened.values()].map((value) => ({ value, hosts: null }));
  for (const property of type.properties.filter((candidate) => isPollInput(type, candidate))) {
    const { name, kind, defaultValue } = property;
    const value = properties[name] ?? members[name] ?? defaultValue;
    const reference = kind === 'ci' ? configurationReferenceIn(value) : null;
    if (reference !== null) {
      const configuration = await openedConfiguration(
        context,
        { folderPath, ownerKind: 'trigger' },
        property,
        reference,
      );
      inputs[name] = configuration.value;
      secrets.push(...configuration.secrets);
      objects.push(name);
    } else inputs[name] = propertyToScripts(kind, value);
  }
  return { inputs, objects, secrets: secrets.filter(({ value }) => value !== '') };
}

function openedProperties({ seal }: PollSource, trigger: Trigger) {
  if (!isPollTrigger(trigger)) return { properties: {}, opened: new Map<string, string>() };
  try {
    const opened = new Map(
      Object.entries(trigger.secrets).map(([pointer, sealed]) => [pointer, seal.open('property', sealed)]),
    );
    return { properties: withSecrets(trigger.properties, opened), opened };
  } catch {
    throw new CannotRun('a secret among its properties was not sealed here: write it again');
  }
}
