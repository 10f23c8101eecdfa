import { idCandidates, type PublicKind } from '@slipway/domain/ids';
import { clip, NotFound } from '@slipway/domain/model';

/** The refusal of an id that names nothing; `what` it should have named. */
export const notFound = (label: string, rawId: string): NotFound =>
  new NotFound(`there is no ${label.toLowerCase()} '${clip(rawId)}'`);

/** The last segments that an id may mean; none for what is no id. */
export function idCandidatesOrNone(kind: PublicKind, rawId: string): readonly string[] {
  try {
    return idCandidates(kind, rawId);
  } catch (error) {
    if (error instanceof NotFound) return [];
    throw error;
  }
}

/** What the first candidate of an id names. Throws NotFound. */
export async function getFirst<T>(
  kind: PublicKind,
  rawId: string,
  read: (id: string) => Promise<T | null>,
  label: string = kind,
): Promise<T> {
  for (const id of idCandidates(kind, rawId)) {
    const match = await read(id);
    if (match !== null) return match;
  }
  throw notFound(label, rawId);
}
