import { isIdOf } from '../ids/ids.ts';
import { clip } from '../model/errors.ts';
import { isObject, type Json } from '../model/json.ts';
import type { Known } from './known-here.ts';

type Properties = Readonly<Record<string, Json>>;

/** Before the title of a configuration that is named in the place of its id. */
export const customPath = 'Configuration/Custom/';

/** Whether a text is the id of a configuration, or names one in the place of an id. */
const isConfiguration = (text: string): boolean =>
  !text.includes('${') &&
  (text.startsWith(customPath) || isIdOf('Configuration', text.slice(text.lastIndexOf('/') + 1)));

/** The id that a value names a configuration by, alone or in an object; null where it names none. */
export function namedBy(value: Json): string | null {
  const id = isObject(value) ? value.id : value;
  return typeof id === 'string' && isConfiguration(id) ? id : null;
}

/** A connection that a property names by its id, its title, or both. */
export interface NamedConfiguration {
  readonly id: string;
  readonly title: string | null;
  readonly type: string | null;
}

/** The connection that the value of a property names; null for a value that is no reference. */
export function configurationNamedIn(value: Json): NamedConfiguration | null {
  const text = (member: Json | undefined): string | null =>
    typeof member === 'string' && member !== '' ? member : null;
  const { id, title, type } = isObject(value) ? value : { id: value };
  const written = text(id);
  return written === null ? null : { id: written, title: text(title), type: text(type) };
}

/** A reference to a connection without what else its object has. */
function referenceOf(value: Json): Json {
  const named = configurationNamedIn(value);
  if (!isObject(value) || named === null) return value;
  const { id, title, type } = named;
  return { id, ...(title !== null && { title }), ...(type !== null && { type }) };
}

/**
 * Properties of a task of this type, each missing connection with its path in a warning. Its reference is kept by id and title: it is
 * bound as soon as there is such a connection.
 */
export function keepingConfigurations(
  type: string,
  properties: Properties,
  known: Known,
  warn: (what: string) => void,
): Properties {
  const isGone = (value: Json, path: string): boolean => {
    const written = namedBy(value);
    const property = path.replace(/^pythonScript\./, '');
    if (written === null || known.configuration(written, known.referencedType(type, property))) return false;
    warn(`${clip(path)} '${clip(written)}' is kept: there is no such connection yet`);
    return true;
  };
  const within = (value: Json, path: string): Json => {
    if (isList(value)) return value.map((each) => (isGone(each, path) ? referenceOf(each) : within(each, path)));
    return isObject(value) ? members(value, `${path}.`) : value;
  };
  const members = (of: Properties, before: string): Properties =>
    Object.fromEntries(
      Object.entries(of).map(([name, value]) => {
        const path = `${before}${name}`;
        return [name, isGone(value, path) ? referenceOf(value) : within(value, path)];
      }),
    );
  return members(properties, '');
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
