import { openUnsubscribeLink } from '@slipway/notifications';
import { deleteDashboardSubscription } from '@slipway/persistence/dashboards';
import { createLogger } from '@slipway/process';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { headersIn, type MailServer, partsIn, startMailServer } from '../../../../test/harness/mail/mail-server.ts';
import { startFanOut } from './fan-out.ts';
import { type Ledger, openLedger, publicUrl } from './testing/ledger.ts';
import { startWeeklyMails } from './weekly-mails.ts';

/** Weekly mails of dashboards (insights.md, Weekly mail), with a real mail server and a clock that tests set. */
let mailServer: MailServer;
let ledger: Ledger;
const stops: (() => Promise<void>)[] = [];
const hour = 3_600_000;
/** a Sunday */
const sunday = Date.parse('2027-03-21T12:00:00Z');

const tiles = [
  { metric: 'release.throughput', days: 7, chart: 'number', size: 'small' },
  { metric: 'release.duration', title: 'How <long>', days: 7, chart: 'line', size: 'medium' },
  {
    metric: 'release.throughput',
    title: 'Lost',
    days: 7,
    filter: { folderId: 'FolderGone' },
    chart: 'bar',
    size: 'small',
  },
  { metric: 'release.duration', title: 'By tag', days: 7, groupBy: 'tag', chart: 'table', size: 'small' },
];

async function addRelease(id: string, folderId: string, day: string, minutes: number, tags: readonly string[] = []) {
  await ledger.query(
    `insert into insight_releases (id, ended_at, day, folder_id, title, status, tags, duration, tasks, automated,
      failures, has_failed, restarts, max_risk)
    values ($1, $2::timestamptz, $2::date, $3, 'R', 'COMPLETED', $5::text[], $4, 1, 0, 0, false, 0, 0)`,
    [id, `${day}T10:00:00Z`, folderId, minutes * 60_000, JSON.stringify(tags).replace('[', '{').replace(']', '}')],
  );
}

beforeAll(async () => {
  mailServer = await startMailServer();
  const from = 'Slipway <slipway@acme.example>';
  const { port } = mailServer;
  ledger = await openLedger({ host: '127.0.0.1', port, tls: false, isLocal: true, login: null, from }, sunday);
  const { database, clock } = ledger;
  const logger = createLogger({ logLevel: 'silent' }, { write: () => {} });
  const common = { database, logger, intervalMs: 20 };
  for (const part of [
    startWeeklyMails({ ...common, now: async () => clock.now }),
    startFanOut({ ...common, zone: 'UTC' }),
  ])
    stops.push(() => part.stop());
  await ledger.query(`insert into users (username, email, login_allowed) values ('Ann', 'ann@example.com', true),
    ('Bea', null, true), ('Eve', 'eve@example.com', true), ('Out', 'out@example.com', false)`);
  await ledger.query(`insert into folders (id, title, parent_id, path, scope_id) values
    ('FolderShop', 'Shop', 'Applications', '{Applications,FolderShop}', 'FolderShop'),
    ('FolderSecret', 'Secret', 'Applications', '{Applications,FolderSecret}', 'FolderSecret')`);
  await ledger.query(`insert into teams (id, scope_id, name, permissions, position) values
    ('Team1', 'FolderShop', 'Readers', '{folder#view,release#view,dashboard#view}', 1)`);
  await ledger.query(`insert into roles (id, name, permissions) values ('RoleReports', 'Reports', '{reports#view}')`);
  for (const name of ['Ann', 'Bea', 'Out']) {
    await ledger.query(
      `insert into team_members (team_id, principal, name, position) values ('Team1', 'user:' || lower($1), $1, 0)`,
      [name],
    );
  }
  for (const name of ['Ann', 'Bea', 'Eve', 'Out'])
    await ledger.query(`insert into role_principals (role_id, principal, name) values ('RoleReports', lower($1), $1)`, [
      name,
    ]);
  const many = Array.from({ length: 11 }, (_, index) => `<t${index}>`);
  await addRelease('Release1', 'FolderShop', '2027-03-16', 120, ['slow']);
  await addRelease('Release2', 'FolderShop', '2027-03-17', 60, many);
  await addRelease('Release3', 'FolderShop', '2027-03-09', 30);
  await addRelease('Release4', 'FolderSecret', '2027-03-16', 600, ['secret']);
  ledger.start();
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await ledger.close();
  await mailServer.stop();
});
beforeEach(async () => {
  ledger.clock.now = sunday;
  await ledger.query('truncate notification_deliveries, events, notification_attempts, notification_preferences');
  await ledger.query('delete from dashboards');
  await ledger.query(
    `insert into dashboards (id, title, folder_id, tiles) values ('Dashboard1', 'Shop <weekly>', 'FolderShop', $1)`,
    [JSON.stringify(tiles)],
  );
});

/** Subscribes a user to the mail of Monday 08:00 in Berlin. */
async function subscribe(name: string, nextAt = Date.parse('2027-03-22T07:00:00Z')) {
  await ledger.query(
    `insert into dashboard_subscriptions (dashboard_id, username, weekday, time, time_zone, next_at)
      values ('Dashboard1', lower($1), 'MONDAY', '08:00', 'Europe/Berlin', to_timestamp($2 / 1000.0))`,
    [name, nextAt],
  );
}
const deliveries = async () => {
  const rows = await ledger.query<{ text: string }>(
    `select recipient || ' ' || channel || ' ' || state || ' ' || decided_by as text from notification_deliveries order by 1`,
  );
  return rows.map(({ text }) => text);
};
const nextTimes = () =>
  ledger.query<{ next: number }>(
    `select (extract(epoch from next_at) * 1000)::float8 as next from dashboard_subscriptions`,
  );
/** Sets the clock to the time when the events of the last minute are sent. */
const passGrouping = () => {
  ledger.clock.now += 60_000;
};

test('one mail per week has the numbers of both periods that its reader may view, also over a change of the clock', async () => {
  const before = mailServer.received.length;
  await subscribe('Ann');
  ledger.clock.now = Date.parse('2027-03-22T06:59:59Z');
  ledger.clock.now += 1_000;
  await expect.poll(deliveries).toEqual(['ann mail pending installation']);
  passGrouping();
  await expect.poll(deliveries).toEqual(['ann mail sent installation']);
  // The clock changes on 28 March: 08:00 in Berlin is 06:00 in UTC.
  expect(await nextTimes()).toEqual([{ next: Date.parse('2027-03-29T06:00:00Z') }]);
  const mail = mailServer.received[before]!;
  expect(headersIn(mail, 'Subject')).toEqual(['Weekly numbers: Shop <weekly>']);
  const text = partsIn(mail, 'text/plain')[0]!.replaceAll('\r\n', '\n');
  expect(text).toContain(
    [
      ...['Throughput, 2027-03-15 to 2027-03-21', '  Value: 2 (before: 1)', '  Number of values: 2 (before: 1)', ''],
      ...['How <long>, 2027-03-15 to 2027-03-21', '  Average: 1 h 30 min (before: 30 min)'],
      ...['  Median: 1 h 30 min (before: 30 min)', '  Number of values: 2 (before: 1)', ''],
      ...['Lost, 2027-03-15 to 2027-03-21', '  not available', ''],
      ...['By tag, 2027-03-15 to 2027-03-21', '  Average: 1 h 30 min (before: 30 min)'],
      ...['  Median: 1 h 30 min (before: 30 min)', '  Number of values: 2 (before: 1)'],
      ...['  Groups (number of values):', '    slow: 2 h (1)'],
    ].join('\n'),
  );
  expect(text).toContain(`${publicUrl}/insights/dashboards/Dashboard1`);
  expect(text.match(/^ {4}<t\d+>: 1 h \(1\)$/gm)).toHaveLength(9);
  expect(text).toMatch(/^ {4}2 more groups$/m);
  expect(text).not.toContain('secret');
  const html = partsIn(mail, 'text/html')[0]!;
  expect(html).toContain('2 more groups');
  expect(html).not.toMatch(/<t\d/);
  expect(html).toContain('How &lt;long&gt;');
  expect(html).not.toContain('<long>');
  const token = /unsubscribe\/([^>]+)>/.exec(headersIn(mail, 'List-Unsubscribe')[0]!.replaceAll(' ', ''))![1]!;
  expect(openUnsubscribeLink(ledger.seal, token, ledger.clock.now)).toEqual({
    ...{ username: 'ann', eventType: 'dashboard.weekly', releaseId: null, dashboardId: 'Dashboard1' },
  });
  ledger.clock.now = Date.parse('2027-03-29T06:00:00Z');
  await expect.poll(async () => (await deliveries()).length).toBe(2);
  passGrouping();
  await expect.poll(async () => mailServer.received.length).toBe(before + 2);
});

test('after an outage of several weeks there is one mail', async () => {
  await subscribe('Ann');
  ledger.clock.now = Date.parse('2027-04-20T12:00:00Z');
  await expect.poll(deliveries).toEqual(['ann mail pending installation']);
  expect(await nextTimes()).toEqual([{ next: Date.parse('2027-04-26T06:00:00Z') }]);
});

test('the ledger has the reason of a mail that is not sent', async () => {
  const before = mailServer.received.length;
  for (const name of ['Bea', 'Eve', 'Out']) await subscribe(name);
  ledger.clock.now += 24 * hour;
  const suppressed = ['bea mail suppressed address', 'out mail suppressed rights'];
  await expect.poll(deliveries).toEqual([suppressed[0], 'eve mail pending installation', suppressed[1]]);
  passGrouping();
  // Eve is in no team of the folder.
  await expect.poll(deliveries).toEqual([suppressed[0], 'eve mail suppressed rights', suppressed[1]]);
  expect(mailServer.received).toHaveLength(before);
});

test('a deleted subscription or dashboard has no mail, and a refused one is retried', async () => {
  await subscribe('Ann');
  await deleteDashboardSubscription(ledger.database, 'Dashboard1', 'Ann');
  await subscribe('Ann');
  mailServer.setRules({ message: () => ({ code: 451, text: 'try later' }) });
  ledger.clock.now += 24 * hour;
  await expect.poll(deliveries).toEqual(['ann mail pending installation']);
  passGrouping();
  const attempts = async () =>
    (await ledger.query<{ attempts: number }>('select attempts from notification_deliveries'))[0]?.attempts;
  await expect.poll(attempts).toBe(1);
  mailServer.setRules({});
  const before = mailServer.received.length;
  await ledger.query('delete from dashboards');
  ledger.clock.now += hour;
  await expect.poll(deliveries).toEqual(['ann mail suppressed rights']);
  expect(mailServer.received).toHaveLength(before);
});
