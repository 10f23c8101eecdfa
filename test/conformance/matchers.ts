import { expect } from 'vitest';

/** An id as the server makes them: these kinds below each other, each with 32 hexadecimal digits (compatibility.md, Identifiers). */
export const idBelow = (parent: string, ...kinds: readonly string[]) =>
  expect.stringMatching(new RegExp(`^${parent}${kinds.map((kind) => `/${kind}[0-9a-f]{32}`).join('')}$`));

/** A date with its UTC offset. */
export const aDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/);

/** One field of a resource: its default, and the effect of a sent value. */
export interface Field {
  readonly field: string;
  readonly blank: unknown;
  /** Absent: clients cannot set it. */
  readonly sent?: unknown;
  /** absent: as it was sent */
  readonly answered?: unknown;
}

/** The result for a member that does not exist. */
export const omitted = Symbol('none');

/** The rows of a table of fields. */
export const row = (field: string, blank: unknown, ...[sent, answered = sent]: readonly unknown[]): Field =>
  sent === undefined ? { field, blank } : { field, blank, sent, answered: answered === omitted ? undefined : answered };

/** All that is sent, as one body. */
export const requestBodyOf = (fields: readonly Field[]): Record<string, unknown> =>
  Object.fromEntries(fields.filter(({ sent }) => sent !== undefined).map(({ field, sent }) => [field, sent]));

/** The whole object of a new thing: nothing may be missing, and nothing added. */
export const defaultsOf = (fields: readonly Field[]): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ field, blank }) => [field, blank]));

/** An object without its internal fields, which come and go between versions (rest-api.md, Conventions). */
export const withoutInternals = (object: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !name.startsWith('$')));
