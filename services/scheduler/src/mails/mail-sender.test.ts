import { findTaskPosition, type Task, tasksOf } from '@slipway/domain/model';
import { allowAll, type OpenEngine, openEngine } from '@slipway/engine';
import { createMailer, type Mailer } from '@slipway/notifications';
import { readRelease } from '@slipway/persistence/plans';
import { createLogger } from '@slipway/process';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { memoryFlags } from '../../../../scripts/memory-flags.mjs';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { headersIn, type MailServer, partsIn, startMailServer } from '../../../../test/harness/mail/mail-server.ts';
import { run } from '../../../../test/harness/product/run-process.ts';
import { freePort } from '../../../../test/harness/servers/free-port.ts';
import { startDraft } from '../scripts/testing.ts';
import { type MailSender, startMailSender } from './mail-sender.ts';

const caller = allowAll('ann');
const logger = createLogger({ logLevel: 'silent' });
const from = 'Slipway <slipway@acme.example>';

let fresh: FreshDatabase;
let opened: OpenEngine;
let server: MailServer;
let senders: MailSender[] = [];
const open = (): Promise<OpenEngine> =>
  openEngine({
    url: fresh.url,
    secretKey: '0'.repeat(64),
    warn: () => {},
    automatedTypes: () => ({ has: () => false, mail: 'send' }),
  });
beforeAll(async () => {
  fresh = await freshDatabase();
  opened = await open();
  server = await startMailServer();
});
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.stop()));
  senders = [];
  server.setRules({});
});
afterAll(async () => {
  await opened.stop();
  await server.stop();
  await fresh.drop();
});

function startSender(port = server.port, mailer?: Partial<Mailer>): void {
  const settings = { host: '127.0.0.1', port, tls: false, isLocal: true, login: null, from };
  const real = createMailer(settings, { timeoutMs: 5_000 });
  senders.push(startMailSender({ ...opened, logger, mailer: { ...real, ...mailer }, intervalMs: 20 }));
}

const mail = { addresses: ['ann@example.com'], subject: 'Hello', body: 'It is ready.' };
const startRelease = (
  properties: object = mail,
  variables: readonly { readonly key: string; readonly value: string }[] = [],
): Promise<string> =>
  startDraft(opened.engine, {
    title: 'Plan',
    variables: variables.map((variable) => ({ type: 'StringVariable', ...variable })),
    phases: [{ title: 'Ship', tasks: [{ title: 'tell', type: 'NotificationTask', properties: { ...properties } }] }],
  });

async function viewOf(id: string) {
  const view = await readRelease(opened.database, id);
  if (view === null) throw new Error(`there is no release ${id}`);
  return view;
}
async function taskOf(id: string): Promise<Task> {
  const [task] = tasksOf((await viewOf(id)).release);
  if (task === undefined) throw new Error('there is no task');
  return task;
}
const statusOf = async (id: string) => (await taskOf(id)).run.status;
const ended = (id: string, status: string) => expect.poll(() => statusOf(id)).toBe(status);
const commentsOf = async (id: string): Promise<readonly string[]> =>
  [...(await viewOf(id)).details.comments.values()].flatMap((comments) => comments.map(({ text }) => text));
const arrived = (subject: string) => server.received.filter((message) => headersIn(message, 'Subject')[0] === subject);

/** Ends the pause or lease of the mail of a release, as if its time were over. */
async function expire(id: string): Promise<void> {
  const { database } = opened;
  await database.query({
    text: `update awaits set until = to_timestamp(0) where release_id = '${id}' and kind = 'mail'`,
  });
  await database.query({
    text: `update live_tasks set run = jsonb_set(run, '{mail,until}', '0') where release_id = '${id}'`,
  });
  // the change of the row is not in the cache of the engine
  await opened.stop();
  opened = await open();
}

test('a task completes when the mail server has accepted its mail', async () => {
  await opened.database.query({
    text: `insert into users (username, password_hash, email) values ('Bob', 'x', 'bob@example.com')`,
  });
  const id = await startRelease(
    {
      addresses: ['${who}', 'BOB'],
      cc: ['Zoë <zoe@example.com>'],
      bcc: ['eve@example.com'],
      subject: 'Größe of ${version}',
      body: '${version} is <ready>:\nhttps://a.example/${version}',
    },
    [
      { key: 'who', value: 'ann@example.com; amy@example.com' },
      { key: 'version', value: '1.0' },
    ],
  );
  startSender();
  await ended(id, 'COMPLETED');
  const [message] = arrived('Größe of 1.0');
  expect(message?.recipients).toEqual([
    'ann@example.com',
    'amy@example.com',
    'bob@example.com',
    'zoe@example.com',
    'eve@example.com',
  ]);
  expect(headersIn(message!, 'To')).toEqual(['ann@example.com, amy@example.com, bob@example.com']);
  expect(headersIn(message!, 'Bcc')).toEqual([]);
  expect(headersIn(message!, 'Auto-Submitted')).toEqual(['auto-generated']);
  expect(partsIn(message!, 'text/plain')[0]).toContain('1.0 is <ready>:');
  expect(partsIn(message!, 'text/html')[0]).toContain(
    '1.0 is &lt;ready&gt;:<br>\r\n<a href="https://a.example/1.0">https://a.example/1.0</a>',
  );
});

test.each([
  ['a permanent answer', {}, 'The mail was not sent: the mail server answered: 554 5.7.1 no'],
  ['no recipients', { addresses: [] }, 'The mail was not sent: the task has no recipients'],
  ['an unknown user', { addresses: ['nobody'] }, "The mail was not sent: there is no user 'nobody'"],
  [
    'a line break in the subject',
    { subject: 'Hi\r\nBcc: eve@example.com' },
    'The mail was not sent: the subject has a line break',
  ],
  [
    'a line break in an address',
    { addresses: ['ann@example.com\r\nBcc: eve@example.com'] },
    "The mail was not sent: 'Bcc: eve@example.com' is no mail address",
  ],
])('a task fails with the reason after %s', async (_, change, comment) => {
  server.setRules({ message: () => ({ code: 554, text: '5.7.1 no' }) });
  const id = await startRelease({ ...mail, ...change });
  startSender();
  await ended(id, 'FAILED');
  expect(await commentsOf(id)).toEqual([comment]);
});

test('a temporary fault is retried with the same message', async () => {
  const subject = 'Temporary';
  let answers = 0;
  server.setRules({ message: () => (answers++ === 0 ? { code: 451, text: 'later' } : null) });
  const id = await startRelease({ ...mail, subject });
  startSender();
  await expect.poll(async () => (await taskOf(id)).run.mail?.faults).toBe(1);
  expect((await taskOf(id)).run.mail?.reason).toBe('the mail server answered: 451 later');
  await ended(id, 'COMPLETED');
  const ids = arrived(subject).map((message) => headersIn(message, 'Message-ID')[0]);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});

test('an unavailable server is temporary, and a user can end the task', async () => {
  const id = await startRelease();
  startSender(await freePort());
  await expect.poll(async () => (await taskOf(id)).run.mail?.faults).toBe(1);
  const [{ id: taskId }] = [await taskOf(id)];
  await opened.engine.dispatch(id, { kind: 'command', caller, command: { type: 'failTask', taskId } });
  const position = findTaskPosition((await viewOf(id)).release, taskId);
  expect([position?.task.run.status, position?.task.run.mail]).toEqual(['FAILED', null]);
});

test('several processes send each mail once', async () => {
  const subject = 'Once';
  const ids = await Promise.all(Array.from({ length: 12 }, () => startRelease({ ...mail, subject })));
  for (let count = 0; count < 3; count++) startSender();
  for (const id of ids) await ended(id, 'COMPLETED');
  expect(arrived(subject)).toHaveLength(12);
});

describe('an earlier version that saves a task', () => {
  /** Changes a task as an earlier version does, which stores no mail in it and leaves the entry of the mail. */
  async function saveWithoutMail(id: string, status = 'IN_PROGRESS'): Promise<void> {
    await opened.database.query(
      { text: `update live_tasks set run = run - 'mail', status = $2 where release_id = $1` },
      [id, status],
    );
    await opened.database.query({ text: 'update live_releases set version = version + 1 where id = $1' }, [id]);
    await opened.stop();
    opened = await open();
  }
  const entries = async (id: string) =>
    (await opened.database.query({ text: `select from awaits where kind = 'mail' and release_id = $1` }, [id])).length;

  test('loses no mail, which is sent once', async () => {
    const subject = 'Restored';
    const id = await startRelease({ ...mail, subject });
    await saveWithoutMail(id);
    expect((await taskOf(id)).run.mail).toBe(null);
    startSender();
    startSender();
    await ended(id, 'COMPLETED');
    expect(arrived(subject)).toHaveLength(1);
    expect(await entries(id)).toBe(0);
  });

  test('can end the task, and then no mail is sent', async () => {
    const subject = 'Ended before';
    const id = await startRelease({ ...mail, subject });
    await saveWithoutMail(id, 'COMPLETED');
    startSender();
    await expect.poll(() => entries(id)).toBe(0);
    expect(arrived(subject)).toEqual([]);
  });
});

describe('a process that is killed', () => {
  test.each([
    ['before-commit', 1],
    ['after-commit', 1],
    ['before-mail', 1],
    ['after-mail', 2],
    ['after-mail-fact', 1],
  ] as const)('at %s loses no mail, and repeats at most the same message', async (label, count) => {
    const subject = `Killed ${label}`;
    const id = await startRelease({ ...mail, subject });
    const killed = run({
      command: [process.execPath, ...memoryFlags, 'test/harness/product/mail-scheduler.ts'],
      env: {
        DATABASE_URL: fresh.url,
        SMTP_URL: `smtp://127.0.0.1:${server.port}`,
        MAIL_FROM: from,
        CRASH_AT: label,
      },
    });
    await killed.ended;
    await expire(id);
    startSender();
    await ended(id, 'COMPLETED');
    const ids = arrived(subject).map((message) => headersIn(message, 'Message-ID')[0]);
    expect([ids.length, new Set(ids).size]).toEqual([count, 1]);
  });
});
