import { effectKey, type Journal, type JournalEntry, scriptEffect } from '@slipway/script-protocol';
import ivm from 'isolated-vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxFile } from './language.ts';

let isolate: ivm.Isolate;
beforeAll(() => {
  isolate = new ivm.Isolate({ memoryLimit: 32 });
});
afterAll(() => isolate.dispose());

const startedAt = 1_700_000_000_000;
const seed = '00112233445566778899aabbccddeeff';
const entry = (said: string, value: unknown, at = startedAt + 1_000): JournalEntry => ({
  said,
  at,
  reply: { value } as JournalEntry['reply'],
});
const slept = (at: number) => entry('sleep', null, at);
const answer = (body: unknown) => ({ status: 200, reason: 'OK', url: 'https://a/x', headers: [], body });
const journalOf = (...entries: readonly JournalEntry[]): Journal => ({ began: startedAt, seed, entries: [...entries] });

/** Evaluates JavaScript with the effects of a run. Returns the result as JSON, or the request that ended the run. */
function evaluate(code: string, journal?: Journal, purpose = 'task'): unknown {
  const context = isolate.createContextSync();
  let requested: string | undefined;
  const runScript = (text: string) => {
    requested = text;
    throw new Error('ended');
  };
  context.global.setSync('__ask', new ivm.Callback(runScript));
  const { code: effects } = sandboxFile('effects.js');
  context.evalSync(effects);
  context.global.setSync('request', JSON.stringify({ journal, purpose }));
  const body = `JSON.stringify((() => { ${code} })())`;
  const tried = `try { return ${body}; } catch (e) { return JSON.stringify(e.name + ': ' + e.message); }`;
  const requestBody = context.evalSync(
    `(() => { const effects = __effects; effects.begin(JSON.parse(request)); ${tried} })()`,
  );
  context.release();
  return requested === undefined ? JSON.parse(String(requestBody ?? 'null')) : { asks: JSON.parse(requested) };
}

const get = 'effects.http({ method: "GET", url: "https://me:word@a/x?q=1#z" })';
const ordered = {
  does: 'http',
  place: 0,
  method: 'GET',
  url: 'https://me:word@a/x?q=1#z',
  headers: [],
  body: null,
  timeoutMs: null,
  followRedirects: true,
  verify: true,
  connection: null,
  credentials: null,
};

describe('an effect', () => {
  test('without a result ends the run with a complete request', () => {
    expect(evaluate(`return ${get}`, journalOf())).toEqual({ asks: ordered });
    const post = '{ method: "POST", url: "http://b", headers: [["a", "b"]], body: { base64: "AA==" }, timeoutMs: 5 }';
    expect(evaluate(`effects.sleep(1); return effects.http(${post})`, journalOf(slept(startedAt)))).toEqual({
      asks: {
        ...ordered,
        place: 1,
        method: 'POST',
        url: 'http://b',
        headers: [['a', 'b']],
        body: { base64: 'AA==' },
        timeoutMs: 5,
      },
    });
    expect(evaluate('effects.sleep(5)', journalOf())).toEqual({ asks: { does: 'sleep', place: 0, ms: 5 } });
  });

  test('sends its address unchanged', () => {
    expect(evaluate('effects.http({ method: "POST", url: "http://a/\\ud800" })', journalOf())).toBe(
      'TypeError: the address of a request must be well-formed Unicode',
    );
  });

  test('is identified by its position, and compared by method, host and path', () => {
    const equalHosts = journalOf(
      entry('GET https://a/x', answer({ text: 'one' })),
      entry('GET https://a/x', answer({ text: 'two' })),
    );
    expect(evaluate(`return [${get}, ${get}].map(({ value }) => value.body.text)`, equalHosts)).toEqual(['one', 'two']);
  });

  const addresses = [
    ['http://a', 'GET http://a'],
    ['HTTPS://me:a@b@host:8443/x/y;z?q=/@#p?', 'GET HTTPS://host:8443/x/y;z'],
    ['http://a?x=@', 'GET http://a'],
    ['http://a#/?x', 'GET http://a'],
    ['http://a/b@c/d', 'GET http://a/b@c/d'],
    ['a/b?c', 'GET a/b'],
    ['', 'GET '],
  ] as const;
  test.each(addresses)('to %s has the key %s in the sandbox and in the host', (url, said) => {
    expect(effectKey(scriptEffect.parse({ ...ordered, url }))).toBe(said);
    const code = `return effects.http({ method: "GET", url: ${JSON.stringify(url)} })`;
    const refused = { type: 'HttpFailed', message: 'away' };
    expect(evaluate(code, journalOf({ said, at: startedAt, reply: { refused } }))).toEqual({ refused });
  });

  test('that differs from the previous run ends the run, with its position', () => {
    expect(evaluate(`return ${get}`, journalOf(entry('POST https://a/x', answer({ text: '' }))))).toEqual({
      asks: ordered,
    });
  });

  test('can have the same body as an earlier effect', () => {
    const equalHosts = journalOf(
      entry('GET https://a/x', answer({ text: 'one' })),
      entry('GET https://a/x', answer({ as: 0 })),
    );
    expect(evaluate(`${get}; return ${get}.value.body`, equalHosts)).toEqual({ text: 'one' });
  });

  test('that was refused returns the reason', () => {
    const refused = { type: 'HttpTimeout' as const, message: 'no answer' };
    const equalHosts = journalOf({ said: 'GET https://a/x', at: startedAt, reply: { refused } });
    expect(evaluate(`return ${get}`, equalHosts)).toEqual({ refused });
  });

  const wrong: readonly (readonly [code: string, says: string])[] = [
    ['effects.http({ method: "GET", url: 5 })', 'TypeError: the address of a request must be a text'],
    [
      'effects.http({ method: "GET", url: "x".repeat(20001) })',
      'RangeError: the address of a request can have at most 20000 characters',
    ],
    ['effects.http({ method: "GET", url: "x", body: { text: 5 } })', 'TypeError: the body of a request must be a text'],
    [
      'effects.http({ method: "GET", url: "x", body: { text: "x".repeat(1000001) } })',
      'RangeError: the body of a request can have at most 1000000 characters',
    ],
    ['effects.http({ method: "GET", url: "x", headers: [["a"]] })', 'TypeError: the value of a header must be a text'],
    [
      'effects.http({ method: "GET", url: "x", headers: Array(201).fill(["a", "b"]) })',
      'RangeError: a request can have at most 200 headers',
    ],
    [
      'effects.http({ method: "GET", url: "x", headers: [["a", "b".repeat(60000)], ["a", "b".repeat(60000)]] })',
      'RangeError: the headers of a request can have at most 100000 characters',
    ],
    ['effects.sleep(-1)', 'TypeError: a pause has whole milliseconds'],
    ['effects.sleep(0.5)', 'TypeError: a pause has whole milliseconds'],
    ['effects.sleep(31536000001)', 'RangeError: a pause may last a year'],
    ['effects.schedule("", 1)', 'TypeError: the name of the script to continue with is required'],
    ['effects.schedule("a.py", NaN)', 'TypeError: the time until a script continues must be a number of seconds'],
    ['effects.schedule("a.py", 31536001)', 'RangeError: a script must continue within a year'],
  ];
  test.each(wrong)('%s is rejected', (code, says) => {
    expect(evaluate(code, journalOf())).toEqual(says);
  });

  test.each([get, 'effects.sleep(1)', 'effects.schedule("a.py", 1)'])(
    'is not available without a journal: %s',
    (code) => {
      expect(evaluate(code)).toMatch(/^NotSupported: .* is not available here$/);
    },
  );
});

test('the last scheduled script of a task is returned', () => {
  const code = 'effects.schedule("a.py", 1); effects.schedule("b.py", 0.5); return effects.scheduled()';
  expect(evaluate(code, journalOf())).toBe('{"script":"b.py","seconds":0.5}');
  expect(evaluate(code, journalOf(), 'precondition')).toBe(
    'NotSupported: continuing with another script is not available here',
  );
  expect(evaluate('return effects.scheduled()', journalOf())).toBe(null);
});

describe('the clock', () => {
  const readings = [
    'effects.now()',
    'Date.now()',
    'new Date().getTime()',
    'new (class extends Date {})().getTime()',
    'new new Date(0).constructor().getTime()',
    'Reflect.construct(Date, []).getTime()',
    'Date.parse(Date())',
    '1000 * Math.floor(new Date(new Intl.DateTimeFormat("en", { dateStyle: "short", timeStyle: "medium", timeZone: "UTC" }).format() + " UTC").getTime() / 1000)',
    'Number(new Intl.DateTimeFormat("en", { fractionalSecondDigits: 3, second: "numeric" }).formatToParts().at(-1).value) + Math.floor(Date.now() / 1000) * 1000',
  ];
  test.each(readings)('is constant by %s until an effect has ended', (code) => {
    const equalHosts = journalOf(slept(startedAt + 61_000));
    expect(
      evaluate(
        `const read = () => ${code}; const first = read(); effects.sleep(5); return [first, read()]`,
        equalHosts,
      ),
    ).toEqual([startedAt, startedAt + 61_000]);
  });

  test('runs without a journal', () => {
    const code = 'const first = Date.now(); while (Date.now() === first); return new Date(5).getTime()';
    expect(evaluate(code)).toBe(5);
  });

  test('is the clock of Date objects', () => {
    const code =
      'return [new Date() instanceof Date, new Date(2024, 0).constructor === Date, new Date(1).getTime(), typeof performance, typeof Temporal]';
    expect(evaluate(code, journalOf())).toEqual([true, true, 1, 'undefined', 'undefined']);
  });
});

test('random numbers come from the seed, if there is one', () => {
  const code = 'return Array.from({ length: 4 }, effects.random)';
  const drawn = evaluate(code, journalOf());
  expect(drawn).toEqual(evaluate(code, journalOf()));
  expect(drawn).not.toEqual(evaluate(code, { ...journalOf(), seed: seed.replace('00', '01') }));
  expect(evaluate(code)).not.toEqual(evaluate(code));
  const average = 'let sum = 0; for (let i = 0; i < 20000; i += 1) sum += effects.random(); return sum / 20000';
  expect(evaluate(average, { ...journalOf(), seed: '0'.repeat(32) })).toBeCloseTo(0.5, 1);
});

/**
 * Records the parts of an output, each with the milliseconds before it on the real clock. Returns the times of the
 * lines since the start; null without a journal.
 */
function lineTimesOf(parts: readonly (readonly [ms: number, text: string])[], journal?: Journal): unknown {
  const context = isolate.createContextSync();
  context.evalSync('globalThis.realTime = 5_000; Date.now = () => realTime;');
  for (const file of ['effects.js', 'line-times.js']) context.evalSync(sandboxFile(file).code);
  context.global.setSync('request', JSON.stringify({ journal, purpose: 'task' }));
  context.global.setSync('parts', JSON.stringify(parts));
  const list = context.evalSync(`(() => {
    __effects.begin(JSON.parse(request));
    const times = __effects.lineTimes();
    for (const [ms, text] of JSON.parse(parts)) { realTime += ms; times?.add(text); }
    return JSON.stringify(times && times.list());
  })()`);
  context.release();
  const pairs: readonly (readonly [number, number])[] | null = JSON.parse(String(list));
  return pairs?.map(([line, at]) => [line, at - startedAt]) ?? null;
}

describe('the times of the lines of an output', () => {
  const parts = [
    [0, 'Connecting'],
    [40, '\n'],
    [60, 'first\nsecond\nthi'],
    [5, 'rd'],
    [995, '\n'],
    [1_000, 'last'],
  ] as const;

  test('are recorded where a line begins, if they differ from the line before', () => {
    expect(lineTimesOf(parts, journalOf())).toEqual([
      [0, 0],
      [1, 100],
      [4, 2_100],
    ]);
  });

  test('of a line that begins within a part are those of the part', () => {
    const lines = [
      [0, 'a\nb'],
      [100, '\nc\nd'],
    ] as const;
    expect(lineTimesOf(lines, journalOf())).toEqual([
      [0, 0],
      [2, 100],
    ]);
  });

  test('have a bounded number: their distance increases', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => [100, `${index}\n`] as const);
    const times = lineTimesOf(many, journalOf());
    expect(times).toHaveProperty(
      'length',
      expect.toSatisfy((length: number) => length > 40 && length <= 100),
    );
  });

  test('are not recorded without a journal, and are empty without output', () => {
    expect([lineTimesOf(parts), lineTimesOf([], journalOf())]).toEqual([null, []]);
  });
});
