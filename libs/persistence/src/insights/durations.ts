import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { builder, runQuery } from '../search/search-filter.ts';
import { bucketSql, type Grouping, type SumsQuery, zoneOf } from './query-sums.ts';
import { whereSelected } from './selection.ts';

/** The times of a completed release, for durations other than the stored ones. */
export interface ReleaseTimes {
  readonly createdAt: Instant | null;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant;
  /** the groups in which it counts; one null without groups */
  readonly groups: readonly (string | null)[];
  /** the start of its bucket; null: the whole period */
  readonly key: Instant | null;
}

const groupsSql: Readonly<Record<Grouping, string>> = {
  folder: 'array[r.folder_id]',
  template: 'array[r.template_id]',
  tag: 'r.tags',
  owner: 'array[lower(r.owner)]',
};

/** Reads the times of at most `limit` selected releases that are COMPLETED. */
export async function readReleaseTimes(
  connection: Connection,
  query: SumsQuery,
  limit: number,
): Promise<readonly ReleaseTimes[]> {
  const { interval, groupBy, selection } = query;
  const groups = groupBy === null ? 'array[null::text]' : groupsSql[groupBy];
  const selected = builder('insight_releases as r')
    .select(
      builder.raw(
        `r.created_at as "createdAt", r.started_at as "startedAt", r.ended_at as "endedAt", ${groups} as groups,
          ${bucketSql(interval, 'r.ended_at')} as key`,
        [...zoneOf(query)],
      ),
    )
    .whereRaw(`r.status = 'COMPLETED'`)
    .limit(limit);
  return await runQuery<ReleaseTimes>(connection, whereSelected(selected, selection));
}
