import { isDeepStrictEqual } from 'node:util';
import { asJson } from '@slipway/domain/model';

/** Whether two values are equal. A null in a request equals an absent member of the response. */
const isSame = (requested: unknown, rendered: unknown): boolean => isDeepStrictEqual(requested, rendered ?? null);

/** Returns a response as the client receives it, without undefined members. */
export const toClientJson = (answer: object): unknown => asJson(answer);

/**
 * Returns the members of a request that differ from the response. Clients send back whole objects, with resolved
 * placeholders and masked secrets, and an unchanged object must change nothing.
 */
export function changesIn<T extends object>(requested: T, rendered: Partial<T>): Partial<T> {
  const changes: Partial<T> = {};
  for (const key in requested) {
    if (requested[key] !== undefined && !isSame(requested[key], rendered[key])) changes[key] = requested[key];
  }
  return changes;
}

/** Returns the changed members of an object with any member names. */
export function changedMembers<T>(
  requested: Readonly<Record<string, T>>,
  rendered: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(requested).filter(([name, value]) => !isSame(value, rendered[name])));
}

/** Returns the fields with a value. */
export function withoutUndefined<T extends object>(patch: T): Partial<T> {
  const definedFields: Partial<T> = {};
  for (const key in patch) if (patch[key] !== undefined) definedFields[key] = patch[key];
  return definedFields;
}
