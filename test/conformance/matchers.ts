import { expect } from 'vitest';

/**
 * Matches an id that the server has assigned: these kinds in this order, each with 32 hexadecimal digits
 * (compatibility.md, Identifiers).
 */
export const idBelow = (parent: string, ...kinds: readonly string[]) =>
  expect.stringMatching(new RegExp(`^${parent}${kinds.map((kind) => `/${kind}[0-9a-f]{32}`).join('')}$`));

/** Matches a date with its UTC offset. */
export const aDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/);

/** One field of a resource: its default, and the response to a sent value. */
export interface Field {
  readonly field: string;
  readonly blank: unknown;
  /** undefined if clients cannot set it */
  readonly sent?: unknown;
  /** the value in the response to `sent` */
  readonly answered?: unknown;
}

/** The expected value of a member that the response omits. */
export const omitted = Symbol('none');

/** Creates a row of a table of fields. `answered` is equal to `sent` by default. */
export const row = (field: string, blank: unknown, ...[sent, answered = sent]: readonly unknown[]): Field =>
  sent === undefined ? { field, blank } : { field, blank, sent, answered: answered === omitted ? undefined : answered };

/** Returns a body with all sent values. */
export const requestBodyOf = (fields: readonly Field[]): Record<string, unknown> =>
  Object.fromEntries(fields.filter(({ sent }) => sent !== undefined).map(({ field, sent }) => [field, sent]));

/** Returns the expected object for a new resource with default values. */
export const defaultsOf = (fields: readonly Field[]): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ field, blank }) => [field, blank]));

/** Returns an object without its internal fields, which differ between versions (rest-api.md, Conventions). */
export const withoutInternals = (object: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !name.startsWith('$')));
