import type { MigrationCase } from './people-migrations.ts';

/** The cases of the newest migrations: from versions of templates to insights. */
export const recentMigrationCases: readonly MigrationCase[] = [
  {
    migration: '0061-template-versions',
    before: [],
    after: `insert into template_versions (release_id, number, changes, change_count)
      select id, 1, '[]', 0 from live_releases limit 1 returning number, author, changed_at, undo`,
    expected: [{ number: 1, author: null, changed_at: null, undo: null }],
  },
  {
    migration: '0062-invitations',
    before: [],
    after: `with invited as (insert into invitations (id, username, hash, invited_by, by_non_admin, expires_at)
        values ('Invitation1', 'New', 'hash', 'ann', false, now() + interval '7 days') returning id, invited_by, email)
      select i.*, u.must_change_password from invited i join users u on u.username = i.invited_by`,
    expected: [{ id: 'Invitation1', invited_by: 'ann', email: null, must_change_password: false }],
  },
  {
    migration: '0063-shared-views',
    before: [],
    // An earlier version saves views without the new columns. The existing view stays private.
    after: `with old as (insert into saved_views (username, name, address) values ('ann', 'Old', '/releases') returning id)
      select name, version, id like 'View%' as named, shared_folder, shared_team, (select count(*) from old) as old
      from saved_views`,
    expected: [{ name: 'Late', version: 1, named: true, shared_folder: null, shared_team: null, old: 1 }],
  },
  {
    migration: '0064-comment-versions',
    before: [],
    // An earlier version adds comments without the new columns. They never change.
    after: `insert into live_comments (id, release_id, task_id, text, author, date)
      select 'CommentOld', id, 'Task1', 'old', 'ann', now() from live_releases limit 1
      returning text, version, edited_date, mentions`,
    expected: [{ text: 'old', version: null, edited_date: null, mentions: null }],
  },
  {
    migration: '0065-line-times',
    before: [],
    // An earlier version adds output without the new column.
    after: `insert into live_comments (id, release_id, task_id, text, author, date)
      select 'CommentOutput', id, 'Task1', 'printed', 'SYSTEM', now() from live_releases limit 1
      returning text, line_times`,
    expected: [{ text: 'printed', line_times: null }],
  },
  {
    migration: '0066-notifications',
    before: [],
    after: `insert into events (type, actor, at, data, audience) values ('task.started', 'ann', now(), '{}', '{}')
      returning id like 'Event%' as named, pending, occasion`,
    expected: [{ named: true, pending: true, occasion: null }],
  },
  {
    migration: '0067-insights',
    before: [],
    // Releases that ended before have no entry in the outbox; the background job finds them.
    after: `select (select count(*)::int from insight_pending) as pending, backfill_finished, backfill_total,
        recording_since = backfill_end as same from insight_state`,
    expected: [{ pending: 0, backfill_finished: false, backfill_total: null, same: true }],
  },
  {
    migration: '0068-mail',
    before: [],
    after: `with link as (insert into password_resets (id, username, hash, expires_at)
        values ('PasswordReset1', 'Ann', 'hash', now() + interval '1 hour') returning id)
      select link.id, indexdef like '%kind = ''mail''%' as partial from link, pg_indexes where indexname = 'awaited_mails'`,
    expected: [{ id: 'PasswordReset1', partial: true }],
  },
  {
    migration: '0072-insight-months',
    before: [],
    // No month is computed during the migration.
    after: `select (select count(*)::int from insight_built_months) as built, (select count(*)::int from insight_rebuild) as rebuilds`,
    expected: [{ built: 0, rebuilds: 0 }],
  },
];
