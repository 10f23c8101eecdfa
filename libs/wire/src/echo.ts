import { isDeepStrictEqual } from 'node:util';

/**
 * What a client really changes: the fields of `sent` that differ from what an answer would have shown
 * it. Clients send whole objects back, with placeholders resolved and secrets masked, and sending back
 * what was read must change nothing.
 */
export function changesIn<T extends object>(sent: T, shown: Partial<T>): Partial<T> {
  const changes: Partial<T> = {};
  for (const key in sent) {
    if (sent[key] !== undefined && !isDeepStrictEqual(sent[key], shown[key])) changes[key] = sent[key];
  }
  return changes;
}

/** The same for members with any name. */
export function changedMembers<T>(
  sent: Readonly<Record<string, T>>,
  shown: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isDeepStrictEqual(value, shown[name])));
}
