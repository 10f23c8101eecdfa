import { describe, expect, test } from 'vitest';
import { maskedEffectKey, type ScriptEffect } from './effect.ts';
import { maxRequestBytes, type ScriptRequest, type ScriptRunResult } from './protocol.ts';
import { ReplayLog } from './replay-log.ts';
import { runWithReplies, type ScriptHost } from './run-with-replies.ts';

const request: ScriptRequest = {
  language: 'javascript',
  purpose: 'task',
  owner: 'Release1',
  script: '',
  packaged: false,
  inputs: {},
  objects: [],
  wanted: [],
  snapshot: {
    release: {},
    phaseId: null,
    taskId: null,
    folder: {},
    releaseVariables: [],
    globalVariables: [],
    folderVariables: [],
  },
  secrets: [],
};
const nothing: ScriptRunResult = { error: null, result: 1, variables: {}, actions: [], output: '', durationMs: 0 };
const sleep = (place: number): Partial<ScriptRunResult> => ({ effect: { does: 'sleep', place, ms: 5 } });
const order = (place: number, url = 'http://a/x'): ScriptEffect => ({
  does: 'http',
  place,
  method: 'GET',
  url,
  headers: [],
  body: null,
  timeoutMs: null,
  followRedirects: true,
  verify: true,
  connection: null,
  credentials: null,
});
const asking = (id: string): Partial<ScriptRunResult> => ({ asks: { asks: 'task', id } });
const course = () =>
  new ReplayLog({ journal: { began: 1, seed: '0'.repeat(32), entries: [] }, reads: {}, computedMs: 0 });

const body = (text: string) => ({ text });
const answered = (text: string) => ({
  value: { status: 200, reason: 'OK', url: 'http://a/x', headers: [], body: body(text) },
});
const plain: ScriptHost = {
  answer: async () => ({ value: 'x'.repeat(200) }),
  perform: async (effect) => ({ reply: effect.does === 'sleep' ? { value: null } : answered('y'.repeat(200)), at: 2 }),
};

/** Returns the result of a script that returns these results in its runs, and the requests to its runner. */
async function goes(says: (given: ScriptRequest) => Partial<ScriptRunResult>, answering = plain, on = course()) {
  const given: ScriptRequest[] = [];
  const runner = {
    run: async (asked: ScriptRequest) => {
      given.push(asked);
      return { ...nothing, ...says(asked) };
    },
  };
  const outcome = await runWithReplies(runner, request, answering, on, new AbortController().signal);
  const said = 'answer' in outcome ? (outcome.answer.error?.message ?? outcome.answer.result) : outcome.until;
  return { said, given };
}
const came = (given: ScriptRequest): number => given.journal?.entries.length ?? 0;
const reads = (given: ScriptRequest): readonly string[] => Object.keys(given.snapshot?.reads ?? {});

describe('a script that is repeated with each reply', () => {
  test('keeps the replies until a pause, and gets new ones after it; equal replies are sent once', async () => {
    const steps: readonly Partial<ScriptRunResult>[] = [
      asking('Task1'),
      { effect: order(0) },
      sleep(1),
      asking('Task1'),
      { effect: order(2) },
    ];
    const { said, given } = await goes((now) => steps[came(now) + reads(now).length] ?? {});
    const key = '{"asks":"task","id":"Task1"}';
    expect([said, given.length, given.at(-1)?.snapshot?.reads, given.at(-1)?.journal?.entries]).toEqual([
      1,
      6,
      { [key]: { value: 'x'.repeat(200) }, [`1${key}`]: { as: key } },
      [
        { said: 'GET http://a/x', at: 2, reply: answered('y'.repeat(200)) },
        { said: 'sleep', at: 2, reply: { value: null } },
        { said: 'GET http://a/x', at: 2, reply: { value: { ...answered('').value, body: { as: 0 } } } },
      ],
    ]);
  });

  test('is suspended if an effect ends later, and ends if the result of an effect is unknown', async () => {
    expect((await goes(() => sleep(0), { ...plain, perform: async () => ({ until: 77 }) })).said).toBe(77);
    expect((await goes(() => sleep(0), { ...plain, perform: async () => ({ failed: 'not known' }) })).said).toBe(
      'not known',
    );
  });

  test('ends if a repetition differs, with methods and hosts in the message', async () => {
    const { said } = await goes((now) => ({
      effect: came(now) === 0 ? order(0) : order(0, 'https://b:8443/secret/path'),
    }));
    expect(said).toBe(
      "the script took another way when it was repeated: it requested 'GET https://b:8443' instead of 'GET http://a'",
    );
  });

  test('does not log a host that contains a password', () => {
    const secrets = ['abc', 'Pa55word'];
    expect(
      ['GET http://pa55word.b:80/x', 'GET https://abc/x', 'sleep', ''].map((said) => maskedEffectKey(said, secrets)),
    ).toEqual(['GET http://********', 'GET https://abc', 'sleep', '']);
  });

  const endless = [
    [
      'questions',
      (now: ScriptRequest) => asking(`Task${reads(now).length}`),
      'the script reads more than 100 different objects',
    ],
    [
      'questions between pauses',
      (now: ScriptRequest) =>
        reads(now).length % 50 === 49 && came(now) < reads(now).length / 50
          ? sleep(came(now))
          : asking(`Task${reads(now).length}`),
      'the script sends more than 2000 questions',
    ],
    [
      'requests',
      (now: ScriptRequest) => ({ effect: order(came(now)) }),
      'the script sends more than 2000 requests and pauses: use task.schedule for longer waits',
    ],
  ] as const;
  test.each(endless)('has a limit for its %s', async (_, says, message) => {
    expect((await goes(says)).said).toBe(message);
  });

  test('has a limit for the data that it has read', async () => {
    const large: ScriptHost = {
      ...plain,
      perform: async (effect) => ({ reply: answered(String(effect.place).repeat(3_000_000)), at: 1 }),
    };
    expect((await goes((now) => ({ effect: order(came(now)) }), large)).said).toBe(
      `the replies for the script are larger than ${maxRequestBytes} bytes`,
    );
  });

  test('has one time limit for all of its repetitions', async () => {
    const late = new ReplayLog({ ...course(), computedMs: 20 * 60_000 - 1 });
    const slow: ScriptHost = { ...plain, perform: async () => ({ reply: { value: null }, at: 1 }) };
    const { said } = await goes(
      (now) => {
        const until = performance.now() + 2;
        while (performance.now() < until);
        return sleep(came(now));
      },
      slow,
      late,
    );
    expect(said).toBe('the script took longer than 1200000 ms, with all its repetitions');
  });
});
