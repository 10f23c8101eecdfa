import { type Elsewhere, readElsewhere } from '@slipway/persistence';
import type { Show } from '@slipway/wire';
import type { ReadContext } from './context.ts';

/** What rendering needs, with what is archived of that which is referred to. */
export type ShowReferences = Show & { readonly archived: Elsewhere['archived'] };

/** What is needed to render something, where the places of what it refers to are known. */
export const showReferences = (typePrefix: string, { full, archived }: Elsewhere): ShowReferences => ({
  prefix: typePrefix,
  elsewhere: full,
  archived,
});

/** What is needed to render something that refers to nothing. */
export const showAlone = ({ typePrefix }: Pick<ReadContext, 'typePrefix'>): Show => ({
  prefix: typePrefix,
  elsewhere: new Map(),
});

/** What is needed to render something that refers to these ids: at most one statement. */
export const showFor = async (
  { database, typePrefix }: Pick<ReadContext, 'database' | 'typePrefix'>,
  ids: readonly string[],
): Promise<ShowReferences> => showReferences(typePrefix, await readElsewhere(database, ids));
