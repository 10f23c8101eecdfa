import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pickLength } from '../../../../test/harness/test-length.ts';
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

const statusOf = async (id: string) => (await scripting.taskOf(id))?.run.status;
const timerOf = async (id: string) => (await scripting.taskOf(id))?.run.script?.timer;
const endsWith = async (id: string, status: string) => {
  await expect.poll(() => statusOf(id), { interval: 20 }).toBe(status);
  return await scripting.commentsOf(id);
};
describe('a script that pauses', () => {
  const pausingScript = (seconds: number) => `import requests, time, random
drawn = random.random()
began = time.time()
made = requests.post('${server.url}/made').text
time.sleep(${seconds})
print made, time.time() - began >= ${seconds}, requests.get('${server.url}/state').text`;

  test('continues in its process after a short pause', async () => {
    server.reset();
    const id = await scripting.startRelease(pausingScript(0.05));
    const runs = scripting.startRuns();
    expect(await endsWith(id, 'COMPLETED')).toEqual(['1 True 1']);
    await runs.stop();
    expect(server.seen()).toEqual({ 'POST /made': 1, 'GET /state': 1 });
  });

  test('is released during a longer pause, and continues in another process with its journal', async () => {
    server.reset();
    const script = `${pausingScript(2)}\nprint releaseVariables['seen'], [v.value for v in releaseApi.getVariables(release.id)], getCurrentTask().title`;
    const variables = [{ key: 'seen', type: 'StringVariable', value: 'before' }];
    const id = await scripting.startRelease(script, { variables });
    const first = scripting.startRuns();
    await expect.poll(() => timerOf(id), { interval: 10 }).toBe('sleep');
    await first.stop();
    expect(await scripting.rows(id)).toBe(2);
    const [variable] = (await scripting.viewOf(id)).release.variables;
    await scripting.command(id, { type: 'updateVariable', variableId: variable!.id, patch: { value: 'after' } });
    const second = scripting.startRuns();
    expect(await endsWith(id, 'COMPLETED')).toEqual(["1 True 1\nbefore ['after'] run"]);
    await second.stop();
    expect([server.seen(), await scripting.rows(id)]).toEqual([{ 'POST /made': 1, 'GET /state': 1 }, 0]);
    expect(await scripting.requestsOf(id)).toHaveLength(2);
  });

  const crashPoints = pickLength({
    short: ['after-journal:3'],
    long: ['before-journal:3', 'after-journal:3', 'before-fact:1', 'after-fact:1'],
  });
  test.each(crashPoints)('continues if its process has crashed %s', async (point) => {
    server.reset();
    const id = await scripting.startRelease(pausingScript(2));
    await scripting.crashAt(point, id);
    const runs = scripting.startRuns();
    expect(await endsWith(id, 'COMPLETED')).toEqual(['1 True 1']);
    await runs.stop();
    expect(server.seen()).toEqual({ 'POST /made': 1, 'GET /state': 1 });
    expect(await scripting.requestsOf(id)).toHaveLength(2);
  });

  test('ends when its task is aborted meanwhile, and does not start again', async () => {
    server.reset();
    const id = await scripting.startRelease(pausingScript(600));
    const runs = scripting.startRuns();
    await expect.poll(() => timerOf(id), { interval: 20 }).toBe('sleep');
    const task = await scripting.taskOf(id);
    await scripting.command(id, { type: 'abortTask', taskId: task!.id, comment: 'enough' });
    expect(await endsWith(id, 'FAILED')).toEqual(['enough']);
    await runs.stop();
  });

  test('starts again when its task is retried', async () => {
    server.reset();
    const failing = `import requests\nprint requests.post('${server.url}/made').text\nraise Exception('no')`;
    const id = await scripting.startRelease(failing);
    const runs = scripting.startRuns();
    await endsWith(id, 'FAILED');
    const task = await scripting.taskOf(id);
    await scripting.command(id, { type: 'retryTask', taskId: task!.id, comment: 'again' });
    await expect.poll(() => server.seen(), { interval: 20 }).toEqual({ 'POST /made': 2 });
    await endsWith(id, 'FAILED');
    await runs.stop();
  });
});
