import { isIdOf } from '../ids/ids.ts';
import { message } from '../messages/message.ts';
import type { Warn } from '../messages/warnings.ts';
import { isObject, type Json } from '../model/json.ts';
import type { ReferenceLookup } from './reference-lookup.ts';

type Properties = Readonly<Record<string, Json>>;

/** Before the title of a configuration that is named in the place of its id. */
export const customPath = 'Configuration/Custom/';

/** Whether a text is the id of a configuration, or names one in the place of an id. */
const isConfiguration = (text: string): boolean =>
  !text.includes('${') &&
  (text.startsWith(customPath) || isIdOf('Configuration', text.slice(text.lastIndexOf('/') + 1)));

/** The id that a value names a configuration by, alone or in an object; null where it names none. */
export function configurationIdIn(value: Json): string | null {
  const id = isObject(value) ? value.id : value;
  return typeof id === 'string' && isConfiguration(id) ? id : null;
}

/** A connection that a property names by its id, its title, or both. */
export interface ConfigurationReference {
  readonly id: string;
  readonly title: string | null;
  readonly type: string | null;
}

/** The connection that the value of a property names; null for a value that is no reference. */
export function configurationReferenceIn(value: Json): ConfigurationReference | null {
  const text = (member: Json | undefined): string | null =>
    typeof member === 'string' && member !== '' ? member : null;
  const { id, title, type } = isObject(value) ? value : { id: value };
  const configurationId = text(id);
  return configurationId === null ? null : { id: configurationId, title: text(title), type: text(type) };
}

/** A reference to a connection without what else its object has. */
function minimalReference(value: Json): Json {
  const reference = configurationReferenceIn(value);
  if (!isObject(value) || reference === null) return value;
  const { id, title, type } = reference;
  return { id, ...(title !== null && { title }), ...(type !== null && { type }) };
}

/**
 * Properties of a task of this type, each missing connection with its path in a warning. Its reference is kept by id and title: it is
 * bound as soon as there is such a connection.
 */
export function withConfigurationReferences(
  type: string,
  properties: Properties,
  lookup: ReferenceLookup,
  warn: Warn,
): Properties {
  const isMissing = (value: Json, path: string): boolean => {
    const configurationId = configurationIdIn(value);
    const property = path.replace(/^pythonScript\./, '');
    if (configurationId === null || lookup.configuration(configurationId, lookup.referencedType(type, property)))
      return false;
    warn(message('import.unknownConnection', { property: path, connection: configurationId }));
    return true;
  };
  const convert = (value: Json, path: string): Json => {
    if (isList(value))
      return value.map((item) => (isMissing(item, path) ? minimalReference(item) : convert(item, path)));
    return isObject(value) ? convertMembers(value, `${path}.`) : value;
  };
  const convertMembers = (object: Properties, before: string): Properties =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        const path = `${before}${name}`;
        return [name, isMissing(value, path) ? minimalReference(value) : convert(value, path)];
      }),
    );
  return convertMembers(properties, '');
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
