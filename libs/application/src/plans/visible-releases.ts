import { isTemplate } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import { readLocations } from '@slipway/persistence/folders';
import { type ReleaseView, readReleases } from '@slipway/persistence/plans';
import type { ReadContext } from '../model/context.ts';
import { filterVisible } from '../model/require-permission.ts';
import { batchesOf } from './render-page.ts';

/**
 * The visible ones among live releases, without comments, in the order of the ids. They are read in batches that fit
 * into memory; of invisible ones only the location is read.
 */
export async function* visibleReleases(
  { database }: Pick<ReadContext, 'database'>,
  person: Person,
  ids: readonly string[],
): AsyncGenerator<readonly ReleaseView[]> {
  const { accessAttributes: attributesById, archived } = await readLocations(database, ids);
  const live = [...attributesById].filter(
    ([id, { status }]) => status !== null && !isTemplate(status) && !archived.has(id),
  );
  const visible = await filterVisible(person, new Map(live));
  const releaseIds = { ids: ids.filter((id) => visible.has(id)), archived: false };
  for (const batch of await batchesOf(database, releaseIds))
    yield await readReleases(database, batch, { comments: false });
}
