import type { Properties } from '@slipway/domain/configurations';
import { message } from '@slipway/domain/messages';
import { Invalid, type Json, maxNames } from '@slipway/domain/model';
import { z } from 'zod';
import { messageData } from '../format/messages.ts';
import { joinIds, type RenderContext } from '../format/render-context.ts';
import { json, mapping, mapUpTo, name, optional, responseJson, textMap } from '../format/scalars.ts';
import { sortMembers } from '../format/sorted-json.ts';
import { showType } from '../format/type-name.ts';

/** A configuration in a request, with the properties that its type defines. */
export const configurationBody = z
  .object({
    id: optional(z.string()),
    type: optional(z.string()),
    title: optional(z.string()),
    folderId: optional(name),
    variableMapping: mapping,
  })
  .catchall(json)
  .meta({ id: 'ConfigurationRequest' });
export type ConfigurationBody = z.output<typeof configurationBody>;

/**
 * A configuration in a response (models.txt, ReleaseConfiguration), with the properties that its type defines. Secrets
 * are masked.
 */
export const configurationResponse = z
  .object({
    id: z.string(),
    type: z.string(),
    title: z.string(),
    folderId: z.string().optional(),
    variableMapping: textMap,
  })
  .catchall(responseJson.optional())
  .meta({ id: 'ReleaseConfiguration' });
export type ConfigurationResponse = z.output<typeof configurationResponse>;

/**
 * A configuration to check (models.txt, ConfigurationView). Its properties are in `properties`, or members of the
 * object as in a request to save it.
 */
export const configurationTrial = z
  .object({
    id: optional(z.string()),
    type: optional(z.string()),
    title: optional(z.string()),
    properties: optional(mapUpTo(maxNames, json)),
  })
  .catchall(json)
  .meta({ id: 'ConfigurationView' });

/** A type of configurations that a user can create (an extension). */
export const configurationTypeResponse = z
  .object({
    type: z.string(),
    title: z.string(),
    description: z.string(),
    plugin: z.string().optional().describe('absent: built in'),
  })
  .meta({ id: 'ConfigurationType' });
export type ConfigurationTypeResponse = z.output<typeof configurationTypeResponse>;

/** The result of the check of a configuration (models.txt, SharedConfigurationStatusResponse). */
export const statusResponse = z
  .object({
    success: z.boolean(),
    errorText: z.string().optional(),
    ...messageData.partial().shape,
    scriptFound: z.boolean(),
  })
  .meta({ id: 'SharedConfigurationStatusResponse' });
export type StatusResponse = z.output<typeof statusResponse>;

/** The members of all configurations. A type cannot have a property with one of these names. */
export const commonConfigurationFields: ReadonlySet<string> = new Set([
  'id',
  'type',
  'title',
  'folderId',
  'variableMapping',
]);
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);
const maxPropertyCharacters = 1_000_000;

/**
 * Returns the properties in an object, without the members of all configurations and internal ones (`$…`). Throws
 * Invalid above the limit.
 */
export function propertiesIn(body: Readonly<Record<string, Json | undefined>>): Properties {
  const accepted = Object.entries(body).flatMap(([name, value]): [string, Json][] =>
    value === undefined ||
    commonConfigurationFields.has(name) ||
    forbiddenNames.has(name) ||
    !/^[A-Za-z_][\w.-]{0,127}$/.test(name)
      ? []
      : [[name, value]],
  );
  const properties = Object.fromEntries(accepted);
  if (JSON.stringify(properties).length > maxPropertyCharacters) {
    throw new Invalid(message('configuration.tooManyCharacters', { max: maxPropertyCharacters }));
  }
  return properties;
}

/** Returns the properties to check. Those in `properties` take precedence over members of the object. */
export const trialProperties = ({ properties, ...otherMembers }: z.output<typeof configurationTrial>): Properties =>
  propertiesIn({ ...otherMembers, ...properties });

/** The parent object in the ids of global configurations. */
const globalPath = 'Configuration/Custom';

/** Returns the id of a configuration for clients. */
export const configurationIdOf = (id: string, folderPath: readonly string[] | null): string =>
  joinIds(folderPath?.join('/') ?? globalPath, id);

/** A configuration to render, with masked secrets. */
interface ConfigurationView {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  /** ids from the root to the folder; null: global */
  readonly folderPath: readonly string[] | null;
  readonly variableMapping: Readonly<Record<string, string>>;
  readonly properties: Properties;
}

export function showConfiguration(
  { id, type, title, folderPath, variableMapping, properties }: ConfigurationView,
  show: RenderContext,
): ConfigurationResponse {
  return {
    ...sortMembers(properties),
    id: configurationIdOf(id, folderPath),
    type: showType(type, show.prefix),
    title,
    folderId: folderPath?.join('/'),
    variableMapping,
  };
}
