import type { MailStateResponse } from '@slipway/api-schema/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headersIn, type MailServer, partsIn, startMailServer } from '../../harness/mail/mail-server.ts';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';

const settings: Record<string, string> = {};
const product = serve(settings);
const { rest } = product;
const people = peopleOf(product);

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({ login: { user: 'slipway', password: 'hunter2' } });
});
afterAll(() => server.stop());

const state = () => rest.get<MailStateResponse>('/mail');
const send = (address: unknown) => rest.send('POST', '/mail/test', { address });
const remove = (address: string) => rest.send('DELETE', `/mail/suspended-addresses/${encodeURIComponent(address)}`);
const run = (text: string, values: readonly (string | null)[] = []) => product.database().query({ text }, [...values]);

interface AuditEntry {
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
}
const audited = async (action: string) =>
  (await rest.get<readonly AuditEntry[]>(`/audit?action=${action}`)).map(({ subject, before, after }) => ({
    ...{ subject, before, after },
  }));

test('without a mail server, the state names none, and a test mail is refused', async () => {
  expect(await state()).toEqual({ configured: false, waiting: 0, failed: 0, dead: 0, suspendedAddresses: [] });
  const { status, text } = await send('ann@example.com');
  expect([status, text.trimEnd()]).toEqual([409, 'The mail was not sent: SMTP_URL is not set.']);
  expect(await audited('MAIL_TESTED')).toEqual([]);
});

test('a test mail returns the answer of the server, is recorded, and changes the last outcomes', async () => {
  Object.assign(settings, {
    SMTP_URL: `smtp://slipway:hunter2@127.0.0.1:${server.port}`,
    MAIL_FROM: 'Slipway <slipway@acme.example>',
  });
  await product.restart();
  const configured = {
    ...{ configured: true, host: '127.0.0.1', port: server.port, tls: false, login: true },
    ...{ from: 'Slipway <slipway@acme.example>', waiting: 0, failed: 0, dead: 0, suspendedAddresses: [] },
  };
  expect(await state()).toEqual(configured);
  const accepted = await send(' änn+test@example.com ');
  expect(accepted.body).toEqual({ accepted: true, response: '250 queued as 1', durationMs: expect.any(Number) });
  const [mail] = server.received;
  expect(mail?.recipients).toEqual(['änn+test@example.com']);
  expect(headersIn(mail!, 'Subject')).toEqual(['Test mail of Slipway']);
  expect(partsIn(mail!, 'text/plain')[0]).toContain('The user admin has sent it');
  server.setRules({ recipient: () => ({ code: 550, text: 'no such user\r\nhunter2' }) });
  const refused = await send('bob@example.com');
  const error = expect.stringMatching(/^the mail server answered: 550 no such user[^\n]*\*{8}$/);
  expect(refused.body).toEqual({ accepted: false, error, durationMs: expect.any(Number) });
  server.setRules({});
  const at = expect.any(String);
  expect(await state()).toEqual({ ...configured, lastSuccess: { at }, lastError: { at, reason: error } });
  expect(await audited('MAIL_TESTED')).toEqual([
    { subject: 'bob@example.com', after: { accepted: false, error } },
    { subject: 'änn+test@example.com', after: { accepted: true } },
  ]);
});

test.each([
  ['ann@example.com\r\nBcc: eve@example.com'],
  ['ann@example.com, eve@example.com'],
  ['Ann <ann@example.com>'],
  ['<script>@'],
  [''],
  [`${'a'.repeat(300)}@example.com`],
])('an address that is not exactly one is refused: %j', async (address) => {
  const before = server.received.length;
  const { status, text } = await send(address);
  expect([status, text.trimEnd()]).toEqual([400, expect.stringMatching(/^'[^\n]*' is no mail address$/)]);
  expect(server.received.length).toBe(before);
});

test('suspended addresses have their reason, and a lifted one gets mails again', async () => {
  const addresses = ['a%2Fb+c@example.com', 'ü/x@exämple.com', 'Shared@example.com'];
  const owners = ['per%cent', 'umlaut', 'shared1', 'shared2'];
  for (const [index, name] of owners.entries()) {
    await people.createUser(name);
    const email = addresses[Math.min(index, 2)]!;
    await rest.sendForNoContent('PUT', `/users/${encodeURIComponent(name)}`, { email });
    await run(
      `insert into notification_preferences (username, preferences, hard_bounces, address_suspended, suspended_at,
        suspended_reason) values ($1, '{}', 3, $2, $3, $4)`,
      [name, email, index === 0 ? null : `2026-11-0${index}T00:00:00Z`, index === 0 ? null : '550 gone'],
    );
  }
  const reason = '550 gone';
  expect((await state()).suspendedAddresses).toEqual([
    { address: 'Shared@example.com', username: 'shared2', suspendedAt: '2026-11-03T00:00:00.000+00:00', reason },
    { address: 'Shared@example.com', username: 'shared1', suspendedAt: '2026-11-02T00:00:00.000+00:00', reason },
    { address: 'ü/x@exämple.com', username: 'umlaut', suspendedAt: '2026-11-01T00:00:00.000+00:00', reason },
    { address: 'a%2Fb+c@example.com', username: 'per%cent' },
  ]);
  expect((await remove('a/b+c@example.com')).status).toBe(404);
  const unknown = await remove('no\nbody@example.com');
  expect([unknown.status, unknown.text.trimEnd().split('\n').length]).toEqual([404, 1]);
  expect((await remove('a%2Fb+c@example.com')).status).toBe(204);
  expect((await remove('ü/x@exämple.com')).status).toBe(204);
  expect((await remove('shared@EXAMPLE.com')).status).toBe(204);
  expect((await remove('shared@EXAMPLE.com')).status).toBe(404);
  expect((await state()).suspendedAddresses).toEqual([]);
  expect(await run('select distinct hard_bounces, address_suspended from notification_preferences')).toEqual([
    { hard_bounces: 0, address_suspended: null },
  ]);
  expect((await audited('SUSPENSION_ENDED')).map(({ subject, before }) => [subject, before])).toEqual([
    ['Shared@example.com', { username: 'shared2', reason }],
    ['Shared@example.com', { username: 'shared1', reason }],
    ['ü/x@exämple.com', { username: 'umlaut', reason }],
    ['a%2Fb+c@example.com', { username: 'per%cent' }],
  ]);
});
