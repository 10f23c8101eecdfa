import type { ServerResponse } from 'node:http';
import { openUnsubscribeLink } from '@slipway/notifications';
import { insertPlan } from '@slipway/persistence/plans';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outcomeOf, phaseWith, releaseWith, taskWith } from '../../../../libs/persistence/src/testing/plans.ts';
import { headersIn, type MailServer, partsIn, startMailServer } from '../../../../test/harness/mail/mail-server.ts';
import { receiver, stopReceivers } from './testing/http-receivers.ts';
import { type Ledger, openLedger, publicUrl } from './testing/ledger.ts';

let mailServer: MailServer;
let ledger: Ledger;
const release = releaseWith([phaseWith([taskWith({}, { status: 'COMPLETED' })])], { status: 'IN_PROGRESS' });
const other = releaseWith([], { status: 'IN_PROGRESS' });
const taskId = release.phases[0]!.tasks[0]!.id;

beforeAll(async () => {
  mailServer = await startMailServer();
  const { port } = mailServer;
  const from = 'Slipway <slipway@acme.example>';
  ledger = await openLedger({ host: '127.0.0.1', port, tls: false, isLocal: true, login: null, from });
  for (const plan of [release, other]) await insertPlan(ledger.database, outcomeOf(plan));
  await ledger.query(
    `insert into users (username, email) values ('Ann', 'ann@example.com'), ('Bea', null), ('Eve', 'eve@example.com')`,
  );
  await ledger.query(`update releases set owner = 'Ann'`);
  ledger.start({ timeoutMs: 5_000 });
});
afterAll(async () => {
  await ledger.close();
  await mailServer.stop();
  await stopReceivers();
});
beforeEach(async () => {
  await ledger.query('truncate notification_deliveries, events, event_subscriptions, notification_attempts');
});

const states = async () => (await ledger.rows()).map(({ state }) => state);
const attempts = async () => (await ledger.rows()).map((row) => row.attempts);
const accept = (response: ServerResponse) => void response.writeHead(204).end();

test('a webhook receives each event once, signed, and the ledger has the attempt', async () => {
  const { url, received } = await receiver(accept);
  const recipient = await ledger.addReceiver(url);
  for (const releaseId of [release.id, release.id, null])
    await ledger.addDelivery({ recipient, channel: 'webhook', releaseId });
  await expect.poll(states).toEqual(['sent', 'sent', 'sent']);
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ id }) => id)).size).toBe(3);
  expect(JSON.parse(received[0]!.body)).toMatchObject({ specversion: '1.0', source: `${publicUrl}/api/v1` });
  expect(received[0]!.headers['webhook-signature']).toMatch(/^v1,/);
  expect(
    await ledger.query(
      'select recipient, channel, status, error, count(*)::int from notification_attempts group by 1, 2, 3, 4',
    ),
  ).toEqual([{ recipient, channel: 'webhook', status: 204, error: null, count: 3 }]);
});

test('retries continue for 75 hours with the same id, and then the receiver is disabled', async () => {
  const { url, received } = await receiver((response) => void response.writeHead(500).end('broken'));
  const recipient = await ledger.addReceiver(url);
  await ledger.addDelivery({ recipient, channel: 'webhook', releaseId: release.id });
  const start = ledger.clock.now;
  for (let attempt = 1; attempt < 10; attempt += 1) {
    await expect.poll(attempts).toEqual([attempt]);
    ledger.clock.now = (await ledger.rows())[0]!.nextAt!;
  }
  await expect.poll(states).toEqual(['dead']);
  expect(ledger.clock.now - start).toBe((75 * 60 + 35) * 60_000 + 5_000);
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  expect(received).toHaveLength(10);
  await expect
    .poll(() => ledger.notified.slice(-10))
    .toEqual([...Array.from({ length: 9 }, () => 'webhook failed'), 'webhook dead']);
  expect(await ledger.rows()).toMatchObject([{ attempts: 10, error: 'the receiver answered 500: broken' }]);
  expect(await ledger.query('select enabled, disabled_reason from event_subscriptions')).toEqual([
    { enabled: false, disabled_reason: 'all deliveries failed for 75 hours: the receiver answered 500: broken' },
  ]);
  expect(await ledger.query(`select audience, data from events where type = 'subscription.disabled'`)).toMatchObject([
    { audience: { subjectOwner: 'ann' }, data: { subject: { id: recipient, title: 'Hook' } } },
  ]);
  await ledger.addDelivery({ recipient, channel: 'webhook' });
  await expect.poll(states).toEqual(['dead', 'dead']);
  expect(received).toHaveLength(10);
});

test('Retry-After postpones all deliveries of a receiver, and a success ends its failures', async () => {
  let status = 429;
  const { url, received } = await receiver((response) => {
    response.writeHead(status, status === 429 ? { 'Retry-After': '120' } : {}).end();
  });
  const recipient = await ledger.addReceiver(url);
  await ledger.addDelivery({ recipient, channel: 'webhook' });
  await expect.poll(attempts).toEqual([1]);
  const [row] = await ledger.rows();
  expect(row!.nextAt! - ledger.clock.now).toBe(120_000);
  await ledger.addDelivery({ recipient, channel: 'webhook' });
  const paused = `select (extract(epoch from next_request_at) * 1000)::float8 as until from event_subscriptions`;
  expect(await ledger.query(paused)).toEqual([{ until: row!.nextAt }]);
  const quick = await receiver(accept);
  const other = await ledger.addReceiver(quick.url);
  await ledger.addDelivery({ recipient: other, channel: 'webhook' });
  await expect.poll(() => quick.received.length).toBe(1);
  expect(received).toHaveLength(1);
  status = 200;
  ledger.clock.now += 120_000;
  await expect.poll(states).toEqual(['sent', 'sent', 'sent']);
  expect(await ledger.query('select distinct failing_since from event_subscriptions')).toEqual([
    { failing_since: null },
  ]);
});

test('410 disables a receiver at once, and a redirect is a failure', async () => {
  const gone = await receiver((response) => void response.writeHead(410).end());
  const target = await receiver(accept);
  const moved = await receiver((response) => void response.writeHead(307, { Location: target.url }).end());
  const [first, second] = [await ledger.addReceiver(gone.url), await ledger.addReceiver(moved.url)];
  await ledger.addDelivery({ recipient: first, channel: 'webhook' });
  await ledger.addDelivery({ recipient: second, channel: 'webhook' });
  await expect.poll(states).toEqual(['dead', 'pending']);
  await expect
    .poll(() => ledger.query('select id from event_subscriptions where not enabled'))
    .toEqual([{ id: first }]);
  await expect
    .poll(async () => (await ledger.rows())[1]!.error)
    .toBe('the receiver answered 307: redirects are not followed');
  expect(target.received).toEqual([]);
});

test('a receiver that hangs does not delay others', async () => {
  const hanging = await receiver(() => undefined);
  const quick = await receiver(accept);
  const [slow, fast] = [await ledger.addReceiver(hanging.url), await ledger.addReceiver(quick.url)];
  for (let index = 0; index < 200; index += 1) await ledger.addDelivery({ recipient: slow, channel: 'webhook' });
  for (let index = 0; index < 20; index += 1) await ledger.addDelivery({ recipient: fast, channel: 'webhook' });
  await expect.poll(() => quick.received.length).toBe(20);
  const failed = () =>
    ledger.query<{ n: number }>(`select count(*)::int as n from notification_deliveries where attempts > 0
      and state = 'pending' and last_error like '%did not respond within 5000 ms'`);
  await expect.poll(async () => (await failed())[0]!.n).toBeGreaterThan(0);
  expect(hanging.received.length).toBeLessThan(64);
});

test('events of a release are one chat message, and the next one follows after five minutes', async () => {
  const { url, received } = await receiver((response) => void response.end('ok'));
  const recipient = await ledger.addReceiver(url, 'slack');
  const dueAt = ledger.clock.now + 10_000;
  for (let index = 0; index < 50; index += 1)
    await ledger.addDelivery({ recipient, channel: 'slack', releaseId: release.id, nextAt: dueAt + index * 10 });
  await ledger.addDelivery({ recipient, channel: 'slack', releaseId: other.id, title: 'Other', nextAt: dueAt });
  ledger.clock.now = dueAt;
  await expect.poll(() => received.length).toBe(1);
  ledger.clock.now += 1_000;
  await expect.poll(() => received.length).toBe(2);
  await expect.poll(async () => new Set(await states())).toEqual(new Set(['sent']));
  expect(received.map(({ body }) => JSON.parse(body).text).toSorted()).toEqual([
    '50 events: Webshop',
    'Release started: Other',
  ]);
  await ledger.addDelivery({ recipient, channel: 'slack', releaseId: release.id });
  const nextAt = async () => (await ledger.rows()).at(-1)!.nextAt;
  ledger.clock.now += 1_000;
  await expect.poll(nextAt).toBeGreaterThanOrEqual(ledger.clock.now + 298_000);
  ledger.clock.now = (await nextAt())!;
  await expect.poll(() => received.length).toBe(3);
});

test('a mail is threaded, can be unsubscribed, and omits what no longer applies', async () => {
  const before = mailServer.received.length;
  const nextAt = ledger.clock.now + 1_000;
  const common = { recipient: 'ann', channel: 'mail', releaseId: release.id, nextAt };
  await ledger.addDelivery({ ...common, type: 'release.started' });
  await ledger.addDelivery({ ...common, type: 'task.started', taskId });
  ledger.clock.now = nextAt;
  await expect.poll(states).toEqual(['sent', 'obsolete']);
  const mail = mailServer.received[before]!;
  const [{ messageId }] = [(await ledger.rows())[0]!];
  expect(mail.recipients).toEqual(['ann@example.com']);
  expect(headersIn(mail, 'Message-ID')).toEqual([`<${messageId}@acme.example>`]);
  expect(headersIn(mail, 'References')).toEqual([`<release.${release.id}@acme.example>`]);
  expect(headersIn(mail, 'Subject')).toEqual(['Release started: Webshop']);
  expect(headersIn(mail, 'X-Slipway-Event')).toEqual(['release.started']);
  expect(headersIn(mail, 'X-Slipway-Reason')).toEqual(['you own the release']);
  expect(headersIn(mail, 'List-Unsubscribe-Post')).toEqual(['List-Unsubscribe=One-Click']);
  expect(partsIn(mail, 'text/html')[0]).toContain(`${publicUrl}/releases/${release.id}`);
  const token = /unsubscribe\/([^>]+)>/.exec(headersIn(mail, 'List-Unsubscribe')[0]!.replaceAll(' ', ''))![1]!;
  expect(openUnsubscribeLink(ledger.seal, token, ledger.clock.now)).toEqual({
    ...{ username: 'ann', eventType: 'release.started', releaseId: release.id },
  });
  expect(openUnsubscribeLink(ledger.seal, token, ledger.clock.now + 91 * 86_400_000)).toBeNull();
  expect(openUnsubscribeLink(ledger.seal, `${token}x`, ledger.clock.now)).toBeNull();
});

test('a digest is one mail about all its releases, without events that no longer apply', async () => {
  const before = mailServer.received.length;
  const nextAt = ledger.clock.now + 3_600_000;
  const common = { recipient: 'ann', channel: 'mail', nextAt, state: 'held', digest: true };
  for (let index = 0; index < 60; index += 1)
    await ledger.addDelivery({ ...common, releaseId: index % 2 === 0 ? release.id : other.id, title: `R${index}` });
  await ledger.addDelivery({ ...common, releaseId: release.id, type: 'task.started', taskId });
  ledger.clock.now = nextAt;
  await expect.poll(async () => new Set(await states())).toEqual(new Set(['sent', 'obsolete']));
  expect(mailServer.received).toHaveLength(before + 1);
  const mail = mailServer.received[before]!;
  expect(headersIn(mail, 'Subject')).toEqual(['Digest: 60 notifications']);
  expect(headersIn(mail, 'References')).toEqual([]);
  expect(partsIn(mail, 'text/plain')[0]).toContain('Release started: R59');
});

test('an empty message is not sent, and a user without permission or address receives nothing', async () => {
  const before = mailServer.received.length;
  await ledger.addDelivery({ recipient: 'ann', channel: 'mail', type: 'task.started', taskId, releaseId: other.id });
  await ledger.addDelivery({ recipient: 'eve', channel: 'mail', releaseId: release.id });
  await ledger.addDelivery({ recipient: 'bea', channel: 'mail' });
  await ledger.addDelivery({ recipient: 'nobody', channel: 'mail' });
  await expect.poll(states).toEqual(['obsolete', 'suppressed', 'failed', 'suppressed']);
  expect(await ledger.rows()).toMatchObject([
    { decidedBy: 'installation' },
    { decidedBy: 'rights' },
    { error: 'the user has no mail address' },
    { decidedBy: 'rights' },
  ]);
  expect(mailServer.received).toHaveLength(before);
});

test('three hard bounces suspend an address, a temporary answer is retried, and a refusal ends', async () => {
  const send = async (state: string) => {
    await ledger.query('truncate notification_deliveries, events');
    await ledger.addDelivery({ recipient: 'ann', channel: 'mail' });
    await expect.poll(states).toEqual([state]);
    return (await ledger.rows())[0]!.error;
  };
  mailServer.setRules({ message: () => ({ code: 451, text: 'try later' }) });
  await ledger.addDelivery({ recipient: 'ann', channel: 'mail' });
  await expect.poll(attempts).toEqual([1]);
  expect(await states()).toEqual(['pending']);
  mailServer.setRules({ message: () => ({ code: 554, text: 'spam' }) });
  expect(await send('failed')).toContain('spam');
  mailServer.setRules({ recipient: () => ({ code: 550, text: 'no such user' }) });
  for (let bounce = 1; bounce <= 3; bounce += 1) expect(await send('failed')).toContain('no such user');
  mailServer.setRules({});
  expect(await send('failed')).toContain('suspended');
  await ledger.query(`update users set email = 'ann2@example.com' where username = 'Ann'`);
  expect(await send('sent')).toBeNull();
  expect(await ledger.query('select address_suspended, hard_bounces from notification_preferences')).toEqual([
    { address_suspended: null, hard_bounces: 0 },
  ]);
});

test('a template in the language of the recipient replaces the text', async () => {
  const before = mailServer.received.length;
  const common = { eventType: 'release.started', channel: 'mail' };
  const templates = [
    { ...common, language: 'en', text: 'English' },
    { ...common, language: 'de', subject: 'Start: {{release.title}}', text: '{{actor}} hat es gestartet' },
    { ...common, channel: 'slack', language: 'pt', text: '*{{release.title}}*' },
  ];
  await ledger.query(`insert into notification_rules (scope_id, templates) values ('Applications', $1)`, [
    JSON.stringify(templates),
  ]);
  await ledger.query(`insert into notification_preferences (username, preferences) values ('ann', '{"language":"de-AT"}')
    on conflict (username) do update set preferences = excluded.preferences`);
  const title = 'A\r\nBcc: x@example.com {{actor}}';
  await ledger.addDelivery({ recipient: 'ann', channel: 'mail', releaseId: release.id, title });
  const { url, received } = await receiver((response) => void response.end('ok'));
  const recipient = await ledger.addReceiver(url, 'slack');
  await ledger.query(`update event_subscriptions set language = 'pt-BR'`);
  await ledger.addDelivery({ recipient, channel: 'slack', releaseId: release.id, title: '<!here>' });
  await expect.poll(states).toEqual(['sent', 'sent']);
  const mail = mailServer.received[before]!;
  expect(headersIn(mail, 'Subject')).toEqual(['Start: A Bcc: x@example.com {{actor}}']);
  expect(headersIn(mail, 'Bcc')).toEqual([]);
  expect(partsIn(mail, 'text/plain')[0]).toContain('bea hat es gestartet');
  expect(JSON.parse(received[0]!.body).blocks[0].text).toEqual({ type: 'mrkdwn', text: '*&lt;!here&gt;*' });
  await ledger.query('delete from notification_rules');
});

test('a receiver that was deleted ends its deliveries, and another one does not wait for them', async () => {
  const { url, received } = await receiver(accept);
  const recipient = await ledger.addReceiver(url);
  for (let index = 0; index < 3; index += 1) await ledger.addDelivery({ recipient: 'Gone', channel: 'webhook' });
  await ledger.addDelivery({ recipient, channel: 'webhook' });
  await expect.poll(() => received.length).toBe(1);
  await expect.poll(states).toEqual(['dead', 'dead', 'dead', 'sent']);
  expect((await ledger.rows())[0]).toMatchObject({ error: 'the receiver was deleted', attempts: 0 });
});

test('an attempt after a lost lease has the same id', async () => {
  const { url, received } = await receiver(accept);
  const recipient = await ledger.addReceiver(url);
  await ledger.addDelivery({ recipient, channel: 'webhook' });
  await expect.poll(states).toEqual(['sent']);
  // as if the process had ended between the answer and the stored result
  await ledger.query(
    `update notification_deliveries set state = 'pending', sent_at = null,
    next_at = to_timestamp($1 / 1000.0)`,
    [ledger.clock.now],
  );
  await expect.poll(() => received.length).toBe(2);
  expect(received[0]!.id).toBe(received[1]!.id);
});
