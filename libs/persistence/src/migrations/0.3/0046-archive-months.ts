import type { Knex } from 'knex';

const start = `coalesce(start_date, scheduled_start_date, 'infinity')`;
const end = `coalesce(end_date, due_date, 'infinity')`;

/** The indexes of the archive that each partition has, and not the partitioned table. */
const ownIndexes: readonly (readonly [name: string, definition: string])[] = [
  ['by_period', `using gist (tstzrange(least(${start}, ${end}), ${end}, '[]'))`],
  ['by_start_seen', `(${start}, id) include (folder_id, owner, start_date, scheduled_start_date)`],
  ['by_end_seen', `(${end}, id) include (folder_id, owner, end_date, due_date)`],
  ['by_risk_seen', '(risk_score, total_risk_score, id) include (folder_id, owner)'],
];

const renameIndex = ([name]: readonly [string, string]): string =>
  `alter index archived_releases_${name} rename to undated_releases_${name};`;
const recreateIndex = ([name, definition]: readonly [string, string]): string =>
  `create index archived_releases_${name} on archived_releases ${definition};`;

/**
 * A constraint that the default partition has no row of another partition: validated beforehand, so that the exclusive
 * lock is short.
 */
const claimConstraint = (table: string): string =>
  `alter table archived_${table} add constraint archived check (archived is not null and archived = true) not valid`;
const validateConstraint = (table: string): string => `alter table archived_${table} validate constraint archived`;

/**
 * The existing archive becomes the default partition, without a rewrite, with its indexes. A later validated
 * constraint avoids a scan for each new month.
 */
const createPartitioned = (table: string): string => `
  alter table ${table} add column archived_month date;
  alter table ${table} detach partition archived_${table};
  alter table archived_${table} rename to undated_${table};
  ${table === 'releases' ? ownIndexes.map(renameIndex).join('\n') : ''}
  create table archived_${table} partition of ${table} for values in (true) partition by range (archived_month);
  ${table === 'releases' ? ownIndexes.map(recreateIndex).join('\n') : ''}
  alter table archived_${table} attach partition undated_${table} default;
  alter table undated_${table} drop constraint archived;
  alter table undated_${table} add constraint undated check (archived_month is null) not valid;
`;

/** Ids of archived releases, in one index for all months, which the creation of a release checks. */
const ids = `
  create table archived_ids (id text primary key);
  create function keep_archived_id() returns trigger language plpgsql as $$
  begin
    insert into archived_ids values (new.id) on conflict do nothing;
    return null;
  end $$;
  create trigger keep_archived_id after insert on archived_releases for each row execute function keep_archived_id();
`;

const idsFromBefore = 'insert into archived_ids select id from archived_releases on conflict do nothing';

/** The month into which is archived what this transaction archives; null where that has no tables. */
const currentMonth = `
  create function archive_month() returns date language sql stable as $$
    select date_trunc('month', now() at time zone 'UTC')::date
      where to_regclass('archived_activities' || to_char(now() at time zone 'UTC', '_YYYY_MM')) is not null
  $$;
`;

const tables = ['releases', 'phases', 'tasks', 'comments', 'activities'];
const part = (name: string, text: string, lockedTables: readonly string[] = []) => ({
  name,
  tables: lockedTables,
  up: async (knex: Knex): Promise<void> => {
    await knex.raw(text);
  },
});

/** Archived releases, with all that belongs to them, in a part for each month in which they were archived. */
export const parts = [
  ...tables.flatMap((table) => [
    part(`claim of ${table}`, claimConstraint(table), [`archived_${table}`]),
    part(`proof of ${table}`, validateConstraint(table)),
  ]),
  // their folders have a trigger for each table that refers to them
  part('releases', createPartitioned('releases') + ids, ['releases', 'folders']),
  ...tables.slice(1).map((table) => part(table, createPartitioned(table), [table])),
  part('ids', idsFromBefore),
];

export async function up(knex: Knex): Promise<void> {
  await knex.raw(currentMonth);
}
