import { isIdOf } from '../ids/ids.ts';
import { message } from '../messages/message.ts';
import type { Warn } from '../messages/warnings.ts';
import { isObject, type Json } from '../model/json.ts';
import type { ReferenceLookup } from './reference-lookup.ts';

type Properties = Readonly<Record<string, Json>>;

/** The prefix of a configuration reference by title instead of id. */
export const customPath = 'Configuration/Custom/';

/** Whether a text refers to a configuration by id or by title. */
const isConfiguration = (text: string): boolean =>
  !text.includes('${') &&
  (text.startsWith(customPath) || isIdOf('Configuration', text.slice(text.lastIndexOf('/') + 1)));

/** Returns the id of the configuration that a text or object refers to, or null. */
export function configurationIdIn(value: Json): string | null {
  const id = isObject(value) ? value.id : value;
  return typeof id === 'string' && isConfiguration(id) ? id : null;
}

/** A reference to a connection by id, with its title and type if known. */
export interface ConfigurationReference {
  readonly id: string;
  readonly title: string | null;
  readonly type: string | null;
}

/** Returns the connection that a property refers to; null if its value is no reference. */
export function configurationReferenceIn(value: Json): ConfigurationReference | null {
  const text = (member: Json | undefined): string | null =>
    typeof member === 'string' && member !== '' ? member : null;
  const { id, title, type } = isObject(value) ? value : { id: value };
  const configurationId = text(id);
  return configurationId === null ? null : { id: configurationId, title: text(title), type: text(type) };
}

/** Returns a reference to a connection without all other members of its object. */
function minimalReference(value: Json): Json {
  const reference = configurationReferenceIn(value);
  if (!isObject(value) || reference === null) return value;
  const { id, title, type } = reference;
  return { id, ...(title !== null && { title }), ...(type !== null && { type }) };
}

/**
 * Returns the properties of a task of this type, and adds a warning with the path of each unknown connection. Such a
 * reference is kept by id and title, and takes effect if the connection is created.
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
