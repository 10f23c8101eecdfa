import type { Knex } from 'knex';

/**
 * A user who can view a few of many folders also reads the archive in order, and skips most of it. These indexes
 * contain the access attributes, so that skipped rows are not read. Live releases change often, and are few.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index archived_releases_by_start_seen on archived_releases
      (coalesce(start_date, scheduled_start_date, 'infinity'), id)
      include (folder_id, owner, start_date, scheduled_start_date);
    create index archived_releases_by_end_seen on archived_releases
      (coalesce(end_date, due_date, 'infinity'), id) include (folder_id, owner, end_date, due_date);
    create index archived_releases_by_risk_seen on archived_releases
      (risk_score, total_risk_score, id) include (folder_id, owner);
    drop index folders_by_scope;
    create index folders_by_scope on folders (scope_id) include (id);
  `);
}
