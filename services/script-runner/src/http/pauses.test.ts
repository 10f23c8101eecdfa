import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestRunner, type TestRunner } from '../testing.ts';
import { runAnswered } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

const path = 'Applications/Release1';
const snapshot = {
  release: {
    id: path,
    type: 'rel.Release',
    title: 'Weekly',
    phases: [{ id: `${path}/Phase1`, title: 'Build', tasks: [{ id: `${path}/Phase1/Task1`, title: 'poll' }] }],
  },
  phaseId: `${path}/Phase1`,
  taskId: `${path}/Phase1/Task1`,
  folder: null,
  releaseVariables: [],
  globalVariables: [],
  folderVariables: [],
};
const run = (script: string) =>
  runAnswered(running, { language: 'python', script, snapshot, wanted: '*' }, () => ({ value: null }));

describe('a pause', () => {
  const pauses = [
    ['import time\ntime.sleep(1)', [1000]],
    ['from time import sleep\nfor i in range(3):\n    sleep(0.0015)', [2, 2, 2]],
    ['import time\ntime.sleep(0)\ntime.sleep(True)', [1000]],
    ['import time\ntime.sleep(1e12)', [31_536_000_000]],
    ['from java.lang import Thread\nThread.sleep(250)', [250]],
    ['import java.lang.Thread as T\nT.sleep(0)\nT.sleep(5)', [5]],
    ['from java.util.concurrent import TimeUnit\nTimeUnit.SECONDS.sleep(2)\nTimeUnit.MINUTES.sleep(1)', [2000, 60_000]],
    ['from java.util.concurrent import TimeUnit\nTimeUnit.SECONDS.sleep(-2)\nprint TimeUnit.HOURS.toMinutes(2)', []],
  ] as const;
  test.each(pauses)('has the requested length: %s', async (script, ms) => {
    const { answer, effects } = await run(script);
    expect([answer.error, effects.map((effect) => (effect.does === 'sleep' ? effect.ms : null))]).toEqual([null, ms]);
  });

  test('moves the clock of its script', async () => {
    const { answer } = await run('import time\na = time.time()\ntime.sleep(9)\nb = time.time()\nprint b - a');
    expect(answer.output).toBe('1.0\n');
  });

  const mistakes = [
    ['import time\ntime.sleep(-1)', 'IOError', '[Errno 22] Invalid argument'],
    ["import time\ntime.sleep('1')", 'TypeError', 'a float is required'],
    ["import time\ntime.sleep(float('nan'))", 'IOError', '[Errno 22] Invalid argument'],
    ['from java.lang import Thread\nThread.sleep(-1)', 'IllegalArgumentException', 'timeout value is negative'],
  ] as const;
  test.each(mistakes)('an invalid pause is rejected: %s', async (script, type, message) => {
    expect((await run(script)).answer.error).toEqual({ type, message, line: 2 });
  });
});

describe('continuing with another script', () => {
  const calls = [
    ["task.schedule('acme/Poll.py')", { script: 'acme/Poll.py', seconds: 5 }],
    ["task.schedule('acme/Poll.py', 60)", { script: 'acme/Poll.py', seconds: 60 }],
    ["task.schedule('acme/Poll.py', '30')", { script: 'acme/Poll.py', seconds: 30 }],
    ["task.schedule('acme/Poll.py', 0)", { script: 'acme/Poll.py', seconds: 1 }],
    ["task.schedule('a.py', 9)\ntask.schedule('b.py', interval=2.5)", { script: 'b.py', seconds: 2.5 }],
    ["import sys\ntask.schedule('a.py')\nsys.exit(0)", { script: 'a.py', seconds: 5 }],
  ] as const;
  test.each(calls)('is part of the result: %s', async (script, scheduled) => {
    const { answer } = await run(script);
    expect([answer.error, answer.scheduled]).toEqual([null, scheduled]);
  });

  test('is ignored for a script that fails', async () => {
    for (const end of ['raise Exception()', 'import sys\nsys.exit(1)']) {
      const { answer } = await run(`task.schedule('a.py')\n${end}`);
      expect([answer.error === null, answer.scheduled]).toEqual([false, undefined]);
    }
  });

  const mistakes = [
    ["\ntask.schedule('')", 'ValueError', 'the name of the script to continue with is required'],
    ["\ntask.schedule('a.py', 'soon')", 'TypeError', 'task.schedule() expects a number of seconds'],
    ["\ntask.schedule('a.py', 10 ** 9)", 'ValueError', 'a script must continue within a year'],
    ['\ntask.schedule(None)', 'TypeError', 'schedule() expects a string, not NoneType'],
  ] as const;
  test.each(mistakes)('an invalid schedule is rejected: %s', async (script, type, message) => {
    expect((await run(script)).answer.error).toEqual({ type, message, line: 2 });
  });
});
