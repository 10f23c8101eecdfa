import { isIdOf } from '../ids/ids.ts';
import { clip } from '../model/errors.ts';
import { isObject, type Json } from '../model/json.ts';
import type { Known } from './known-here.ts';

type Properties = Readonly<Record<string, Json>>;

const customPath = 'Configuration/Custom/';

/** Whether a text is the id of a configuration, or names one in the place of an id. */
const isConfiguration = (text: string): boolean =>
  !text.includes('${') &&
  (text.startsWith(customPath) || isIdOf('Configuration', text.slice(text.lastIndexOf('/') + 1)));

/** The id that a value names a configuration by, alone or in an object; null where it names none. */
export function namedBy(value: Json): string | null {
  const id = isObject(value) ? value.id : value;
  return typeof id === 'string' && isConfiguration(id) ? id : null;
}

/** Properties of a task without the connections that there are not, each with its path in a warning. */
export function withKnownConfigurations(
  properties: Properties,
  known: Known,
  warn: (what: string) => void,
): Properties {
  const isGone = (value: Json, path: string): boolean => {
    const written = namedBy(value);
    if (written === null || known.configuration(written)) return false;
    warn(`${clip(path)} '${clip(written)}' was left out: there is no such connection`);
    return true;
  };
  const within = (value: Json, path: string): Json => {
    if (isList(value)) return value.filter((each) => !isGone(each, path)).map((each) => within(each, path));
    return isObject(value) ? members(value, `${path}.`) : value;
  };
  const members = (of: Properties, before: string): Properties =>
    Object.fromEntries(
      Object.entries(of).map(([name, value]) => {
        const path = `${before}${name}`;
        return [name, isGone(value, path) ? null : within(value, path)];
      }),
    );
  return members(properties, '');
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
