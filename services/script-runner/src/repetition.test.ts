import type { Journal, ScriptRequest } from '@slipway/script-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestRunner, type TestRunner } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

const journal: Journal = { began: 1_700_000_000_123, seed: '0123456789abcdef'.repeat(2), entries: [] };
const runScript = (request: Partial<ScriptRequest>) => running.run({ purpose: 'task', owner: 'Release1', ...request });

const times = {
  python: [
    'time.time()',
    'float(datetime.datetime.now().strftime("%s")) + 0.123',
    'java.util.Date().getTime() / 1000.0',
    'java.lang.System.currentTimeMillis() / 1000.0',
  ],
  javascript: ['Date.now() / 1000', 'new Date() / 1000'],
} as const;
const clocks = (['python', 'javascript'] as const).flatMap((language) =>
  times[language].map((each) => [language, each] as const),
);

const head = { python: 'import time, datetime, java.util, java.lang\n', javascript: '' };

describe('a run with a journal', () => {
  test.each(clocks)('in %s uses the clock of the journal for %s', async (language, expression) => {
    const script = `${head[language]}result = ${expression}`;
    const answer = await runScript({ language, script, journal });
    expect([answer.error, answer.result]).toEqual([null, 1_700_000_000.123]);
  });

  const prints = [
    ['python', 'print "one"\nprint "two"', 'raise Exception("no")'],
    ['javascript', 'print("one"); print("two");', 'throw new Error("no")'],
  ] as const;
  test.each(prints)('in %s has the times of its lines, also if it fails', async (language, script, failure) => {
    const isAfterStart = (at: number) => at >= journal.began && at < journal.began + 60_000;
    const times = expect.arrayContaining([[0, expect.toSatisfy(isAfterStart)]]);
    const run = async (text: string) => await runScript({ language, script: text, journal });
    expect(await run(script)).toMatchObject({ error: null, output: 'one\ntwo\n', lineTimes: times });
    expect(await run(`${script}\n${failure}`)).toMatchObject({ output: 'one\ntwo\n', lineTimes: times });
    expect(await run('1')).not.toHaveProperty('lineTimes');
    const masked = await runScript({ language, script, journal, secrets: ['one\ntwo'] });
    expect(masked).not.toHaveProperty('lineTimes');
  });

  const draws = [
    ['python', 'import random, uuid\nresult = [random.random(), random.randint(0, 10 ** 6), str(uuid.uuid4())]'],
    ['javascript', 'result = [Math.random(), Math.random()]'],
  ] as const;
  test.each(draws)(
    'in %s repeats the random numbers of a journal with the same seed, and has others with another seed',
    async (language, script) => {
      const draw = async (nextRun: Partial<ScriptRequest>) =>
        (await runScript({ language, script, ...nextRun })).result;
      const first = await draw({ journal });
      expect(await draw({ journal })).toEqual(first);
      expect(await draw({ journal: { ...journal, seed: 'f'.repeat(32) } })).not.toEqual(first);
      expect(await draw({})).not.toEqual(await draw({}));
    },
  );
});

test('a script cannot find the initialization of effects', async () => {
  const script = 'result = [typeof __effects, typeof __ask, Reflect.ownKeys(globalThis).includes("__effects")]';
  expect((await runScript({ language: 'javascript', script, journal })).result).toEqual([
    'undefined',
    'undefined',
    false,
  ]);
});
