import { createServer, type Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../../../test/harness/servers/free-port.ts';
import {
  headersIn,
  type MailServer,
  type MailServerOptions,
  partsIn,
  startMailServer,
} from '../../../../test/harness/servers/mail-server.ts';
import type { Mail, MailSettings } from './mail.ts';
import { createMailer, type Mailer } from './mailer.ts';

const login = { user: 'slipway', password: 'hunter2-hunter2' };
const mail: Mail = { messageId: 'd1@acme.example', to: ['ann@example.com'], subject: 'Hello', text: 'It is ready.' };

let stop: (() => unknown)[];
beforeEach(() => {
  stop = [];
});
afterEach(async () => {
  for (const end of stop.toReversed()) await end();
});

const settingsOf = (port: number, more: Partial<MailSettings> = {}): MailSettings => ({
  host: '127.0.0.1',
  port,
  tls: false,
  isLocal: true,
  login: null,
  from: 'Slipway <slipway@acme.example>',
  ...more,
});

function mailerFor(settings: MailSettings, timeoutMs?: number): Mailer {
  const mailer = createMailer(settings, { timeoutMs });
  stop.push(mailer.close);
  return mailer;
}

async function serverWith(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  stop.push(server.stop);
  return server;
}

async function rawServer(answer: (write: (text: string) => void) => void): Promise<number> {
  const port = await freePort();
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    stop.push(() => socket.destroy());
    answer((text) => socket.write(text));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  stop.push(() => server.close());
  return port;
}

test('a message has all parts and headers', async () => {
  const server = await serverWith();
  const mailer = mailerFor(settingsOf(server.port));
  const result = await mailer.send({
    ...mail,
    to: ['Ann Smith <ann@example.com>', 'zoe@bücher.example'],
    cc: ['bob@example.com'],
    bcc: ['eve@example.com'],
    subject: `Größe 🚀: ${'wide '.repeat(40)}end`,
    text: 'Zeile «eins»\n.\nend',
    html: '<p>Zeile «eins»</p>',
    headers: { 'X-Slipway-Event': 'task.failed' },
    references: ['r1@acme.example', 'r2@acme.example'],
  });
  expect(result).toEqual({ kind: 'accepted', response: '250 queued as 1', refused: [] });
  const [received] = server.received;
  expect(received).toMatchObject({
    sender: 'slipway@acme.example',
    recipients: ['ann@example.com', 'zoe@bücher.example', 'bob@example.com', 'eve@example.com'],
    secure: false,
    user: null,
  });
  const header = (name: string) => headersIn(received!, name);
  expect(header('Subject')).toEqual([`Größe 🚀: ${'wide '.repeat(40)}end`]);
  expect(header('Message-ID')).toEqual(['<d1@acme.example>']);
  expect(header('References')).toEqual(['<r1@acme.example> <r2@acme.example>']);
  expect(header('In-Reply-To')).toEqual(['<r2@acme.example>']);
  expect(header('Auto-Submitted')).toEqual(['auto-generated']);
  expect(header('X-Slipway-Event')).toEqual(['task.failed']);
  expect(header('From')).toEqual(['Slipway <slipway@acme.example>']);
  expect(header('Bcc')).toEqual([]);
  expect(partsIn(received!, 'text/plain').map((text) => text.trim())).toEqual(['Zeile «eins»\r\n.\r\nend']);
  expect(partsIn(received!, 'text/html').map((text) => text.trim())).toEqual(['<p>Zeile «eins»</p>']);
});

test('messages share connections', async () => {
  const server = await serverWith();
  const mailer = mailerFor(settingsOf(server.port));
  const one = await mailer.send(mail);
  const more = await Promise.all(
    Array.from({ length: 30 }, (_, index) => mailer.send({ ...mail, messageId: `m${index}@a` })),
  );
  expect(new Set([one, ...more].map(({ kind }) => kind))).toEqual(new Set(['accepted']));
  expect(server.received).toHaveLength(31);
  expect(server.connections()).toBeLessThanOrEqual(5);
});

test('a status of 400 to 499 is temporary, and the next attempt succeeds', async () => {
  const server = await serverWith();
  const mailer = mailerFor(settingsOf(server.port));
  server.setRules({ message: () => ({ code: 451, text: '4.3.0 try\r\nagain' }) });
  expect(await mailer.send(mail)).toEqual({
    kind: 'rejected',
    permanent: false,
    reason: expect.stringMatching(/^the mail server answered: 451.4\.3\.0 try/),
    hardBounce: false,
  });
  server.setRules({});
  expect(await mailer.send(mail)).toMatchObject({ kind: 'accepted' });
});

test('a status of 500 to 599 is permanent', async () => {
  const server = await serverWith();
  const mailer = mailerFor(settingsOf(server.port));
  server.setRules({ message: () => ({ code: 554, text: '5.7.1 is spam' }) });
  expect(await mailer.send(mail)).toEqual({
    kind: 'rejected',
    permanent: true,
    reason: 'the mail server answered: 554 5.7.1 is spam',
    hardBounce: false,
  });
});

test('a refused recipient is a hard bounce, or temporary', async () => {
  const server = await serverWith();
  const mailer = mailerFor(settingsOf(server.port));
  const refuse = (code: number) =>
    server.setRules({ recipient: (address) => (address === 'ann@example.com' ? { code, text: 'no' } : null) });
  refuse(550);
  expect(await mailer.send(mail)).toEqual({
    kind: 'rejected',
    permanent: true,
    reason: 'the mail server answered: 550 no',
    hardBounce: true,
  });
  refuse(450);
  expect(await mailer.send(mail)).toMatchObject({ kind: 'rejected', permanent: false, hardBounce: false });
  refuse(550);
  expect(await mailer.send({ ...mail, to: [...mail.to, 'bob@example.com'] })).toEqual({
    kind: 'accepted',
    response: '250 queued as 1',
    refused: [{ address: 'ann@example.com', reason: '550 no' }],
  });
});

test('a message above the maximum size is permanent', async () => {
  const server = await serverWith({ size: 2_000 });
  const mailer = mailerFor(settingsOf(server.port));
  expect(await mailer.send({ ...mail, text: 'x'.repeat(10_000) })).toMatchObject({
    kind: 'rejected',
    permanent: true,
    hardBounce: false,
  });
});

test('faults of the connection are temporary', async () => {
  const refused = await freePort();
  const silent = await rawServer(() => {});
  const trickling = await rawServer((write) => {
    write('220-wait\r\n');
    const timer = setInterval(() => write('220-wait\r\n'), 20);
    stop.push(() => clearInterval(timer));
  });
  const closed = await rawServer((write) => write('421 4.3.2 shutting down\r\n'));
  const server = await serverWith();
  server.setRules({ message: () => 'disconnect' });
  const hanging = await serverWith();
  hanging.setRules({ message: () => 'hang' });
  const cases = [
    [refused, `the mail server 127.0.0.1:${refused} refused the connection`],
    [silent, `the mail server 127.0.0.1:${silent} did not answer in time`],
    [trickling, `the mail server 127.0.0.1:${trickling} did not answer in time`],
    [closed, expect.stringMatching(/421 4\.3\.2 shutting down$/)],
    [server.port, expect.stringMatching(/^the mail server 127\.0\.0\.1:\d+ closed the connection/)],
    [hanging.port, `the mail server 127.0.0.1:${hanging.port} did not answer in time`],
  ] as const;
  for (const [port, reason] of cases) {
    const result = await mailerFor(settingsOf(port), 300).send(mail);
    expect(result).toEqual({ kind: 'rejected', permanent: false, reason, hardBounce: false });
  }
  const unknown = settingsOf(25, { host: 'mail.invalid', isLocal: false });
  expect(await mailerFor(unknown, 300).send(mail)).toMatchObject({ permanent: false, hardBounce: false });
});

test('a login is sent, and a refused one is temporary, without the password in the reason', async () => {
  const server = await serverWith({ login });
  expect(await mailerFor(settingsOf(server.port, { login })).send(mail)).toMatchObject({ kind: 'accepted' });
  expect(server.received[0]?.user).toBe('slipway');
  const wrong = await mailerFor(settingsOf(server.port, { login: { ...login, password: 'wrong' } })).send(mail);
  expect(wrong).toEqual({
    kind: 'rejected',
    permanent: false,
    reason: `the mail server 127.0.0.1:${server.port} refused the login: 535 5.7.8 Error: authentication failed`,
    hardBounce: false,
  });
  server.setRules({ message: () => ({ code: 554, text: `the password is ${login.password}` }) });
  expect(await mailerFor(settingsOf(server.port, { login })).send(mail)).toMatchObject({
    reason: 'the mail server answered: 554 the password is ********',
  });
});

test('TLS is used from the start or after STARTTLS, and certificates are verified', async () => {
  const implicit = await serverWith({ tls: 'implicit', login });
  const starting = await serverWith({ tls: 'starttls', login });
  const plain = await serverWith({ login });
  const remote = { isLocal: false, login };
  expect(await mailerFor(settingsOf(implicit.port, { ...remote, tls: true })).send(mail)).toMatchObject({
    kind: 'rejected',
    permanent: false,
    reason: expect.stringMatching(/self-signed certificate/),
  });
  expect(await mailerFor(settingsOf(starting.port, remote)).send(mail)).toMatchObject({
    kind: 'rejected',
    reason: expect.stringMatching(/self-signed certificate/),
  });
  expect(await mailerFor(settingsOf(starting.port, { login })).send(mail)).toMatchObject({ kind: 'accepted' });
  expect(await mailerFor(settingsOf(plain.port, remote)).send(mail)).toMatchObject({
    kind: 'rejected',
    permanent: false,
    reason: expect.stringMatching(/offers no TLS, which a login on another machine requires/),
  });
  const authorities = getCACertificates('default');
  stop.push(() => setDefaultCACertificates(authorities));
  setDefaultCACertificates([...authorities, implicit.certificate]);
  expect(await mailerFor(settingsOf(implicit.port, { ...remote, tls: true })).send(mail)).toMatchObject({
    kind: 'accepted',
  });
  expect(await mailerFor(settingsOf(starting.port, remote)).send(mail)).toMatchObject({ kind: 'accepted' });
  expect([...implicit.received, ...starting.received].map(({ secure }) => secure)).toEqual([true, true, true]);
  expect(plain.received).toEqual([]);
});

test.each([
  ['a subject with a line break', { subject: 'Hi\r\nBcc: eve@example.com' }],
  ['a subject with a line separator', { subject: 'Hi\u2028Bcc: eve@example.com' }],
  ['an address with a line break', { to: ['ann@example.com\r\nRCPT TO:<eve@example.com>'] }],
  ['a name with a line break', { to: ['Ann\r\nBcc: eve@example.com <ann@example.com>'] }],
  ['two addresses in one', { to: ['ann@example.com, eve@example.com'] }],
  ['a wrong address in cc', { cc: ['nobody'] }],
  ['a wrong address in bcc', { bcc: ['nobody'] }],
  ['a wrong sender', { from: 'nobody' }],
  ['a header with a line break', { headers: { 'X-A': 'a\nb' } }],
  ['a header with a wrong name', { headers: { 'X-A: b\r\nBcc': 'eve@example.com' } }],
  ['a Message-ID with a line break', { messageId: 'a@b>\r\nBcc: eve@example.com' }],
  ['a reference with a bracket', { references: ['a>b@c'] }],
  ['no recipients', { to: [] }],
])('%s is rejected before a connection', async (_, change) => {
  const server = await serverWith();
  expect(await mailerFor(settingsOf(server.port)).send({ ...mail, ...change })).toEqual({
    kind: 'rejected',
    permanent: true,
    reason: expect.stringMatching(/^[^\r\n]+$/),
    hardBounce: false,
  });
  expect(server.connections()).toBe(0);
});

test('a text with a lone surrogate is sent', async () => {
  const server = await serverWith();
  expect(await mailerFor(settingsOf(server.port)).send({ ...mail, subject: 'a\ud800b', text: '\udc00' })).toMatchObject(
    {
      kind: 'accepted',
    },
  );
});

test('a closed mailer rejects messages', async () => {
  const server = await serverWith();
  const mailer = mailerFor(settingsOf(server.port));
  await mailer.send(mail);
  mailer.close();
  expect(await mailer.send(mail)).toMatchObject({ kind: 'rejected', permanent: false });
});
