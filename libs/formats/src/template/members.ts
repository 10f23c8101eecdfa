import { isObject, type Json } from '@slipway/domain';
import { inLine } from '../refusal/bad-file.ts';

/** An object in a file. */
export type Members = Readonly<Record<string, Json>>;

/** The objects in a list; other values are dropped. */
export const objectsIn = (value: Json | undefined): readonly Members[] =>
  Array.isArray(value) ? value.filter((each: Json) => isObject(each)) : [];

/** The same; other values are reported. */
export function toldObjectsIn(value: Json | undefined, name: string, warn: (what: string) => void): readonly Members[] {
  const found = objectsIn(value);
  if (value !== undefined && value !== null && !Array.isArray(value)) warn(`${name} was left out: it is no list`);
  else if (Array.isArray(value) && found.length < value.length) {
    const count = value.length - found.length;
    warn(`${count} of ${name} ${count === 1 ? 'was' : 'were'} left out: they are no objects`);
  }
  return found;
}

/** A text, or null. */
export const textIn = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** What a thing is called in warnings: `task 'Deploy'`. */
export const called = (what: string, { title, key }: Members): string =>
  `${what} '${inLine(textIn(title) ?? textIn(key) ?? '')}'`;

/** The last part of a type, whatever its prefix. */
export const lastOf = (type: Json | undefined): string => {
  const written = textIn(type) ?? '';
  return written.slice(written.lastIndexOf('.') + 1);
};
