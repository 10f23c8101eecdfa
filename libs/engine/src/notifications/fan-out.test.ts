import type { EventTypeName } from '@slipway/domain/model';
import type { NotificationRule } from '@slipway/domain/notifications';
import type { Database } from '@slipway/persistence/database';
import { insertEvents } from '@slipway/persistence/events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestEnvironment, type TestEnvironment } from '../testing.ts';
import { fanOut } from './fan-out.ts';

let environment: TestEnvironment;
let database: Database;
const run = (text: string) => database.query<Record<string, unknown>>({ text });

beforeAll(async () => {
  environment = await openTestEnvironment();
  database = environment.database;
  await run(`insert into folders (id, parent_id, title, path, scope_id) values
    ('FolderA', 'Applications', 'A', '{Applications,FolderA}', 'FolderA'),
    ('FolderB', 'FolderA', 'B', '{Applications,FolderA,FolderB}', 'FolderA')`);
  await run(`insert into users (username, email, login_allowed, groups) values ('Ann', 'ann@example.com', true, '{}'),
    ('bob', 'bob@example.com', true, '{ops-group}'), ('cyd', null, true, '{}'), ('dan', 'dan@example.com', true, '{}'),
    ('eve', 'eve@example.com', false, '{}'), ('fay', 'fay@example.com', true, '{}')`);
  await run(`insert into roles (id, name, permissions) values ('Role1', 'Operations', '{}')`);
  await run(`insert into role_principals (role_id, principal, name) values
    ('Role1', 'ops-group', 'ops-group'), ('Role1', 'cyd', 'cyd')`);
  await run(`insert into teams (id, scope_id, name, permissions, position) values
    ('TeamQA', 'FolderA', 'QA', '{release#view}', 0), ('TeamAdmin', 'FolderA', 'Release Admin', '{release#view}', 1)`);
  await run(`insert into team_members (team_id, principal, name, position) values ('TeamQA', 'user:ann', 'Ann', 0),
    ('TeamQA', 'role:Role1', 'Operations', 1), ('TeamQA', 'user:eve', 'eve', 2), ('TeamAdmin', 'user:dan', 'dan', 0)`);
});
afterAll(() => environment.close());
beforeEach(async () => {
  await run(`truncate events, event_queue, notification_deliveries, inbox_entries, notification_rules, notification_preferences,
    followed_objects, event_subscriptions`);
});

const at = Date.parse('2026-11-30T12:00:00Z');
/** Writes an event of a task in FolderB, of a release that is no longer live. */
async function occur(type: EventTypeName, audience: object, actor = 'SYSTEM') {
  await insertEvents(database, 'FolderB', [{ type, occasion: null, taskId: 'Task1', actor, at, data: {}, audience }]);
  await run(`update events set release_id = 'Release1' where id in (select event_id from event_queue)`);
}
const ledger = async () => {
  const rows = await run(`select recipient, channel, state, decided_by, reason,
    extract(epoch from next_at - created_at)::int as after from notification_deliveries`);
  const lines = rows.map((row) => Object.values(row).filter((value) => value !== null));
  return lines.map((values) => values.join(' ')).toSorted();
};
const rules = (scopeId: string, ...all: readonly NotificationRule[]) =>
  database.query({ text: 'insert into notification_rules (scope_id, rules) values ($1, $2)' }, [
    ...[scopeId, JSON.stringify(all)],
  ]);

test('a team is notified with the members of its roles and groups; members without an address are in the ledger', async () => {
  await occur('task.started', { team: 'QA' });
  expect(await fanOut(database, 'UTC')).toBe(1);
  expect(await fanOut(database, 'UTC')).toBe(0);
  expect(await ledger()).toEqual([
    ...['ann inbox sent installation assignee', 'ann mail pending installation assignee 30'],
    ...['bob inbox sent installation assignee', 'bob mail pending installation assignee 30'],
    ...['cyd inbox sent installation assignee', 'cyd mail suppressed address assignee'],
    ...['eve inbox suppressed rights assignee', 'eve mail suppressed rights assignee'],
  ]);
  expect(await run('select username, browser from inbox_entries order by username')).toEqual(
    ['ann', 'bob', 'cyd'].map((username) => ({ username, browser: true })),
  );
  expect(await run('select people from plan_changes')).toEqual([{ people: ['user:ann', 'user:bob', 'user:cyd'] }]);
});

test('the actor, unknown users, and users without rights receive nothing; an assignee may view the task', async () => {
  await occur('task.started', { owner: 'ANN' }, 'Ann');
  await occur('task.started', { owner: 'gone' });
  await occur('task.failed', { owner: 'fay', releaseOwner: 'dan', team: 'none' });
  await occur('comment.mentioned', { mentioned: ['fay', 'QA', 'ops-group'] }, 'ann');
  await fanOut(database, 'UTC');
  expect(await ledger()).toEqual(
    [
      ...['bob inbox sent installation mentioned', 'bob mail pending installation mentioned 30'],
      ...['cyd inbox sent installation mentioned', 'cyd mail suppressed address mentioned'],
      ...['dan inbox sent installation releaseOwner', 'dan mail pending installation releaseOwner 30'],
      ...['eve inbox suppressed rights mentioned', 'eve mail suppressed rights mentioned'],
      ...['fay inbox sent installation taskOwner', 'fay inbox suppressed rights mentioned'],
      ...['fay mail pending installation taskOwner 30', 'fay mail suppressed rights mentioned'],
    ].toSorted(),
  );
});

test('rules of the nearest folder, followers, preferences, quiet hours and digests', async () => {
  const channels = { inbox: 'now', mail: 'now' } as const;
  await rules('FolderA', { events: ['task.started'], recipients: ['role:operations', 'user:Dan'], channels });
  await rules('Applications', { events: ['task.started'], recipients: ['team:QA'], channels, mandatory: true });
  await run(`insert into followed_objects values ('dan', 'FolderA', 'mute'), ('dan', 'Release1', 'follow'),
    ('ann', 'Task1', 'mute'), ('fay', 'FolderB', 'follow')`);
  await database.query(
    { text: `insert into notification_preferences (username, preferences) values ($1, $2), ($3, $4)` },
    [
      ...['dan', JSON.stringify({ events: { 'task.started': { mail: 'digest' } }, timeZone: 'Europe/Berlin' })],
      ...['bob', JSON.stringify({ quietHours: [{ weekdays: ['MONDAY'], from: '11:00', to: '13:00' }] })],
    ],
  );
  await occur('task.started', { owner: 'fay' });
  await fanOut(database, 'UTC');
  expect(await ledger()).toEqual([
    // A mandatory rule has priority over a muted task.
    ...['ann inbox sent mandatory team', 'ann mail pending mandatory team 30'],
    ...['bob inbox sent mandatory team', 'bob mail held mandatory team 3600'],
    ...['cyd inbox sent mandatory team', 'cyd mail suppressed address team'],
    // The digest is at 08:00 in Berlin on the next day.
    ...['dan inbox sent folder user', `dan mail held user user ${19 * 3_600}`],
    ...['eve inbox suppressed rights team', 'eve mail suppressed rights team'],
    ...['fay inbox sent folder follow', 'fay mail pending folder follow 30'],
  ]);
});

test('enabled subscriptions of the folder receive matching events; a suspended address is not used', async () => {
  await run(`insert into event_subscriptions (id, folder_id, owner, kind, title, url, types, filter, enabled) values
    ('S1', null, 'ann', 'webhook', '', '', '{task.started}', '{}', true),
    ('S2', 'FolderA', 'ann', 'slack', '', '', '{task.started}', '{"phaseTitles":[]}', true),
    ('S3', 'FolderB', 'ann', 'teams', '', '', '{task.failed}', '{}', true),
    ('S4', 'FolderB', 'ann', 'teams', '', '', '{task.started}', '{"tags":["prod"]}', true),
    ('S5', null, 'ann', 'webhook', '', '', '{task.started}', '{}', false),
    ('S6', 'FolderB', 'ann', 'webhook', '', '', '{}', '{}', true)`);
  await run(`insert into notification_preferences (username, preferences, address_suspended)
    values ('ann', '{}', 'ann@example.com'), ('bob', '{}', 'old@example.com')`);
  await occur('task.started', { team: 'none' });
  await occur('task.commented', { owner: 'ann' });
  await occur('task.overdue', { owner: 'bob' });
  await fanOut(database, 'UTC');
  expect(await ledger()).toEqual([
    ...['S1 webhook pending subscription subscription 0', 'S2 slack pending subscription subscription 30'],
    // without types, all three events
    ...Array.from({ length: 3 }, () => 'S6 webhook pending subscription subscription 0'),
    'ann inbox sent installation taskOwner',
    ...['bob inbox sent installation assignee', 'bob mail pending installation assignee 30'],
    ...['dan inbox sent installation releaseAdmin', 'dan mail pending installation releaseAdmin 30'],
  ]);
});

test('a webhook in the format of CDEvents has deliveries of deployments with an artifact only', async () => {
  await run(`insert into event_subscriptions (id, owner, kind, title, url, types, format)
    values ('S1', 'ann', 'webhook', 'CD', 'sealed', '{}', 'cdevents'), ('S2', 'ann', 'webhook', 'All', 'sealed', '{}', 'slipway')`);
  const names = { id: 'Deployment1', application: 'Shop', environment: 'prod', kind: 'normal', first: true } as const;
  const artifactId = 'pkg:oci/shop@sha256%3A0b31';
  const deployments = [
    { ...names, artifactId, outcome: 'succeeded' },
    { ...names, artifactId, outcome: 'failed' },
    { ...names, outcome: 'succeeded' },
  ] as const;
  const event = { occasion: null, taskId: null, actor: 'SYSTEM', at, audience: {} };
  await insertEvents(database, 'FolderB', [
    ...deployments.map((deployment) => ({ ...event, type: 'deployment.finished', data: { deployment } }) as const),
    { ...event, type: 'release.completed', data: {} },
  ]);
  await run(`update events set release_id = 'Release1'`);
  await fanOut(database, 'UTC');
  const webhooks = (await ledger()).filter((line) => line.includes('webhook'));
  expect(webhooks).toEqual(
    ['S1', 'S2', 'S2', 'S2', 'S2'].map((id) => `${id} webhook pending subscription subscription 0`),
  );
});

test('an event without a release is for its owner, and for users with the permission to view its object', async () => {
  await rules('Applications', {
    events: ['trigger.failed', 'token.expiring'],
    recipients: ['subjectOwner', 'user:dan', 'user:ann'],
    channels: { inbox: 'now' },
  });
  const occurs = (type: EventTypeName, folderId: string | null) =>
    insertEvents(database, folderId, [
      { type, occasion: null, taskId: null, actor: 'SYSTEM', at, data: {}, audience: { subjectOwner: 'Fay' } },
    ]);
  await run(`update teams set permissions = '{trigger#view_trigger}' where id = 'TeamAdmin'`);
  await occurs('trigger.failed', 'FolderA');
  await occurs('token.expiring', null);
  await fanOut(database, 'UTC');
  expect(await ledger()).toEqual([
    ...['ann inbox suppressed rights user', 'ann inbox suppressed rights user'],
    ...['dan inbox sent installation user', 'dan inbox suppressed rights user'],
    ...['fay inbox sent installation subjectOwner', 'fay inbox sent installation subjectOwner'],
  ]);
  await run(`update teams set permissions = '{release#view}' where id = 'TeamAdmin'`);
});

test('a batch takes the same number of statements for one event as for many', async () => {
  const statementsFor = async (count: number) => {
    for (let event = 0; event < count; event += 1) await occur('task.started', { owner: 'ann', team: 'QA' });
    let statements = 0;
    const counting: Database = {
      ...database,
      transaction: (work, mode) =>
        database.transaction((connection) => {
          statements = 0;
          return work({
            query: (statement, values) => {
              statements += 1;
              return connection.query(statement, values);
            },
          });
        }, mode),
    };
    expect(await fanOut(counting, 'UTC')).toBe(count);
    return statements;
  };
  expect([await statementsFor(1), await statementsFor(40)]).toEqual([4, 4]);
});

test('many processes together create each delivery once', async () => {
  for (let event = 0; event < 60; event += 1) await occur('task.started', { owner: 'ann' });
  const processed = await Promise.all(Array.from({ length: 8 }, () => fanOut(database, 'UTC', 10)));
  expect(processed.reduce((sum, count) => sum + count, 0)).toBe(60);
  expect(
    await run('select count(*)::int as count, count(distinct event_id)::int as events from inbox_entries'),
  ).toEqual([{ count: 60, events: 60 }]);
  expect(await ledger()).toHaveLength(120);
});
