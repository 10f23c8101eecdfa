import type { ServerResponse } from 'node:http';
import { migrate } from '@slipway/persistence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownPostgres } from '../../../../test/harness/servers/own-postgres.ts';
import { usualShares } from './places.ts';
import { startCounting, startScripting, type TestScripting } from './testing.ts';

let scripting: TestScripting;
let server: Awaited<ReturnType<typeof startCounting>>;
/** requests that wait for their answer */
let open: ServerResponse[] = [];
beforeAll(async () => {
  scripting = await startScripting();
  server = await startCounting((_, __, response) => open.push(response));
});
afterAll(async () => {
  await server.stop();
  await scripting.stop();
});
const answerAll = () => {
  for (const response of open) response.end('late');
  open = [];
};

const statusOf = async (id: string) => (await scripting.taskOf(id))?.run.status;
const scriptOf = async (id: string) => (await scripting.taskOf(id))?.run.script;
const asking = (method: string) => `import requests\nprint requests.${method}('${server.url}/slow').text`;

test('scripts that wait for a server hold no place of those that compute', async () => {
  server.forget();
  const slow = await Promise.all(Array.from({ length: 6 }, () => scripting.started(asking('get'))));
  const runs = scripting.answering({ shares: { ...usualShares, computing: 2 } });
  await expect.poll(() => runs.away, { interval: 20 }).toBe(6);
  const quick = await scripting.started("print 'quick'");
  await expect.poll(() => statusOf(quick), { interval: 20 }).toBe('COMPLETED');
  expect(await Promise.all(slow.map(statusOf))).toEqual(Array(6).fill('IN_PROGRESS'));
  answerAll();
  for (const id of slow) await expect.poll(() => statusOf(id), { interval: 20 }).toBe('COMPLETED');
  await runs.stop();
  expect([server.seen(), runs.away]).toEqual([{ 'GET /slow': 6 }, 0]);
});

test('the concurrent runs of one release are limited to its share', async () => {
  const one = await scripting.started(asking('get'), { parallel: 3 });
  const other = await scripting.started(asking('get'));
  const runs = scripting.answering({ shares: { ...usualShares, ofRelease: 2 } });
  await expect.poll(() => open.length, { interval: 20 }).toBe(3);
  const all = (await scripting.tasksOf(one)).map(({ run }) => run.status).toSorted();
  expect(all).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS', 'QUEUED']);
  while ((await statusOf(one)) !== 'COMPLETED' || (await statusOf(other)) !== 'COMPLETED') answerAll();
  await runs.stop();
});

test('a script whose server takes longer than its lease is not begun again', async () => {
  server.forget();
  const id = await scripting.started(asking('post'));
  const runs = scripting.answering({ leaseMs: 1_500 });
  await expect.poll(() => open.length, { interval: 20 }).toBe(1);
  const { leaseUntil: first } = (await scriptOf(id))!;
  await expect.poll(async () => (await scriptOf(id))?.leaseUntil, { interval: 50 }).toBeGreaterThan(first! + 1_500);
  expect((await scriptOf(id))?.attempt).toBe(1);
  answerAll();
  await expect.poll(() => statusOf(id), { interval: 20 }).toBe('COMPLETED');
  await runs.stop();
  expect([server.seen(), await scripting.commentsOf(id)]).toEqual([{ 'POST /slow': 1 }, ['late']]);
});

test('a request of a frozen process is not sent by the next one, and its late response changes nothing', async () => {
  server.forget();
  const id = await scripting.started(asking('post'));
  const frozen = scripting.other();
  await expect.poll(() => open.length, { interval: 20 }).toBe(1);
  frozen.signal('SIGSTOP');
  const runs = scripting.answering();
  await expect.poll(() => statusOf(id), { interval: 20 }).toBe('FAILED');
  answerAll();
  frozen.signal('SIGCONT');
  frozen.signal('SIGTERM');
  await frozen.ended;
  await runs.stop();
  expect(server.seen()).toEqual({ 'POST /slow': 1 });
  expect(await scripting.commentsOf(id)).toEqual([expect.stringMatching(/^It is not known whether POST 127\.0\.0\.1/)]);
  expect(await scripting.requestsOf(id)).toEqual([`HTTP POST ${server.host}: no answer, for task 'run'`]);
});

test('a request whose task is aborted is given up, and a process that stops lets a change be answered', async () => {
  server.forget();
  const aborted = await scripting.started(asking('post'));
  const runs = scripting.answering();
  await expect.poll(() => open.length, { interval: 20 }).toBe(1);
  const task = await scripting.taskOf(aborted);
  await scripting.command(aborted, { type: 'abortTask', taskId: task!.id, comment: 'enough' });
  await expect.poll(() => runs.away, { interval: 20 }).toBe(0);
  open = [];
  const changing = await scripting.started(asking('post'));
  await expect.poll(() => open.length, { interval: 20 }).toBe(1);
  const stopped = runs.stop();
  answerAll();
  await stopped;
  const next = scripting.answering();
  await expect.poll(() => statusOf(changing), { interval: 20 }).toBe('COMPLETED');
  await next.stop();
  expect([await statusOf(aborted), server.seen()]).toEqual(['FAILED', { 'POST /slow': 2 }]);
  await expect.poll(() => scripting.commentsOf(changing)).toEqual(['late']);
});

test('an answer is kept although the database goes away before it', async () => {
  server.forget();
  const postgres = await ownPostgres();
  await migrate(postgres.url);
  const own = await startScripting({ url: postgres.url, drop: postgres.stop });
  const id = await own.started(asking('post'));
  const runs = own.answering();
  await expect.poll(() => open.length, { interval: 20 }).toBe(1);
  const back = postgres.crash();
  answerAll();
  await back;
  const status = async () => (await own.taskOf(id).catch(() => undefined))?.run.status;
  await expect.poll(status, { interval: 50 }).toBe('COMPLETED');
  await runs.stop();
  expect([server.seen(), await own.commentsOf(id)]).toEqual([{ 'POST /slow': 1 }, ['late']]);
  await own.stop();
});
