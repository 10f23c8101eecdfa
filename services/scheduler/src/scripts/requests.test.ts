import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, pickLength } from '../../../../test/harness/test-length.ts';
import { CannotRun } from './context/context.ts';
import { startCountingServer, startTestScripting, type TestScripting } from './testing.ts';

let scripting: TestScripting;
let server: Awaited<ReturnType<typeof startCountingServer>>;
beforeAll(async () => {
  scripting = await startTestScripting();
  server = await startCountingServer();
});
afterAll(async () => {
  await server.stop();
  await scripting.stop();
});

const waitForEnd = async (id: string): Promise<string | undefined> => {
  const status = async () => (await scripting.taskOf(id))?.run.status;
  await expect.poll(status, { interval: 20 }).toSatisfy((now) => now === 'COMPLETED' || now === 'FAILED');
  return await status();
};
/** The end of a release that this process continues. */
const runToEnd = async (id: string) => {
  const runs = scripting.startRuns();
  const status = await waitForEnd(id);
  await runs.stop();
  return [status, ...(await scripting.commentsOf(id))];
};

/** Reads, changes, and reads again. At the end, it prints all responses. */
const deployScript = (headers = '{}') => `import requests
before = requests.get('${server.url}/state').text
made = requests.post('${server.url}/deploy', data='x', headers=${headers}).text
after = requests.get('${server.url}/state').text
print before, made, after`;

const unknownResult = () =>
  `The result of POST ${server.host} is unknown: the request was sent, and its response was lost. Check the server before you retry.`;

test('each request of a script is sent once, and the log of its release contains them', async () => {
  server.reset();
  const id = await scripting.startRelease(deployScript());
  expect(await runToEnd(id)).toEqual(['COMPLETED', '1 1 2']);
  expect(server.seen()).toEqual({ 'GET /state': 2, 'POST /deploy': 1 });
  const logLine = (method: string) => `HTTP ${method} ${server.host}: 200, for task 'run'`;
  expect(await scripting.requestsOf(id)).toEqual([logLine('GET'), logLine('POST'), logLine('GET')]);
  expect(await scripting.rows(id)).toBe(0);
});

describe('a process that crashes', () => {
  const crashPoints = [
    ['before-request:1', 'COMPLETED', 1],
    ['after-request:1', 'COMPLETED', 1],
    ['before-journal:1', 'COMPLETED', 1],
    ['after-journal:1', 'FAILED', 0],
    ['before-request:2', 'FAILED', 0],
    ['after-request:2', 'FAILED', 1],
    ['before-journal:2', 'FAILED', 1],
    ['after-journal:2', 'COMPLETED', 1],
    ['before-request:3', 'COMPLETED', 1],
    ['after-request:3', 'COMPLETED', 1],
    ['before-fact:1', 'COMPLETED', 1],
    ['after-fact:1', 'COMPLETED', 1],
  ] as const;
  // the short version has one point with each result: the change is lost, was sent, or its response is stored
  const testedPoints = pickLength({
    short: crashPoints.filter((_, nth) => [4, 5, 7].includes(nth)),
    long: [...crashPoints],
  });
  test.each(testedPoints)(
    '%s leaves a task that is %s, and a change was sent %i times',
    async (point, status, sentCount) => {
      server.reset();
      const id = await scripting.startRelease(deployScript());
      await scripting.crashAt(point, id);
      const [end, ...comments] = await runToEnd(id);
      expect([end, server.seen()['POST /deploy'] ?? 0]).toEqual([status, sentCount]);
      if (status === 'FAILED') expect(comments).toEqual([unknownResult()]);
      else expect(comments).toEqual([expect.stringMatching(/^\d 1 \d$/)]);
    },
  );

  test.runIf(isLong)('a sent request is logged also if the script has been removed meanwhile', async () => {
    server.reset();
    const id = await scripting.startRelease(deployScript());
    await scripting.crashAt('after-request:2', id);
    const missingScript = new CannotRun('There is no script to run: it was taken away.');
    const runs = scripting.startRuns({ plugins: { modules: () => Promise.reject(missingScript) } as never });
    expect(await waitForEnd(id)).toBe('FAILED');
    await runs.stop();
    expect(await scripting.commentsOf(id)).toEqual([`${missingScript.message} ${unknownResult()}`]);
    const lines = ['GET', 'POST'].map((method) => expect.stringContaining(`HTTP ${method} ${server.host}: `));
    expect([await scripting.requestsOf(id), await scripting.rows(id)]).toEqual([lines, 0]);
  });

  test.runIf(isLong)('does not repeat a GET request with a header that replaces its method', async () => {
    server.reset();
    const overriding = `headers={'X-HTTP-Method-Override': 'DELETE'}`;
    const id = await scripting.startRelease(`import requests\nrequests.get('${server.url}/state', ${overriding})`);
    await scripting.crashAt('after-request:1', id);
    expect(await runToEnd(id)).toEqual(['FAILED', unknownResult().replace('POST', 'GET')]);
    expect(server.seen()).toEqual({ 'GET /state': 1 });
  });

  test('sends a change again if an idempotency key identifies it', async () => {
    server.reset();
    const id = await scripting.startRelease(deployScript("{'Idempotency-Key': 'a'}"));
    await scripting.crashAt('after-request:2', id);
    expect((await runToEnd(id))[0]).toBe('COMPLETED');
    expect(server.seen()['POST /deploy']).toBe(2);
  });
});

test('equal responses are stored once, and the next attempt receives each of them', async () => {
  const size = 100_000;
  const large = await startCountingServer((_seen, _request, response) => response.end('x'.repeat(size)));
  const script = `import requests\nprint [len(requests.post('${large.url}/deploy').text) for _ in range(4)]`;
  const id = await scripting.startRelease(script);
  await scripting.crashAt('before-fact:1', id);
  const text = "select sum(length(coalesce(reply, '')))::int as kept from script_journal";
  const [row] = await scripting.database.query<{ kept: number }>({ text });
  expect(row!.kept).toBeLessThan(2 * size);
  expect(await runToEnd(id)).toEqual(['COMPLETED', `[${Array(4).fill(size).join(', ')}]`]);
  expect(large.seen()).toEqual({ 'POST /deploy': 4 });
  await large.stop();
});
