import type { ServerResponse } from 'node:http';
import { migrate } from '@slipway/persistence/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDedicatedPostgres } from '../../../../test/harness/servers/dedicated-postgres.ts';
import { isLong } from '../../../../test/harness/test-length.ts';
import { defaultSlotLimits } from './run-slots.ts';
import { startCountingServer, startTestScripting, type TestScripting } from './testing.ts';

let scripting: TestScripting;
let server: Awaited<ReturnType<typeof startCountingServer>>;
/** the requests that wait for their response */
let openResponses: ServerResponse[] = [];
beforeAll(async () => {
  scripting = await startTestScripting();
  server = await startCountingServer((_, __, response) => openResponses.push(response));
});
afterAll(async () => {
  await server.stop();
  await scripting.stop();
});
const answerAll = () => {
  for (const response of openResponses) response.end('late');
  openResponses = [];
};

const statusOf = async (id: string) => (await scripting.taskOf(id))?.run.status;
const scriptOf = async (id: string) => (await scripting.taskOf(id))?.run.script;
const slowScript = (method: string) => `import requests\nprint requests.${method}('${server.url}/slow').text`;

test('scripts that wait for a server use no computing slot', async () => {
  server.reset();
  const slow = await Promise.all(Array.from({ length: 6 }, () => scripting.startRelease(slowScript('get'))));
  const runs = scripting.startRuns({ slotLimits: { ...defaultSlotLimits, computing: 2 } });
  await expect.poll(() => runs.suspended, { interval: 20 }).toBe(6);
  const quick = await scripting.startRelease("print 'quick'");
  await expect.poll(() => statusOf(quick), { interval: 20 }).toBe('COMPLETED');
  expect(await Promise.all(slow.map(statusOf))).toEqual(Array(6).fill('IN_PROGRESS'));
  answerAll();
  for (const id of slow) await expect.poll(() => statusOf(id), { interval: 20 }).toBe('COMPLETED');
  await runs.stop();
  expect([server.seen(), runs.suspended]).toEqual([{ 'GET /slow': 6 }, 0]);
});

test('the concurrent runs of one release are limited to its share', async () => {
  const first = await scripting.startRelease(slowScript('get'), { parallel: 3 });
  const second = await scripting.startRelease(slowScript('get'));
  const runs = scripting.startRuns({ slotLimits: { ...defaultSlotLimits, runsPerRelease: 2 } });
  await expect.poll(() => openResponses.length, { interval: 20 }).toBe(3);
  const all = (await scripting.tasksOf(first)).map(({ run }) => run.status).toSorted();
  expect(all).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS', 'QUEUED']);
  while ((await statusOf(first)) !== 'COMPLETED' || (await statusOf(second)) !== 'COMPLETED') answerAll();
  await runs.stop();
});

test('a script whose server takes longer than its lease is not started again', async () => {
  server.reset();
  const id = await scripting.startRelease(slowScript('post'));
  const runs = scripting.startRuns({ leaseMs: 1_500 });
  await expect.poll(() => openResponses.length, { interval: 20 }).toBe(1);
  const { leaseUntil: first } = (await scriptOf(id))!;
  await expect.poll(async () => (await scriptOf(id))?.leaseUntil, { interval: 50 }).toBeGreaterThan(first! + 1_500);
  expect((await scriptOf(id))?.attempt).toBe(1);
  answerAll();
  await expect.poll(() => statusOf(id), { interval: 20 }).toBe('COMPLETED');
  await runs.stop();
  expect([server.seen(), await scripting.commentsOf(id)]).toEqual([{ 'POST /slow': 1 }, ['late']]);
});

test.runIf(isLong)(
  'a request of a frozen process is not sent by the next one, and its late response changes nothing',
  async () => {
    server.reset();
    const id = await scripting.startRelease(slowScript('post'));
    const frozen = scripting.startOtherProcess();
    await expect.poll(() => openResponses.length, { interval: 20 }).toBe(1);
    frozen.signal('SIGSTOP');
    await scripting.expireLeases(id);
    const runs = scripting.startRuns();
    await expect.poll(() => statusOf(id), { interval: 20 }).toBe('FAILED');
    answerAll();
    frozen.signal('SIGCONT');
    frozen.signal('SIGTERM');
    await frozen.ended;
    await runs.stop();
    expect(server.seen()).toEqual({ 'POST /slow': 1 });
    expect(await scripting.commentsOf(id)).toEqual([expect.stringMatching(/^The result of POST 127\.0\.0\.1/)]);
    expect(await scripting.requestsOf(id)).toEqual([`HTTP POST ${server.host}: no response, for task 'run'`]);
  },
);

test('a request is aborted with its task, and a stopping process waits for the response to a change', async () => {
  server.reset();
  const aborted = await scripting.startRelease(slowScript('post'));
  const runs = scripting.startRuns();
  await expect.poll(() => openResponses.length, { interval: 20 }).toBe(1);
  const task = await scripting.taskOf(aborted);
  await scripting.command(aborted, { type: 'abortTask', taskId: task!.id, comment: 'enough' });
  await expect.poll(() => runs.suspended, { interval: 20 }).toBe(0);
  openResponses = [];
  const changing = await scripting.startRelease(slowScript('post'));
  await expect.poll(() => openResponses.length, { interval: 20 }).toBe(1);
  const stopped = runs.stop();
  answerAll();
  await stopped;
  const next = scripting.startRuns();
  await expect.poll(() => statusOf(changing), { interval: 20 }).toBe('COMPLETED');
  await next.stop();
  expect([await statusOf(aborted), server.seen()]).toEqual(['FAILED', { 'POST /slow': 2 }]);
  await expect.poll(() => scripting.commentsOf(changing)).toEqual(['late']);
});

test.runIf(isLong)('a response is stored even if the database becomes unavailable before it arrives', async () => {
  server.reset();
  const postgres = await startDedicatedPostgres();
  await migrate(postgres.url);
  const own = await startTestScripting({ url: postgres.url, drop: postgres.stop });
  const id = await own.startRelease(slowScript('post'));
  const runs = own.startRuns();
  await expect.poll(() => openResponses.length, { interval: 20 }).toBe(1);
  const back = postgres.crash();
  answerAll();
  await back;
  const status = async () => (await own.taskOf(id).catch(() => undefined))?.run.status;
  await expect.poll(status, { interval: 50 }).toBe('COMPLETED');
  await runs.stop();
  expect([server.seen(), await own.commentsOf(id)]).toEqual([{ 'POST /slow': 1 }, ['late']]);
  await own.stop();
});
