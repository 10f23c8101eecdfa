import { type Database, type Elsewhere, readElsewhere } from '@slipway/persistence';
import type { Show } from './format/show.ts';

/** What is needed to render something that refers to things elsewhere. */
export type Placed = Show & { readonly archived: Elsewhere['archived'] };

/** The same, where what they are is known. */
export const placed = (prefix: string, { full, archived }: Elsewhere): Placed => ({
  prefix,
  elsewhere: full,
  archived,
});

/** What is needed to render something that refers to these ids: at most one statement. */
export const showFor = async (
  { database, typePrefix }: { readonly database: Database; readonly typePrefix: string },
  ids: readonly string[],
): Promise<Placed> => placed(typePrefix, await readElsewhere(database, ids));
