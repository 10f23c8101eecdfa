import { neededToRead } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type Elsewhere, readElsewhere } from '@slipway/persistence';
import type { Show } from '@slipway/wire';
import type { ReadContext } from './context.ts';
import { seenAmong } from './hold.ts';

/** What rendering needs, with what is archived of that which is referred to. */
export type ShowReferences = Show & { readonly archived: Elsewhere['archived'] };

/**
 * The context to render an object for a caller, with the known locations of its references. Invisible ones are
 * rendered as missing.
 */
export async function showReferences(
  typePrefix: string,
  { full, archived, standings }: Elsewhere,
  person: Person,
): Promise<ShowReferences> {
  const seen = await seenAmong(person, standings);
  return {
    prefix: typePrefix,
    elsewhere: new Map([...full].filter(([id]) => seen.has(id))),
    archived: new Map([...archived].filter(([id]) => seen.has(id))),
  };
}

/** What is needed to render something that refers to nothing. */
export const showAlone = ({ typePrefix }: Pick<ReadContext, 'typePrefix'>): Show => ({
  prefix: typePrefix,
  elsewhere: new Map(),
});

/** The context to render an object with these references for a caller: at most one statement. */
export const showFor = async (
  { database, typePrefix }: Pick<ReadContext, 'database' | 'typePrefix'>,
  ids: readonly string[],
  person: Person,
): Promise<ShowReferences> => showReferences(typePrefix, await readElsewhere(database, ids), person);

/** The same with all references, independent of the caller. */
export async function showAll(
  { database, typePrefix }: Pick<ReadContext, 'database' | 'typePrefix'>,
  ids: readonly string[],
): Promise<ShowReferences> {
  const { full, archived } = await readElsewhere(database, ids);
  return { prefix: typePrefix, elsewhere: full, archived };
}

/** The visible objects among these ids. Runs no statement for a caller who can view everything. */
export async function seenOf(
  { database }: Pick<ReadContext, 'database'>,
  ids: readonly string[],
  person: Person,
): Promise<ReadonlySet<string>> {
  if (person.sight(neededToRead.releases).scopes === null) return new Set(ids);
  return await seenAmong(person, (await readElsewhere(database, ids)).standings);
}
