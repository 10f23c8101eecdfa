import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { headersIn, type MailServer, startMailServer } from '../../harness/servers/mail-server.ts';

/** The settings of the product at its next start. */
const settings: Record<string, string> = {};
const product = serve(settings);
const { rest } = product;
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({ login: { user: 'slipway', password: 'hunter2' } });
});
afterAll(() => server.stop());

type Saved = Task & { readonly warnings?: readonly string[] };

const notification = {
  title: 'tell',
  type: 'rel.NotificationTask',
  addresses: ['ann@example.com', '${release.owner}'],
  cc: ['bob@example.com'],
  subject: 'Version ${version}',
  body: 'Version ${version} is ready.',
};
const plan = { Build: [notification] };
const fields = { variables: [{ type: 'rel.StringVariable', key: 'version', value: '1.0' }] };
const start = (): Promise<Release> => startRelease(rest, plan, fields);
const taskOf = (release: Release) => rest.get<Task>(`/tasks/${idOf(release, 'tell')}`);
const explain = async (release: Release) =>
  (await rest.get<{ sentence: string }>(`/tasks/${idOf(release, 'tell')}/explain`)).sentence;
const commentsOf = async (release: Release) => (await taskOf(release)).comments.map(({ text }) => text);
const saveTask = async (): Promise<readonly string[] | undefined> => {
  const template = await createTemplate(rest, plan, fields);
  const id = idOf(template, 'tell');
  const stored = await rest.get<Task>(`/tasks/${id}`);
  return (await rest.put<Saved>(`/tasks/${id}`, { ...stored, description: 'changed' })).warnings;
};

test('without a mail server, the task waits for a person, also after one is set', async () => {
  expect(await saveTask()).toEqual([
    "The mail of task 'tell' will not be sent, because no mail server is set with SMTP_URL: a person completes the task.",
  ]);
  const release = await start();
  expect((await taskOf(release)).status).toBe('IN_PROGRESS');
  expect(await explain(release)).toContain('no mail server was set with SMTP_URL when it started');
  Object.assign(settings, {
    SMTP_URL: `smtp://slipway:hunter2@127.0.0.1:${server.port}`,
    MAIL_FROM: 'Slipway <slipway@acme.example>',
  });
  await product.restart();
  expect(await saveTask()).toBeUndefined();
  await rest.send('PUT', '/users/admin', { username: 'admin', email: 'admin@example.com', loginAllowed: true });
  const other = await start();
  await expect.poll(async () => (await taskOf(other)).status).toBe('COMPLETED');
  expect(server.received.map(({ recipients, user }) => [...recipients, user])).toEqual([
    ['ann@example.com', 'admin@example.com', 'bob@example.com', 'slipway'],
  ]);
  expect(headersIn(server.received[0]!, 'Subject')).toEqual(['Version 1.0']);
  expect((await taskOf(release)).status).toBe('IN_PROGRESS');
  await rest.post(`/tasks/${idOf(release, 'tell')}/complete`, { comment: 'sent by hand' });
  expect((await taskOf(release)).status).toBe('COMPLETED');
});

test('the task fails with the reason of the mail server, and is retried', async () => {
  server.setRules({ recipient: () => ({ code: 550, text: '5.1.1 no such user' }) });
  const release = await start();
  await expect.poll(async () => (await taskOf(release)).status).toBe('FAILED');
  expect(await commentsOf(release)).toEqual([
    'The mail was not sent: the mail server answered: 550 5.1.1 no such user',
  ]);
  server.setRules({});
  await rest.post(`/tasks/${idOf(release, 'tell')}/retry`, { comment: 'again' });
  await expect.poll(async () => (await taskOf(release)).status).toBe('COMPLETED');
});

test('a task that waits for the mail server can be aborted', async () => {
  server.setRules({ message: () => ({ code: 451, text: 'later' }) });
  const release = await start();
  await expect.poll(() => explain(release)).toContain('could not send its mail (the mail server answered: 451 later)');
  await rest.post(`/tasks/${idOf(release, 'tell')}/abort`, { comment: 'no' });
  expect((await taskOf(release)).status).toBe('FAILED');
  server.setRules({});
});

test('without a mail server, the task fails if the installation requires one', async () => {
  for (const name of Object.keys(settings)) delete settings[name];
  settings.NOTIFICATION_WITHOUT_SMTP = 'fail';
  await product.restart();
  expect(await saveTask()).toEqual([
    "The task 'tell' will fail at its start, because no mail server is set with SMTP_URL.",
  ]);
  const release = await start();
  await expect.poll(async () => (await taskOf(release)).status).toBe('FAILED');
  expect(await commentsOf(release)).toEqual(['The mail was not sent, because no mail server is set with SMTP_URL.']);
});
