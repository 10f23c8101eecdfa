import { propertyToScripts } from '@slipway/domain/configurations';
import { message, plainText } from '@slipway/domain/messages';
import { asJson, Invalid, isObject, type Json, NotFound } from '@slipway/domain/model';
import { isScriptOutput, isTaskRoot, type PluginType, type PluginTypes, scriptOf } from '@slipway/plugins';
import type { ScriptRequest } from '@slipway/script-protocol';
import { trialSnapshot } from './trial-snapshot.ts';

/** The input of a trial run of a plugin script: a type, the properties of its task, and a script path. */
export interface TypedTrial {
  readonly type: string;
  readonly properties: Readonly<Record<string, Json>>;
  /** The path of the script in the jar. Undefined: the script of the type. */
  readonly path: string | undefined;
}

/** The fields of a script request that depend on the plugin script. */
export type TypedScript = Pick<
  ScriptRequest,
  'language' | 'script' | 'modules' | 'inputs' | 'objects' | 'wanted' | 'snapshot' | 'secrets'
>;

/** Returns the request for a script of a plugin type, with the properties of a task. Throws NotFound and Invalid. */
export function typedTrial(
  types: PluginTypes,
  { type: name, properties, path }: TypedTrial,
  prefix: string,
): TypedScript {
  const type = types.get(name);
  if (type === undefined || !isTaskRoot(type.root)) throw new NotFound(message('notFound.pluginType', { name }));
  const script = path === undefined ? type.script : scriptOf(type, path);
  if (script === null) throw new Invalid(message('trial.withoutScript', { name }));
  if (script.fault !== null) throw new Invalid(message('trial.badType', { problem: plainText(script.fault) }));
  const unknownName = Object.keys(properties).find((entry) => !type.properties.some((known) => known.name === entry));
  if (unknownName !== undefined) throw new Invalid(message('trial.unknownProperty', { name, property: unknownName }));
  const provided = type.properties.map((property) => inputOf(types, property, properties[property.name]));
  return {
    language: script.language,
    script: script.text,
    modules: type.modules === null ? [] : [type.modules],
    inputs: asJson(Object.fromEntries(provided.map(({ name: input, value }) => [input, value]))),
    objects: provided.filter(({ value }) => isObject(value) && 'id' in value).map((entry) => entry.name),
    wanted: type.properties.filter(isScriptOutput).map((property) => property.name),
    snapshot: trialSnapshot({ type: name, title: type.label === '' ? name : type.label }, prefix),
    secrets: provided.flatMap(({ secrets }) => secrets).filter((secret) => secret !== ''),
  };
}

type Property = PluginType['properties'][number];
interface Input {
  readonly name: string;
  readonly value: Json;
  readonly secrets: readonly string[];
}

function inputOf(types: PluginTypes, property: Property, provided: Json | undefined): Input {
  const { name, kind, password, defaultValue } = property;
  const value = provided ?? defaultValue ?? null;
  if (kind === 'ci' && value !== null) return configurationOf(types, property, value);
  const secrets = password && typeof value === 'string' ? [value] : [];
  return { name, value: propertyToScripts(kind, value), secrets };
}

/**
 * Returns the configuration from the input. A trial never uses a stored configuration: the author may not have access
 * to its secrets.
 */
function configurationOf(types: PluginTypes, { name, referencedType }: Property, value: Json): Input {
  if (!isObject(value)) throw new Invalid(message('trial.objectExpected', { property: name }));
  const known = types.get(referencedType ?? '')?.properties ?? [];
  const defaults = Object.fromEntries(known.map((entry) => [entry.name, entry.defaultValue]));
  const secrets = known.flatMap((entry) => {
    const secret = entry.password ? value[entry.name] : null;
    return typeof secret === 'string' ? [secret] : [];
  });
  const id = 'Configuration/Trial';
  return { name, value: { id, type: referencedType, title: name, ...defaults, ...value }, secrets };
}
