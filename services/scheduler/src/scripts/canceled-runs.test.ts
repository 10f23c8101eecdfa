import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startCountingServer, startTestScripting, type TestScripting } from './testing.ts';

let scripting: TestScripting;
let server: Awaited<ReturnType<typeof startCountingServer>>;
let openResponses: ServerResponse[] = [];
beforeAll(async () => {
  scripting = await startTestScripting();
  server = await startCountingServer((_, request, response) => {
    if (request.url === '/slow') openResponses.push(response);
    else response.end('done');
  });
});
afterAll(async () => {
  await server.stop();
  await scripting.stop();
});
beforeEach(() => {
  openResponses = [];
  server.reset();
});

const deployScript = (then: string) => `import requests
requests.post('${server.url}/deploy')
requests.${then}('${server.url}/slow')`;
const logLine = (request: string) => `HTTP ${request}, for task 'run'`;
const unknownResult = () =>
  `The result of POST ${server.host} is unknown: the request was sent, and its response was lost. Check the server before you retry.`;

/** A release whose task waits for a slow response, and is then aborted. */
async function startAndAbort(script: string): Promise<string> {
  const id = await scripting.startRelease(script);
  await expect.poll(() => openResponses.length, { interval: 20 }).toBe(1);
  const task = await scripting.taskOf(id);
  await scripting.command(id, { type: 'abortTask', taskId: task!.id, comment: 'enough' });
  return id;
}

test('a change in progress when its task was aborted is logged, with its unknown result', async () => {
  const runs = scripting.startRuns();
  const id = await startAndAbort(deployScript('post'));
  await expect.poll(() => scripting.commentsOf(id), { interval: 20 }).toEqual(['enough', unknownResult()]);
  await runs.stop();
  const logLines = [logLine(`POST ${server.host}: 200`), logLine(`POST ${server.host}: no response`)];
  expect([await scripting.requestsOf(id), await scripting.rows(id)]).toEqual([logLines, 0]);
});

test('the requests of an aborted task are logged too, and the result of its script changes nothing', async () => {
  const runs = scripting.startRuns();
  const id = await startAndAbort(deployScript('get'));
  for (const response of openResponses) response.end('late');
  const requests = async () => (await scripting.requestsOf(id))[0];
  await expect.poll(requests, { interval: 20 }).toBe(logLine(`POST ${server.host}: 200`));
  await runs.stop();
  expect([await scripting.commentsOf(id), await scripting.rows(id)]).toEqual([['enough'], 0]);
  expect((await scripting.taskOf(id))?.run.status).toBe('FAILED');
});

test('after a crash, the log line of a change has the time since which it has no response', async () => {
  const id = await scripting.startRelease(deployScript('get'));
  await scripting.crashAt('after-request:1', id);
  const crashedAt = Date.now();
  const runs = scripting.startRuns();
  await expect.poll(async () => (await scripting.taskOf(id))?.run.status, { interval: 20 }).toBe('FAILED');
  await runs.stop();
  const text = `select message, extract(epoch from event_time) * 1000 as "eventMs" from live_activities
    where release_id = '${id}' and activity_type in ('TASK_HTTP_REQUEST', 'TASK_FAILED') order by activity_type desc`;
  const rows = await scripting.database.query<{ message: string; eventMs: number }>({ text });
  expect(rows.map(({ message }) => message)).toEqual([
    expect.stringMatching(/: no response after \d+ ms, for task 'run'$/),
    expect.stringContaining('Failed task'),
  ]);
  // The request began before the crash, and the task failed after it.
  const sinceCrash = Number(rows[1]!.eventMs) - crashedAt;
  expect(Number(/(\d+) ms/.exec(rows[0]!.message)?.[1])).toBeGreaterThanOrEqual(sinceCrash);
});
