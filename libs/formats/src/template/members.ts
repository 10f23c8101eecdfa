import { isObject, type Json } from '@slipway/domain/model';
import { toSingleLine } from '../errors/bad-file.ts';

/** An object in a file. */
export type Members = Readonly<Record<string, Json>>;

/** The objects in a list; other values are dropped. */
export const objectsIn = (value: Json | undefined): readonly Members[] =>
  Array.isArray(value) ? value.filter((item: Json) => isObject(item)) : [];

/** The same; other values are reported. */
export function objectsWithWarning(
  value: Json | undefined,
  name: string,
  warn: (kind: string) => void,
): readonly Members[] {
  const objects = objectsIn(value);
  if (value !== undefined && value !== null && !Array.isArray(value)) warn(`${name} was left out: it is no list`);
  else if (Array.isArray(value) && objects.length < value.length) {
    const count = value.length - objects.length;
    warn(`${count} of ${name} ${count === 1 ? 'was' : 'were'} left out: they are no objects`);
  }
  return objects;
}

/** A text, or null. */
export const textIn = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** The name of an object in warnings: `task 'Deploy'`. */
export const labelOf = (kind: string, { title, key }: Members): string =>
  `${kind} '${toSingleLine(textIn(title) ?? textIn(key) ?? '')}'`;

/** The last part of a type, whatever its prefix. */
export const typeNameOf = (type: Json | undefined): string => {
  const rawType = textIn(type) ?? '';
  return rawType.slice(rawType.lastIndexOf('.') + 1);
};
