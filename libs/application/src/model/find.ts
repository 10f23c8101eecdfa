import { idCandidates, kindOf, objectKindOf, type PublicKind } from '@slipway/domain/ids';
import { noneOfKindsMessage, type ObjectKind } from '@slipway/domain/messages';
import { NotFound, notFound } from '@slipway/domain/model';

/** Returns the possible last segments of an id, or an empty list for an invalid id. */
export function idCandidatesOrNone(kind: PublicKind, rawId: string): readonly string[] {
  try {
    return idCandidates(kind, rawId);
  } catch (error) {
    if (error instanceof NotFound) return [];
    throw error;
  }
}

/** Returns the object of the first candidate id that exists. Throws NotFound. */
export async function getFirst<T>(
  kind: PublicKind,
  rawId: string,
  read: (id: string) => Promise<T | null>,
  objectKind: ObjectKind = objectKindOf(kind),
): Promise<T> {
  for (const id of idCandidates(kind, rawId)) {
    const match = await read(id);
    if (match !== null) return match;
  }
  throw notFound(objectKind, rawId);
}

/**
 * Returns the kind of an id, by its last segment, or by the last part of its hyphen form. Throws NotFound for other
 * kinds.
 */
export function idKindOf<K extends PublicKind>(kinds: readonly K[], rawId: string): K {
  const last = rawId.split('/').at(-1) ?? '';
  const parts = last.split('-').map((_, index, segments) => segments.slice(index).join('-'));
  const [firstKind, ...otherKinds] = parts.map((part) => kinds.find((kind) => kind === kindOf(part)));
  const kind = firstKind ?? otherKinds.findLast((candidate) => candidate !== undefined);
  if (kind === undefined) throw new NotFound(noneOfKindsMessage(kinds.map(objectKindOf), rawId));
  return kind;
}
