import { Invalid, type Json, mostNames, type Properties } from '@slipway/domain';
import { z } from 'zod';
import { mapping, mapUpTo } from '../format/bounded.ts';
import { membersInOrder } from '../format/in-order.ts';
import { answeredJson, json, name, optional, textMap } from '../format/scalars.ts';
import { type Show, under } from '../format/show.ts';
import { showType } from '../format/type-name.ts';

/** A configuration as clients send it: besides these, what its type defines. */
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

/** A configuration (models.txt, ReleaseConfiguration), with the properties that its type defines; secrets are masked. */
export const configurationAnswer = z
  .object({
    id: z.string(),
    type: z.string(),
    title: z.string(),
    folderId: z.string().optional(),
    variableMapping: textMap,
  })
  .catchall(answeredJson.optional())
  .meta({ id: 'ReleaseConfiguration' });
export type ConfigurationAnswer = z.output<typeof configurationAnswer>;

/** A configuration to be tried (models.txt, ConfigurationView), or as it would be sent to be stored: then its properties stand beside these. */
export const configurationTrial = z
  .object({
    id: optional(z.string()),
    type: optional(z.string()),
    title: optional(z.string()),
    properties: optional(mapUpTo(mostNames, json)),
  })
  .catchall(json)
  .meta({ id: 'ConfigurationView' });

/** Whether a configuration would do (models.txt, SharedConfigurationStatusResponse). */
export const statusAnswer = z
  .object({
    success: z.boolean(),
    errorText: z.string().optional(),
    scriptFound: z.boolean(),
  })
  .meta({ id: 'SharedConfigurationStatusResponse' });
export type StatusAnswer = z.output<typeof statusAnswer>;

/** What every configuration has; a type that has properties of these names means them. */
export const commonConfigurationFields: ReadonlySet<string> = new Set([
  'id',
  'type',
  'title',
  'folderId',
  'variableMapping',
]);
const impossible = new Set(['__proto__', 'constructor', 'prototype']);
const mostProperties = 1_000_000;

/** The properties among the members of an object: all but what every configuration has, and what is internal (`$…`). */
export function propertiesIn(body: Readonly<Record<string, Json | undefined>>): Properties {
  const given = Object.entries(body).flatMap(([name, value]): [string, Json][] =>
    value === undefined ||
    commonConfigurationFields.has(name) ||
    impossible.has(name) ||
    !/^[A-Za-z_][\w.-]{0,127}$/.test(name)
      ? []
      : [[name, value]],
  );
  const properties = Object.fromEntries(given);
  if (JSON.stringify(properties).length > mostProperties) {
    throw new Invalid(`a configuration may have at most ${mostProperties} characters of properties`);
  }
  return properties;
}

/** The properties that are to be tried, those in `properties` before those beside it. */
export const propertiesTried = ({ properties, ...beside }: z.output<typeof configurationTrial>): Properties =>
  propertiesIn({ ...beside, ...properties });

/** The folder that global configurations seem to be in. */
const globalPath = 'Configuration/Custom';

/** The id of a configuration as clients see it. */
export const configurationIdOf = (id: string, folderPath: readonly string[] | null): string =>
  under(folderPath?.join('/') ?? globalPath, id);

/** A configuration to be rendered, masks in the places of its secrets. */
interface ConfigurationView {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  /** ids from the root to its folder; null: global */
  readonly folderPath: readonly string[] | null;
  readonly variableMapping: Readonly<Record<string, string>>;
  readonly properties: Properties;
}

export function showConfiguration(
  { id, type, title, folderPath, variableMapping, properties }: ConfigurationView,
  show: Show,
): ConfigurationAnswer {
  return {
    ...membersInOrder(properties),
    id: configurationIdOf(id, folderPath),
    type: showType(type, show.prefix),
    title,
    folderId: folderPath?.join('/'),
    variableMapping,
  };
}
