import { isDeepStrictEqual } from 'node:util';
import { asJson } from '@slipway/domain';

/** What answers leave out is null to clients that send every member. */
const isSame = (sent: unknown, shown: unknown): boolean => isDeepStrictEqual(sent, shown ?? null);

/** An answer as clients read it: the members without a value are not there. */
export const asClientsRead = (answer: object): unknown => asJson(answer);

/**
 * What a client really changes: the fields of `sent` that differ from what an answer would have shown
 * it. Clients send whole objects back, with placeholders resolved and secrets masked, and sending back
 * what was read must change nothing.
 */
export function changesIn<T extends object>(sent: T, shown: Partial<T>): Partial<T> {
  const changes: Partial<T> = {};
  for (const key in sent) {
    if (sent[key] !== undefined && !isSame(sent[key], shown[key])) changes[key] = sent[key];
  }
  return changes;
}

/** The same for members with any name. */
export function changedMembers<T>(
  sent: Readonly<Record<string, T>>,
  shown: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isSame(value, shown[name])));
}

/** The fields that have a value. */
export function defined<T extends object>(patch: T): Partial<T> {
  const given: Partial<T> = {};
  for (const key in patch) if (patch[key] !== undefined) given[key] = patch[key];
  return given;
}
