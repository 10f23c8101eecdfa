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
    migration: '0069-deployments',
    before: [],
    after: `with deployment as (
        insert into insight_deployments (id, release_id, folder_id, is_production, ended_at, failed_attempt, kind)
        values ('Deployment1', 'Release1', 'Folder1', true, now(), false, 'normal') returning source, recovery)
      select d.*, s.deployments_end from deployment d, insight_state s`,
    expected: [{ source: 'release', recovery: null, deployments_end: null }],
  },
  {
    migration: '0070-weekly-mails',
    before: [],
    after: `with dashboard as (insert into dashboards (id, title, tiles) values ('Dashboard1', 'Numbers', '[]') returning id)
      insert into dashboard_subscriptions (dashboard_id, username, weekday, time, time_zone, next_at)
      select id, 'ann', 'MONDAY', '08:00', 'UTC', now() from dashboard returning dashboard_id, username`,
    expected: [{ dashboard_id: 'Dashboard1', username: 'ann' }],
  },
  {
    migration: '0071-message-sending',
    before: [],
    // An earlier version adds receivers and links without the new columns.
    after: `with link as (insert into password_resets (id, username, hash, expires_at)
        values ('PasswordResetOld', 'Ann', 'hash', now() + interval '1 hour') returning sealed_secret, attempts),
      receiver as (insert into event_subscriptions (id, owner, kind, title, url, types)
        values ('EventSubscriptionOld', 'ann', 'slack', 'Old', 'sealed', '{}') returning language)
      select * from link, receiver`,
    expected: [{ sealed_secret: null, attempts: 0, language: null }],
  },
  {
    migration: '0072-ledger-claims',
    before: [],
    after: `with added as (insert into events (type, actor, at, data, audience)
        values ('task.started', 'ann', now(), '{}', '{}') returning id)
      select uuid_extract_version(replace(id, 'Event', '')::uuid) as version,
        (select array_agg(indexname::text order by 1) from pg_indexes
          where tablename = 'notification_deliveries' and indexname like 'due%') as indexes
      from added`,
    expected: [{ version: 7, indexes: ['due_mails', 'due_to_receivers'] }],
  },
  {
    migration: '0073-insight-months',
    before: [],
    // No month is computed during the migration.
    after: `select (select count(*)::int from insight_built_months) as built, (select count(*)::int from insight_rebuild) as rebuilds`,
    expected: [{ built: 0, rebuilds: 0 }],
  },
  {
    migration: '0074-receiver-format',
    before: [],
    // An earlier version adds receivers without the new column.
    after: `insert into event_subscriptions (id, owner, kind, title, url, types)
      values ('EventSubscriptionEarlier', 'ann', 'webhook', 'Earlier', 'sealed', '{}') returning format`,
    expected: [{ format: 'slipway' }],
  },
  {
    migration: '0075-event-queue',
    before: [
      `insert into events (id, type, actor, at, data, audience, pending) values
        ('EventPending', 'task.started', 'ann', now(), '{}', '{}', true),
        ('EventDone', 'task.started', 'ann', now(), '{}', '{}', false)`,
    ],
    after: `select event_id from event_queue where event_id in ('EventPending', 'EventDone')`,
    expected: [{ event_id: 'EventPending' }],
  },
  {
    migration: '0076-moved-folders',
    before: [],
    after: `insert into insight_moved_folders (folder_id, target_id) values ('Folder1', 'Applications')
      returning at <= now() as recorded`,
    expected: [{ recorded: true }],
  },
  {
    migration: '0077-mail-state',
    before: [],
    // An earlier version suspends an address without the new columns.
    after: `with outcome as (insert into mail_outcomes (kind, at) values ('accepted', now()) returning kind)
      insert into notification_preferences (username, preferences, address_suspended)
      select 'ann', '{}', kind from outcome returning suspended_at, suspended_reason`,
    expected: [{ suspended_at: null, suspended_reason: null }],
  },
  {
    migration: '0078-integrations',
    // An earlier version has opened the database, so its integrations are disabled.
    before: [`insert into key_check (sealed) values ('sealed') on conflict do nothing`],
    after: 'select enabled, (select count(*)::int from integrations) as integrations from integration_defaults',
    expected: [{ enabled: false, integrations: 0 }],
  },
  {
    migration: '0079-containers',
    before: [],
    after: `with agent as (
        insert into container_agents (id, name, username, labels) values ('a', 'one', 'ann', '{linux}') returning id
      )
      insert into container_jobs (id, release_id, task_id, run_id, labels, state, timeout_seconds, sealed_spec)
      values ('j', 'Release1', 'Task1', 'Script1', '{}', 'created', 60, 'sealed') returning log_length, reported`,
    expected: [{ log_length: 0, reported: 0 }],
  },
];
