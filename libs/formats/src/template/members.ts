import { isObject, type Json } from '@slipway/domain';
import { inLine } from '../refusal/bad-file.ts';

/** An object in a file. */
export type Members = Readonly<Record<string, Json>>;

/** The objects in a list; whatever else is in it falls away. */
export const objectsIn = (value: Json | undefined): readonly Members[] =>
  Array.isArray(value) ? value.filter((each: Json) => isObject(each)) : [];

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
