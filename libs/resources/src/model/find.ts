import { clip, idCandidates, NotFound, type PublicKind } from '@slipway/domain';

/** The refusal of an id that names nothing; `what` it should have named. */
export const nothingNamed = (what: string, written: string): NotFound =>
  new NotFound(`there is no ${what.toLowerCase()} '${clip(written)}'`);

/** The last segments that an id may mean; none for what is no id. */
export function candidatesOf(kind: PublicKind, written: string): readonly string[] {
  try {
    return idCandidates(kind, written);
  } catch (error) {
    if (error instanceof NotFound) return [];
    throw error;
  }
}

/** What the first candidate of an id names. Throws NotFound. */
export async function firstNamed<T>(
  kind: PublicKind,
  written: string,
  read: (id: string) => Promise<T | null>,
  what: string = kind,
): Promise<T> {
  for (const id of idCandidates(kind, written)) {
    const found = await read(id);
    if (found !== null) return found;
  }
  throw nothingNamed(what, written);
}
