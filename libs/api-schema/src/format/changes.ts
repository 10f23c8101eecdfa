import { isDeepStrictEqual } from 'node:util';
import { asJson } from '@slipway/domain/model';

/** Clients that send all members send null for those that responses omit. */
const isSame = (requested: unknown, rendered: unknown): boolean => isDeepStrictEqual(requested, rendered ?? null);

/** An answer as clients read it: the members without a value are not there. */
export const toClientJson = (answer: object): unknown => asJson(answer);

/**
 * What a client really changes: the fields of `sent` that differ from what an answer would have shown
 * it. Clients send whole objects back, with placeholders resolved and secrets masked, and sending back
 * what was read must change nothing.
 */
export function changesIn<T extends object>(requested: T, rendered: Partial<T>): Partial<T> {
  const changes: Partial<T> = {};
  for (const key in requested) {
    if (requested[key] !== undefined && !isSame(requested[key], rendered[key])) changes[key] = requested[key];
  }
  return changes;
}

/** The same for members with any name. */
export function changedMembers<T>(
  requested: Readonly<Record<string, T>>,
  rendered: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(requested).filter(([name, value]) => !isSame(value, rendered[name])));
}

/** The fields that have a value. */
export function withoutUndefined<T extends object>(patch: T): Partial<T> {
  const definedFields: Partial<T> = {};
  for (const key in patch) if (patch[key] !== undefined) definedFields[key] = patch[key];
  return definedFields;
}
