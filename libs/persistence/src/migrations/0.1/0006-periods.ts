import type { Knex } from 'knex';

const start = `coalesce(start_date, scheduled_start_date, 'infinity')`;
const end = `coalesce(end_date, due_date, 'infinity')`;

/**
 * The period of an archived release as a range: a month is found without all releases that ended before it or began
 * after it. A plan may be due before it starts, which a range does not allow. Live releases are few and change often.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index archived_releases_by_period on archived_releases
    using gist (tstzrange(least(${start}, ${end}), ${end}, '[]'))`);
}
