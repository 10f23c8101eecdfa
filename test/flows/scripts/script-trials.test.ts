import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';

const { rest } = serve({ SCRIPT_COMPILE_MS: '60000' });

interface Outcome {
  readonly result: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly output: string;
  readonly error?: { readonly type: string; readonly message: string; readonly line: number };
  readonly durationMs: number;
}
const tryScript = (script: string, inputs?: object, more: object = {}) =>
  rest.post<Outcome>('/scripts/test', { script, inputs, ...more });
const javascript = (script: string) => `// language: javascript\n${script}`;

describe('a test run of a script', () => {
  test('returns its result, its variables and its output', async () => {
    const script = "x = a['list'] + [3]\nprint 'hello', b\nresult = len(x)";
    expect(await tryScript(script, { a: { list: [1, 2] }, b: 'wörld' })).toEqual({
      result: 3,
      variables: expect.objectContaining({ x: [1, 2, 3] }),
      output: 'hello wörld\n',
      durationMs: expect.any(Number),
    });
  });

  test.each([
    ['one expression is the result', '1 + 1', {}, 2],
    ['JavaScript by its first line', javascript('result = a.map((x) => x * 2);'), { a: [1, 2] }, [2, 4]],
    ['without a result', 'x = 1', {}, undefined],
    ['an event has attributes', "event.user.name == 'ann'", { event: { user: { name: 'ann' } } }, true],
  ])('%s', async (_, script, inputs, result) => {
    const outcome = await tryScript(script, inputs);
    expect([outcome.result, outcome.error]).toEqual([result, undefined]);
  });

  test('has the result that a webhook would get', async () => {
    const script = "result = 1\nauthenticated = config.token == 't' and headers['x-A'] == 'b'";
    const inputs = { config: { token: 't' }, headers: { 'X-a': 'b' } };
    expect(await tryScript(script, inputs, { purpose: 'webhook' })).toMatchObject({ result: true });
    expect(await tryScript('result = [1].length', {}, { language: 'javascript' })).toMatchObject({ result: 1 });
  });

  test.each([
    ['raises', "x = 1\nraise ValueError('no')", { type: 'ValueError', message: 'no', line: 2 }],
    ['does not compile', 'x = = 1', { type: 'SyntaxError', message: expect.any(String), line: 1 }],
    ['never ends', 'while True: pass', { type: 'Timeout', message: expect.any(String), line: expect.any(Number) }],
  ])('that %s reports the error', async (_, script, error) => {
    const outcome = await tryScript(script, {}, { purpose: 'eventFilter' });
    expect([outcome.result, outcome.error]).toEqual([undefined, error]);
  });
});

test.each([
  [{}, '400 script: expected'],
  [{ script: ' ' }, '400 script: expected a text'],
  [{ script: '1', language: 'ruby' }, '400 language: '],
  [{ script: '1', purpose: 'task' }, '400 purpose: '],
  [{ script: '1', inputs: [] }, '400 inputs: '],
  [{ script: '1', inputs: { 'a b': 1 } }, "400 inputs: 'a b' is not a valid variable name for a script"],
  [{ script: '1', inputs: { a: 'x'.repeat(262_144) } }, '413 inputs: expected at most 262144 characters'],
  [{ script: 'x'.repeat(262_145) }, '413 script: expected at most 262144 characters'],
])('a test run is refused: %#', async (body, sentence) => {
  expect(await rest.sendForError('POST', '/scripts/test', body)).toContain(sentence);
});

describe('a check of a script', () => {
  const check = (script: string) => rest.post<object>('/scripts/check', { script });

  test.each([
    ['a valid script', 'a = 1', []],
    ['a script with placeholders', 'a = "${name}"', []],
    ['a blank script', ' ', []],
    ['an error after a placeholder in code', '${statement}\na b', []],
    ['an error in Python', 'a = 1\na b', [{ line: 2, message: expect.stringMatching(/syntax/i) }]],
    ['an error in JavaScript', javascript('let a = ;'), [{ line: 2, message: expect.stringMatching(/unexpected/i) }]],
  ])('returns the syntax errors of %s', async (_, script, problems) => {
    expect(await check(script)).toEqual({ problems });
  });

  test('rejects a script that is too long', async () => {
    expect(await rest.sendForError('POST', '/scripts/check', { script: 'a'.repeat(256 * 1024 + 1) })).toMatch(/^413/);
  });
});
