import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startCounting, startScripting, type TestScripting } from './testing.ts';

let scripting: TestScripting;
let server: Awaited<ReturnType<typeof startCounting>>;
let open: ServerResponse[] = [];
beforeAll(async () => {
  scripting = await startScripting();
  server = await startCounting((_, request, response) => {
    if (request.url === '/slow') open.push(response);
    else response.end('done');
  });
});
afterAll(async () => {
  await server.stop();
  await scripting.stop();
});
beforeEach(() => {
  open = [];
  server.forget();
});

const deploying = (then: string) => `import requests
requests.post('${server.url}/deploy')
requests.${then}('${server.url}/slow')`;
const line = (what: string) => `HTTP ${what}, for task 'run'`;
const unknown = () =>
  `It is not known whether POST ${server.host} was done: it was sent, and its answer was lost. Look there before this is tried again.`;

/** A release whose task waits for the slow answer, and is aborted meanwhile. */
async function aborted(script: string): Promise<string> {
  const id = await scripting.started(script);
  await expect.poll(() => open.length, { interval: 20 }).toBe(1);
  const task = await scripting.taskOf(id);
  await scripting.command(id, { type: 'abortTask', taskId: task!.id, comment: 'enough' });
  return id;
}

test('a change in progress when its task was aborted is logged, with its unknown result', async () => {
  const runs = scripting.answering();
  const id = await aborted(deploying('post'));
  await expect.poll(() => scripting.commentsOf(id), { interval: 20 }).toEqual(['enough', unknown()]);
  await runs.stop();
  const told = [line(`POST ${server.host}: 200`), line(`POST ${server.host}: no answer`)];
  expect([await scripting.requestsOf(id), await scripting.rows(id)]).toEqual([told, 0]);
});

test('the requests of an aborted task are logged too, and the result of its script changes nothing', async () => {
  const runs = scripting.answering();
  const id = await aborted(deploying('get'));
  for (const response of open) response.end('late');
  const requests = async () => (await scripting.requestsOf(id))[0];
  await expect.poll(requests, { interval: 20 }).toBe(line(`POST ${server.host}: 200`));
  await runs.stop();
  expect([await scripting.commentsOf(id), await scripting.rows(id)]).toEqual([['enough'], 0]);
  expect((await scripting.taskOf(id))?.run.status).toBe('FAILED');
});

test('after a crash, the log line of a change has the time since which it has no response', async () => {
  const id = await scripting.started(deploying('get'));
  await scripting.other({ CRASH_AT: 'after-request:1' }).ended;
  const runs = scripting.answering();
  await expect.poll(async () => (await scripting.taskOf(id))?.run.status, { interval: 20 }).toBe('FAILED');
  await runs.stop();
  const text = `select message from live_activities where release_id = '${id}' and activity_type = 'TASK_HTTP_REQUEST'`;
  const lines = await scripting.database.query<{ message: string }>({ text });
  expect(lines).toEqual([{ message: expect.stringMatching(/: no answer after \d{4,} ms, for task 'run'$/) }]);
});
