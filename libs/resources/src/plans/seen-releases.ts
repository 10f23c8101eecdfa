import { isTemplate } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type ReleaseView, readElsewhere, readReleases } from '@slipway/persistence';
import type { ReadContext } from '../model/context.ts';
import { seenAmong } from '../model/hold.ts';
import { batchesOf } from './render-page.ts';

/**
 * The visible ones among live releases, without comments, in the order of the ids. They are read in batches that fit
 * into memory; of invisible ones only the location is read.
 */
export async function* seenReleases(
  { database }: Pick<ReadContext, 'database'>,
  person: Person,
  ids: readonly string[],
): AsyncGenerator<readonly ReleaseView[]> {
  const { standings, archived } = await readElsewhere(database, ids);
  const live = [...standings].filter(([id, { status }]) => status !== null && !isTemplate(status) && !archived.has(id));
  const seen = await seenAmong(person, new Map(live));
  const found = { ids: ids.filter((id) => seen.has(id)), archived: false };
  for (const batch of await batchesOf(database, found)) yield await readReleases(database, batch, { comments: false });
}
