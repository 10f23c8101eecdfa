import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { execute, withDatabaseName } from '../../../../test/harness/servers/statements.ts';
import { type MigrationCase, peopleMigrationCases } from '../testing/people-migrations.ts';
import { recentMigrationCases } from '../testing/recent-migrations.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate, migrations } from './migrate.ts';

const server = inject('postgres').url;
const name = `slipway_migrations_${process.pid}`;
const url = withDatabaseName(server, name);
let database: Database;
beforeAll(async () => {
  await execute(server, `CREATE DATABASE ${name}`);
  database = openDatabase({ url });
});
afterAll(async () => {
  await database.stop();
  await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
});

const cases: readonly MigrationCase[] = [
  {
    migration: '0001-folders',
    before: [],
    after: 'select id, title from folders',
    expected: [{ id: 'Applications', title: 'Applications' }],
  },
  {
    migration: '0002-plans',
    before: [`insert into folders values ('FolderA', 'Applications', 'A', '{Applications,FolderA}')`],
    after: `insert into releases (id, folder_id, status, title, flag_status, real_flag_status, tags, auto_start,
        abort_on_failure, risk_score, total_risk_score, rest, variables, passive)
      values ('Release1', 'FolderA', 'PLANNED', 'R', 'OK', 'OK', '{}', false, false, 0, 0, '{}', '[]', '{}')
      returning archived, version`,
    expected: [{ archived: false, version: 1 }],
  },
  {
    migration: '0003-history',
    before: [
      `insert into tasks (id, release_id, phase_id, position, type, title, status, flag_status, passive)
        values ('Task1', 'Release1', 'Phase1', 0, 'Task', 'T', 'PLANNED', 'OK', '{"tags": ["a"]}')`,
    ],
    after: `insert into comments (id, release_id, task_id, text, author, date)
      select 'Comment1', release_id, id, 'text', 'ann', now() from tasks where passive ? 'tags' returning task_id`,
    expected: [{ task_id: 'Task1' }],
  },
  {
    migration: '0004-directory',
    before: [
      `insert into activities (release_id, activity_type, target_type, target_id, message, username, event_time)
        values ('Release1', 'RELEASE_CREATED', 'Release', 'Release1', 'Created', 'ann', now())`,
    ],
    after: `insert into blackouts values ('Blackout1', 'Freeze', now(), now() + interval '1 day', 'FolderA') returning folder_id`,
    expected: [{ folder_id: 'FolderA' }],
  },
  {
    migration: '0005-idempotency-keys',
    before: [`insert into users (username) values ('ann')`],
    after: `insert into idempotency_keys (id, fingerprint) values ('key', 'request')
      returning status, kept_at between now() - interval '1 minute' and now() as fresh`,
    expected: [{ status: null, fresh: true }],
  },
  {
    migration: '0006-periods',
    before: [
      `insert into releases (id, archived, folder_id, status, title, scheduled_start_date, due_date, flag_status,
          real_flag_status, tags, auto_start, abort_on_failure, risk_score, total_risk_score, rest, variables, passive)
        select 'Release2', true, folder_id, 'COMPLETED', title, '2026-02-01', '2026-01-01', flag_status,
          real_flag_status, tags, auto_start, abort_on_failure, risk_score, total_risk_score, rest, variables, passive
        from releases`,
    ],
    after: `select id from archived_releases
      where tstzrange(least(query_start, query_end), query_end, '[]') @> '2026-01-01'::timestamptz`,
    expected: [{ id: 'Release2' }],
  },
  {
    migration: '0007-key-check',
    before: [
      `insert into shared_variables (id, key, variable) values ('Variable1', 'global.a', '{"value": "sealed"}')`,
    ],
    after: `insert into key_check (sealed) select variable ->> 'value' from shared_variables returning only_one, sealed`,
    expected: [{ only_one: true, sealed: 'sealed' }],
  },
  {
    migration: '0008-upkeep',
    before: [`update releases set archived = false, end_date = '2026-01-01' where id = 'Release2'`],
    after: `select id from live_releases where status in ('COMPLETED', 'ABORTED') and end_date < now()`,
    expected: [{ id: 'Release2' }],
  },
  {
    migration: '0009-calendar',
    before: [`update blackouts set label = 'Frozen'`],
    after: `with before as (select version from calendar),
        ended as (update blackouts set end_date = end_date + interval '1 day' returning id)
      select ended.id, before.version > 0 as versioned, r.id as woken from before, ended, live_releases r
      where r.next_wake_at <= now()`,
    expected: [{ id: 'Blackout1', versioned: true, woken: 'Release1' }],
  },
  {
    migration: '0010-triggers',
    before: [],
    after: `with made as (insert into triggers (id, type, title, enabled, folder_id, template_id, definition, anchor)
        select 'Trigger1', 'time.Schedule', title, true, folder_id, id, '{}', now() from live_releases where id = 'Release1'
        returning id, folder_id, next_fire_at, fires)
      select * from made`,
    expected: [{ id: 'Trigger1', folder_id: 'FolderA', next_fire_at: null, fires: 0 }],
  },
  {
    migration: '0011-sweep',
    before: [
      `insert into awaits (release_id, task_id, kind, reference) values ('Release1', 'Task1', 'target', 'Release2')`,
    ],
    after: `with claimed as (insert into wake_claims select release_id, now(), now() from awaits returning release_id)
      select * from claimed`,
    expected: [{ release_id: 'Release1' }],
  },
  {
    migration: '0012-configurations',
    before: [],
    after: `insert into configurations (id, type, folder_id, title, properties, path)
      select 'Configuration1', 'events.PostWebhookEndpoint', id, 'Hook', '{}', 'hook' from folders where id = 'FolderA'
      returning folder_id, secrets, version > 1000000000000000 as fresh`,
    expected: [{ folder_id: 'FolderA', secrets: {}, fresh: true }],
  },
  {
    migration: '0013-deliveries',
    before: [`insert into settings values ('system-message', '{"enabled": true}')`],
    after: `insert into deliveries (id, endpoint_id, method, path, parameters, headers, body)
      select 'Delivery1', id, 'POST', path, '{}', '{}', '' from configurations returning endpoint_id, verdict, results`,
    expected: [{ endpoint_id: 'Configuration1', verdict: null, results: [] }],
  },
  {
    migration: '0014-plugins',
    before: [],
    after: `insert into plugins (name, version, checksum, source, content) values ('acme', '1', 'c', 'upload', '{"b": 1, "a": 2}')
      returning content::text, installed_by, (select version from plugin_changes) as version`,
    expected: [{ content: '{"b": 1, "a": 2}', installed_by: null, version: 1 }],
  },
  {
    migration: '0015-scripts',
    before: [
      `insert into awaits values ('Release1', 'Task1', 'script', 'task', 'Script2', '2030-01-01T00:00:00Z'),
        ('Release1', 'Task1', 'script', 'task', 'Script1', null)`,
    ],
    after: `select reference from awaits where kind = 'script' order by until nulls first`,
    expected: [{ reference: 'Script1' }, { reference: 'Script2' }],
  },
  {
    migration: '0016-events',
    before: [],
    after: `with heard as (update triggers set event_source = 'Configuration1' returning id, event_source)
      select heard.*, lease_until from heard, deliveries`,
    expected: [{ id: 'Trigger1', event_source: 'Configuration1', lease_until: null }],
  },
  {
    migration: '0018-event-sources',
    before: [`update triggers set type = 'events.EventBasedTrigger', definition = '{"eventFilter": null}'`],
    after: `insert into configurations (id, type, title, properties, event_source)
      values ('Configuration2', 'acme.Source', 'Source', '{}', 'Configuration1')
      returning event_source, (select definition from triggers) as definition`,
    expected: [
      {
        event_source: 'Configuration1',
        definition: { eventType: 'events.HttpRequestEvent', eventFilter: null },
      },
    ],
  },
  {
    migration: '0019-sealed-headers',
    before: [],
    after: 'select id, sealed_headers from deliveries',
    expected: [{ id: 'Delivery1', sealed_headers: null }],
  },
  {
    migration: '0020-configuration-titles',
    before: [],
    after: `insert into configurations (id, type, title, properties) values ('Configuration3', 'acme.Other', 'Source', '{}')
      returning title`,
    expected: [{ title: 'Source' }],
  },
  {
    migration: '0021-bounds',
    before: [],
    after: 'select release_id, tries from wake_claims',
    expected: [{ release_id: 'Release1', tries: 0 }],
  },
  {
    migration: '0022-script-journal',
    before: [],
    after: `insert into script_journal (run_id, nth, release_id, effect) values ('Script1', 0, 'Release1', 'sealed')
      returning reply, replied_at`,
    expected: [{ reply: null, replied_at: null }],
  },
  {
    migration: '0023-poll-triggers',
    before: [],
    after: 'select poller_type, poll_holder, poll_until, poll_asked_by from triggers',
    expected: [{ poller_type: null, poll_holder: null, poll_until: null, poll_asked_by: null }],
  },
  ...peopleMigrationCases,
  {
    migration: '0046-archive-months',
    before: [],
    after: `select (select count(*) from archived_ids) = (select count(*) from archived_releases) as ids,
      (select count(*) from undated_releases) = (select count(*) from archived_releases) as undated,
      (select count(*) from pg_class where relkind = 'i' and relname like 'undated_releases_by_%') as own,
      (select bool_and(i.indisvalid) from pg_index i join pg_class c on c.oid = i.indrelid
        where c.relname = 'archived_releases') as valid`,
    expected: [{ ids: true, undated: true, own: 4, valid: true }],
  },
  {
    migration: '0047-traces',
    before: [],
    after: `select (select count(*) from releases where traceparent is null) > 0 as releases,
      (select count(*) from deliveries where traceparent is null) > 0 as deliveries`,
    expected: [{ releases: true, deliveries: true }],
  },
  {
    migration: '0048-archive-functions',
    before: [],
    after: `select count(*) as months, bool_and(releases >= 0) as counted from archive_months() where month <> 'undated'`,
    expected: [{ months: 2, counted: true }],
  },
  {
    migration: '0053-plan-changes',
    before: [],
    after: `select (select count(*) from plan_changes) as changes,
      (select relpersistence from pg_class where relname = 'plan_changes') as kept`,
    expected: [{ changes: 0, kept: 'u' }],
  },
  {
    migration: '0054-my-tasks',
    before: [],
    after: `select count(*) as indexes, bool_and(indisvalid) as valid from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname in ('live_tasks_by_owner', 'live_tasks_by_team', 'live_tasks_asking')`,
    expected: [{ indexes: 3, valid: true }],
  },
  {
    migration: '0055-calendar-links',
    before: [],
    after: `select count(*) as indexes, bool_and(indisvalid) as valid from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname in ('live_releases_by_calendar', 'archived_releases_by_calendar')`,
    expected: [{ indexes: 2, valid: true }],
  },
  {
    migration: '0056-calendar-addresses',
    before: [],
    after: `insert into calendar_addresses (id, username, hash, of_other)
      select 'Calendar1', lower(username), 'hash', false from users where username = 'ann' returning username, folder_id`,
    expected: [{ username: 'ann', folder_id: null }],
  },
  {
    migration: '0057-saved-views',
    before: [],
    after: `insert into saved_views select lower(username), 'Late', '/releases?risk=AT_RISK' from users
      where username = 'ann' returning name`,
    expected: [{ name: 'Late' }],
  },
  {
    migration: '0058-unresolved',
    before: [],
    after: `select count(*) as indexes, bool_and(indisvalid) as valid from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname in ('live_tasks_of_plugins', 'live_tasks_from_templates', 'live_tasks_unsigned')`,
    expected: [{ indexes: 3, valid: true }],
  },
  {
    migration: '0059-timeouts',
    before: [],
    after: 'select timeouts from deliveries limit 1',
    expected: [{ timeouts: null }],
  },
  {
    migration: '0060-activity-messages',
    before: [],
    // An earlier version writes entries without the new columns.
    after: `with old as (insert into activities (release_id, activity_type, target_type, target_id, message, username,
        event_time) select release_id, activity_type, target_type, target_id, message, username, event_time
        from activities limit 1 returning code, params)
      select old.*, exists (select from activities where code is null) as kept from old`,
    expected: [{ code: null, params: null, kept: true }],
  },
  ...recentMigrationCases,
];

test('every migration has a test case', () => {
  expect(cases.map(({ migration: to }) => to)).toEqual(migrations.map(([migration]) => migration));
});

test.each(cases)('$migration migrates existing rows', async ({ migration: to, before, after, expected }) => {
  for (const text of before) await database.query({ text });
  await migrate(url, to);
  expect(await database.query({ text: after })).toEqual(expected);
});

test('processes that start at the same time migrate once, also after a killed process', async () => {
  await database.query({ text: 'update migrations_lock set is_locked = 1' });
  expect(await Promise.all([migrate(url), migrate(url), migrate(url)])).toEqual([[], [], []]);
  const applied = 'select name from migrations union all select name from schema_steps order by name';
  expect(await database.query({ text: applied })).toEqual(migrations.map(([migration]) => ({ name: migration })));
});
