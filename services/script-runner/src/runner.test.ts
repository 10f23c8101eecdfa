import { RunnerBusy, RunnerUnavailable } from '@slipway/script-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings } from './pool/settings.ts';
import { startRunner } from './runner.ts';
import { minimalRequest, patientSettings, secret, startTestRunner, type TestRunner } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

const endless = 'for (;;);';
const post = (path: string, body: string, authorization = `Bearer ${secret}`) =>
  fetch(`${running.address}${path}`, { method: 'POST', body, headers: { authorization } });

test('thirty concurrent runs of two languages, one of them hostile, each get the correct result', async () => {
  const runs = Array.from({ length: 30 }, (_, i) => {
    if (i === 7) return running.run({ purpose: 'eventFilter', owner: 'Hostile', script: endless });
    const language = i % 2 === 0 ? 'javascript' : 'python';
    return running.run({ language, owner: `Endpoint${i % 2}`, script: 'authenticated = n * 2', inputs: { n: i } });
  });
  const answers = await Promise.all(runs);
  expect(answers.map(({ error, result }) => error?.type ?? result)).toEqual(
    Array.from({ length: 30 }, (_, i) => (i === 7 ? 'Timeout' : i * 2)),
  );
});

test('a killed child fails only its own run', async () => {
  const own = await startTestRunner();
  const before = own.runner.pids();
  const lost = own.run({ script: endless });
  await expect.poll(() => own.runner.counts().running).toBe(1);
  const served = own.run({ owner: 'Endpoint2', script: '1 + 1' });
  expect(await served).toMatchObject({ error: null, result: 2 });
  expect(own.runner.counts().running).toBe(1);
  for (const pid of before) process.kill(pid, 'SIGKILL');
  expect((await lost).error?.type).toBe('Crashed');
  await expect.poll(() => own.runner.pids().filter((pid) => before.includes(pid))).toEqual([]);
  expect(await own.run({ script: '1 + 2' })).toMatchObject({ error: null, result: 3 });
  await own.stop();
});

test('an owner whose script was stopped does not use all children', async () => {
  const own = await startTestRunner();
  const flood = { ...minimalRequest, owner: 'Hostile', script: endless };
  await own.run({ ...flood, purpose: 'eventFilter' });
  const overLimit = new AbortController();
  const floods = Array.from({ length: 4 }, () => own.client.run(flood, overLimit.signal).catch(() => 'given up'));
  await expect.poll(() => own.runner.counts()).toMatchObject({ running: 1, waiting: 3 });
  expect(await own.run({ script: '1' })).toMatchObject({ result: 1 });
  expect(own.runner.counts()).toMatchObject({ running: 1, waiting: 3 });
  overLimit.abort();
  expect(await Promise.all(floods)).toEqual(floods.map(() => 'given up'));
  await own.stop();
});

test('a run is rejected as busy when the queue is full', async () => {
  const quick = { ...patientSettings.quick, size: 1, minimum: 1, maxQueueLength: 1 };
  const own = await startTestRunner({ ...patientSettings, quick });
  const overLimit = new AbortController();
  const first = own.client.run({ ...minimalRequest, script: endless }, overLimit.signal).catch(() => 'given up');
  await expect.poll(() => own.runner.counts().running).toBe(1);
  const second = own.run({ owner: 'Endpoint2', script: 'true' });
  await expect.poll(() => own.runner.counts().waiting).toBe(1);
  await expect(own.run({ owner: 'Endpoint3', script: 'true' })).rejects.toThrow(RunnerBusy);
  overLimit.abort();
  expect([await first, (await second).result]).toEqual(['given up', true]);
  await own.stop();
});

test('a child that is killed at the moment of its answer receives no further job', async () => {
  const { quick, limits } = patientSettings;
  const hurried = { ...limits, webhook: { ...limits.webhook, timeMs: 100 } };
  const runner = startRunner({ ...patientSettings, limits: hurried, quick: { ...quick, size: 1, minimum: 1 } });
  await runner.ready();
  const runScript = (purpose: 'webhook' | 'eventSource') => {
    const request = { ...minimalRequest, purpose, script: '1 + 1' };
    return runner.run(request, JSON.stringify(request), new AbortController().signal);
  };
  const first = runScript('webhook');
  await new Promise(setImmediate);
  // Its answer and the end of its time limit have both arrived, so this process handles them at once.
  for (const until = performance.now() + 1_000; performance.now() < until; );
  await first;
  expect(await runScript('eventSource')).toMatchObject({ error: null });
  await runner.stop();
});

test('a run is stopped when its caller disconnects', async () => {
  const disconnected = new AbortController();
  const remaining = running.client.run({ ...minimalRequest, purpose: 'task', script: endless }, disconnected.signal);
  await expect.poll(() => running.runner.counts().running).toBe(1);
  disconnected.abort(new Error('no longer wanted'));
  await expect(remaining).rejects.toThrow('no longer wanted');
  await expect.poll(() => running.runner.counts().running).toBe(0);
});

test('a child is replaced after a number of runs, without an effect on callers', async () => {
  const own = await startTestRunner({
    ...patientSettings,
    quick: defaultSettings.quick,
    runsPerChild: 5,
    runsPerIsolate: 2,
  });
  const before = own.runner.pids();
  const answers = await Promise.all(Array.from({ length: 60 }, () => own.run({ script: 'true' })));
  expect(answers.every(({ result }) => result === true)).toBe(true);
  await expect.poll(() => own.runner.pids().filter((pid) => before.includes(pid))).toEqual([]);
  await expect.poll(() => own.runner.pids().length).toBe(before.length);
  await own.stop();
});

test.each([
  ['python', 'x = 1', null],
  ['python', 'if x', { type: 'SyntaxError', line: 1 }],
  ['javascript', 'const x = 1;', null],
  ['javascript', 'const x = 1;\nif (', { type: 'SyntaxError', message: 'Unexpected end of input', line: 2 }],
] as const)('%s compiles %j or reports the error', async (language, script, error) => {
  const outcome = await running.client.compile(language, script);
  if (error === null) expect(outcome).toBe(null);
  else expect(outcome).toMatchObject(error);
});

test('each of many texts is compiled independently of earlier ones', async () => {
  const texts = Array.from({ length: 120 }, (_, at) => (at % 40 === 39 ? `if x${at}` : `x${at} = ${at}\nprint x${at}`));
  const outcome: string[] = [];
  for (const [at, text] of texts.entries()) {
    const error = await running.client.compile('python', text);
    if (error !== null) outcome.push(`${at}: ${error.type} in line ${error.line}`);
    if (at % 50 === 0) expect(await running.client.compile('javascript', `const x = ${at};`)).toBe(null);
  }
  expect(outcome).toEqual([39, 79, 119].map((at) => `${at}: SyntaxError in line 1`));
});

describe('over HTTP', () => {
  test.each([
    ['/run', '{}', 'Bearer something else', 401, 'the client is not authenticated\n'],
    ['/run', '{}', undefined, 400, 'the request is invalid at language\n'],
    ['/run', '{', undefined, 400, 'the request is not JSON\n'],
    ['/compile', '{"language": "cobol"}', undefined, 400, 'the request is invalid at language\n'],
    ['/other', '{}', undefined, 404, 'there is nothing here\n'],
    ['/run', ' '.repeat(8 * 1024 * 1024 + 1), undefined, 413, 'a request can have at most 8388608 bytes\n'],
  ])('%s rejects invalid requests', async (path, body, authorization, status, text) => {
    const answer = await post(path, body, authorization);
    expect([answer.status, await answer.text()]).toEqual([status, text]);
  });

  test('probes need no secret', async () => {
    const answers = await Promise.all(
      ['/livez', '/readyz', '/metrics'].map((path) => fetch(`${running.address}${path}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await Promise.all(answers.map((answer) => answer.text()));
  });

  test('an unavailable runner is distinguished from a busy one', async () => {
    const own = await startTestRunner();
    await own.stop();
    await expect(own.run({ script: 'true' })).rejects.toThrow(RunnerUnavailable);
  });
});
