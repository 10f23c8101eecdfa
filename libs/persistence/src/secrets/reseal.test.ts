import { afterAll, beforeEach, expect, test } from 'vitest';
import { openFreshDatabase } from '../testing/database.ts';
import { countSealedWith, reseal } from './reseal.ts';
import { createSeal, purposeStorage, type SealKind } from './seal.ts';
import { sealedTables } from './sealed-tables.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

const [before, after] = [createSeal('before'), createSeal('after', 'before')];
const waitMs = 0;
const rows = <Row extends object>(text: string) => database.query<Row>({ text });

beforeEach(async () => {
  await database.query({
    text: 'truncate shared_variables, script_journal, releases, tasks, seal_keys, key_check cascade',
  });
});

/** Tables without encrypted texts. If a table gets an encrypted column, move it to `sealedTables`. */
const openTables = [
  ...[
    'access_version',
    'activities',
    'archived_ids',
    'attachment_chunks',
    'attachment_contents',
    'audit',
    'awaits',
    'blackouts',
    'calendar_addresses',
  ],
  ...[
    'event_queue',
    'events',
    'followed_objects',
    'inbox_entries',
    'mail_outcomes',
    'notification_attempts',
    'notification_deliveries',
    'notification_preferences',
    'notification_rules',
  ],
  ...['comments', 'container_agents', 'dashboard_subscriptions', 'dashboards', 'folders'],
  ...['insight_days', 'insight_deployments', 'insight_incidents', 'insight_pending', 'insight_releases'],
  ...['built_months', 'months', 'month_days', 'month_sketches', 'month_tasks', 'month_waits', 'rebuild'].map(
    (name) => `insight_${name}`,
  ),
  ...[
    'insight_moved_folders',
    'insight_settings',
    'insight_sketches',
    'insight_state',
    'insight_task_days',
    'insight_tasks',
    'insight_waits',
  ],
  ...['integration_defaults', 'integrations'],
  ...['invitations', 'kept_code', 'migrations', 'migrations_lock', 'personal_access_tokens'],
  'phases',
  ...['plan_changes', 'plugin_changes', 'plugin_types', 'plugins', 'risk_history', 'risk_profiles', 'risk_references'],
  ...[
    'risk_settings',
    'role_principals',
    'roles',
    'saved_views',
    'schema_steps',
    'sessions',
    'settings',
    'team_members',
    'teams',
    'template_versions',
  ],
  ...['trigger_runs', 'triggered_releases', 'unasked_creators', 'users', 'wake_claims', 'calendar'],
  // The check texts of the keys, which `seal.ts` handles.
  ...['key_check', 'seal_keys'],
];

test('every table is listed as encrypted or not', async () => {
  const tables = await rows<{ readonly name: string }>(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`);
  const knownTables = [...sealedTables.map(({ table }) => table), ...openTables];
  const names = tables.map(({ name }) => name);
  expect(names.filter((name) => !knownTables.includes(name))).toEqual([]);
  expect(sealedTables.map(({ table }) => table).filter((table) => !names.includes(table))).toEqual([]);
});

test('the listed partitions, keys and columns exist in the schema', async () => {
  for (const { table, parts, key, columns } of sealedTables) {
    const results = await rows<{
      readonly name: string;
      readonly type: string;
    }>(`select column_name as name, data_type as type
      from information_schema.columns where table_schema = 'public' and table_name = '${table}'`);
    const types = new Map(results.map(({ name, type }) => [name, type]));
    expect(Object.entries(columns).map(([name, { type }]) => [table, name, type])).toEqual(
      Object.keys(columns).map((name) => [table, name, types.get(name)]),
    );
    const inherited = await rows<{ readonly name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass`,
    );
    expect(parts.toSorted()).toEqual((inherited.length > 0 ? inherited.map(({ name }) => name) : [table]).toSorted());
    const leaves = await rows<{ readonly name: string }>(
      `select relid::regclass::text as name from pg_partition_tree('${table}') where isleaf`,
    );
    for (const part of leaves.length > 0 ? leaves.map(({ name }) => name) : [table]) {
      const [primary] = await rows<{
        readonly names: string;
      }>(`select string_agg(attname, ' ' order by array_position(indkey::int2[], attnum)) as names
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey) where indrelid = '${part}'::regclass and indisprimary`);
      expect([part, primary?.names]).toEqual([part, key.join(' ')]);
    }
  }
});

test('every purpose has its columns', () => {
  const stored = Object.entries(purposeStorage).flatMap(([kind, place]) => (place === 'columns' ? [kind] : []));
  const sealedKinds = new Set<SealKind>(
    sealedTables.flatMap(({ columns }) => Object.values(columns).flatMap(({ kinds }) => kinds)),
  );
  expect([...sealedKinds, 'key-check'].toSorted()).toEqual(stored.toSorted());
});

const release = (id: string, archived: boolean, variables: unknown, passive: unknown) =>
  database.query(
    {
      text: `insert into releases (id, archived, folder_id, status, title, flag_status, real_flag_status, tags,
        auto_start, abort_on_failure, risk_score, total_risk_score, rest, variables, passive)
      values ($1, $2, 'Applications', 'COMPLETED', 'R', 'OK', 'OK', '{}', false, false, 0, 0, '{}', $3, $4)`,
    },
    [id, archived, JSON.stringify(variables), JSON.stringify(passive)],
  );
const opened = (purpose: 'variable' | 'property' | 'script-user-password', sealed: string | undefined) =>
  createSeal('after').open(purpose, sealed ?? '');

test('encrypts all texts again, and leaves texts that only look encrypted', async () => {
  const fakeSealed = `v1.${before.keyId}.${'A'.repeat(16)}.AAAA.${'A'.repeat(22)}`;
  for (const archived of [false, true])
    await release(
      archived ? 'ReleaseOld' : 'Release1',
      archived,
      [{ value: before.seal('variable', 'one') }, { value: 12345678901234567890n.toString() }, { value: fakeSealed }],
      { scriptUserPassword: before.seal('script-user-password', 'two'), description: 'v1. "v1.' },
    );
  await database.query(
    {
      text: `insert into tasks (id, release_id, phase_id, position, type, title, status, flag_status, passive, definition)
        values ('Task1', 'Release1', 'Phase1', 0, 'Task', 'T', 'PLANNED', 'OK', $1, $2)`,
    },
    [
      JSON.stringify({ properties: { token: before.seal('property', 'three'), n: 1 } }),
      JSON.stringify({ creation: { templateVariables: [{ value: before.seal('variable', 'four') }] } }),
    ],
  );
  const remainingCounts: number[] = [];
  const done = await reseal({
    database,
    seal: after,
    waitMs,
    onProgress: (remaining) => remainingCounts.push(remaining),
  });
  expect([done, remainingCounts]).toEqual([{ isComplete: true, resealedCount: 3, unreadable: 2 }, [3, 2, 1, 0, 0, 0]]);
  type Plan = { id: string; version: number; variables: { value: string }[]; passive: Record<string, string> };
  const plans = await rows<Plan>('select id, version, variables, passive from releases order by id');
  expect(
    plans.map(({ id, version, variables: [one, big, odd], passive }) => [
      ...[id, version, opened('variable', one?.value), big?.value, odd?.value],
      ...[opened('script-user-password', passive.scriptUserPassword), passive.description],
    ]),
  ).toEqual([
    // Increased for the release and for its task, because processes cache live plans by version.
    ['Release1', 3, 'one', '12345678901234567890', fakeSealed, 'two', 'v1. "v1.'],
    ['ReleaseOld', 1, 'one', '12345678901234567890', fakeSealed, 'two', 'v1. "v1.'],
  ]);
  const [task] = await rows<{ token: string; value: string }>(`select passive #>> '{properties,token}' as token,
    definition #>> '{creation,templateVariables,0,value}' as value from tasks`);
  expect([opened('property', task?.token), opened('variable', task?.value)]).toEqual(['three', 'four']);
});

/** Variables with their numbers as passwords. */
const share = (count: number) =>
  database.query(
    {
      text: `insert into shared_variables (id, key, variable) select 'Variable' || lpad(nth::text, 4, '0'), nth::text, jsonb_build_object('value', value, 'note', 0)
        from unnest($1::text[]) with ordinality as each(value, nth)`,
    },
    [Array.from({ length: count }, (_, nth) => before.seal('variable', String(nth)))],
  );

test('finds the rows of all pages, by keys of one and of two columns', async () => {
  await share(450);
  await database.query(
    {
      text: `insert into script_journal (run_id, nth, release_id, effect) select 'Run', n, 'Release1', $1 from generate_series(0, 420) n`,
    },
    [before.seal('script-journal Run 3 effect', 'kept')],
  );
  expect(await countSealedWith(database, before.keyId)).toBe(450 + 421);
  // A text that was encrypted for row 3 cannot be decrypted for another row.
  expect(await reseal({ database, seal: after, waitMs })).toEqual({
    isComplete: true,
    resealedCount: 451,
    unreadable: 420,
  });
  const values = await rows<{ value: string }>(
    `select variable ->> 'value' as value from shared_variables order by id`,
  );
  expect(values.map(({ value }) => opened('variable', value))).toEqual(values.map((_, nth) => String(nth)));
});

test('encrypts detached months of the archive again, because they may be attached again', async () => {
  await release('ReleaseMonth', true, [{ value: before.seal('variable', 'kept') }], {});
  await rows(`select add_archive_month('2020-01-01')`);
  await rows(`update archived_releases set archived_month = '2020-01-01'`);
  await rows(`select detach_archive_month('2020-01-01')`);
  expect(await reseal({ database, seal: after, waitMs })).toEqual({
    isComplete: true,
    resealedCount: 1,
    unreadable: 0,
  });
  const [results] = await rows<{ value: string }>(
    `select variables #>> '{0,value}' as value from detached_releases_2020_01`,
  );
  expect(opened('variable', results?.value)).toBe('kept');
});

test('preserves concurrent writes', async () => {
  await share(40);
  let isWriting = true;
  const writes = (async () => {
    let count = 0;
    for (; isWriting; count++)
      await rows(
        `update shared_variables set variable = variable || jsonb_build_object('note', (variable ->> 'note')::int + 1)`,
      );
    return count;
  })();
  const done = await reseal({ database, seal: after, waitMs: 20, maxPasses: 1_000 });
  isWriting = false;
  const count = await writes;
  expect([done.isComplete, done.resealedCount]).toEqual([true, 40]);
  const values = await rows<{ note: number; value: string }>(
    `select variable ->> 'value' as value, (variable ->> 'note')::int as note from shared_variables order by id`,
  );
  expect(values.map(({ note, value }) => [note, opened('variable', value)])).toEqual(
    values.map((_, nth) => [count, String(nth)]),
  );
});

test('does not end while a process uses the previous key, and does nothing without a previous key', async () => {
  const seal = { ...after, seal: before.seal };
  await share(1);
  expect(await reseal({ database, seal, waitMs, maxPasses: 3 })).toEqual({
    isComplete: false,
    resealedCount: 3,
    unreadable: 0,
  });
  expect(await reseal({ database, seal: createSeal('after'), waitMs })).toMatchObject({
    isComplete: true,
    resealedCount: 0,
  });
});
