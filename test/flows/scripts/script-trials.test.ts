import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { isLong } from '../../harness/test-length.ts';

const served = serve({ SCRIPT_COMPILE_MS: '60000' });
const { rest } = served;
const people = peopleOf(served);

interface Plan {
  readonly phases: readonly { readonly tasks: readonly { readonly id: string }[] }[];
}

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

  const errors = [
    ['raises', "x = 1\nraise ValueError('no')", { type: 'ValueError', message: 'no', line: 2 }],
    ['does not compile', 'x = = 1', { type: 'SyntaxError', message: expect.any(String), line: 1 }],
    ['never ends', 'while True: pass', { type: 'Timeout', message: expect.any(String), line: expect.any(Number) }],
  ] as const;
  test.each(isLong ? errors : errors.slice(0, -1))('that %s reports the error', async (_, script, error) => {
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

describe('a test run with variables', () => {
  const tryWith = (script: string, variables: readonly object[], more: object = {}) =>
    rest.post<Outcome & { readonly changedVariables: object }>('/scripts/test', { script, variables, ...more });
  const variables = [
    { key: 'version', value: '1.${minor}' },
    { key: 'minor', type: 'rel.IntegerVariable', value: '7' },
    { key: 'global.hosts', type: 'ListStringVariable', value: ['a', 'b'] },
    { key: 'folder.region', value: 'eu' },
    { key: 'token', type: 'PasswordStringVariable', value: 's3cret-word' },
  ];

  test('fills the placeholders and the maps, and returns the changed variables', async () => {
    const script = [
      'print "${version}", ${global.hosts}',
      "print releaseVariables['minor'] + 1, globalVariables['global.hosts'][1], folderVariables['folder.region']",
      "releaseVariables['version'] = '2.0'",
      'print release.title, task.title',
    ].join('\n');
    expect(await tryWith(script, variables)).toMatchObject({
      output: "1.7 ['a', 'b']\n8 b eu\nTrial Trial\n",
      changedVariables: { version: '2.0' },
    });
    const inJavascript = javascript('print(`${1 + 1} ' + '$' + '{version}`); releaseVariables.minor += 1;');
    expect(await tryWith(inJavascript, variables)).toMatchObject({ output: '2 1.7\n', changedVariables: { minor: 8 } });
  });

  test('masks typed passwords in output, result and variables', async () => {
    const script = [
      "secret = releaseVariables['token']",
      'print secret, "${token}"',
      "releaseVariables['version'] = secret",
      'result = [secret, len(secret)]',
    ].join('\n');
    const outcome = await tryWith(script, variables);
    expect([outcome.error, JSON.stringify(outcome).includes('s3cret-word')]).toEqual([undefined, false]);
    expect(outcome).toMatchObject({
      output: '******** ********\n',
      result: ['********', 11],
      changedVariables: { version: '********' },
    });
    expect(await tryWith("raise Exception(releaseVariables['token'])", variables)).toMatchObject({
      error: { message: '********', line: 1 },
    });
  });

  test('keeps placeholders on request, changes nothing and reads no stored variable', async () => {
    await rest.post('/config/Configuration/variables/global', { key: 'global.stored', value: 'stored' });
    const more = { ignoreScriptVariableInterpolation: true };
    expect(await tryWith('print "${version}"', variables, more)).toMatchObject({ output: '${version}\n' });
    expect(await tryWith("print '${global.stored}', len(globalVariables)", [])).toMatchObject({
      output: '${global.stored} 0\n',
    });
    const { error } = await tryWith("releaseApi.getRelease('Applications/ReleaseOther')", []);
    expect(error).toMatchObject({ type: 'NotFoundException', line: 1 });
  });

  test.each([
    [{ variables: [{ key: 'a', type: 'nope' }] }, '400 '],
    [{ variables: [{ key: 'a', type: 'IntegerVariable', value: 'x' }] }, '400 '],
    [{ variables: [{ key: 'a' }, { key: 'a' }] }, "400 A variable already exists by key 'a'"],
    [{ variables: [{ key: 'a', value: 'x'.repeat(262_144) }] }, '413 variables: '],
    [{ variables: [], purpose: 'webhook' }, "400 variables: only a script with the purpose 'trial' has variables"],
  ])('is refused: %#', async (body, sentence) => {
    expect(await rest.sendForError('POST', '/scripts/test', { script: '1', ...body })).toContain(sentence);
  });
});

test('a user who can edit a script of a template can test this script', async () => {
  const folder = await rest.post<{ readonly id: string }>('/folders/Applications', { title: 'Tested' });
  const phases = [{ title: 'Build', tasks: [{ title: 'run', type: 'rel.ScriptTask', script: '1' }] }];
  const template = await rest.post<Plan>(`/templates?folderId=${folder.id}`, { title: 'Scripted', phases });
  const taskId = template.phases[0]!.tasks[0]!.id;
  const editor = await people.createUserWith(folder, 'template#view', 'template#edit');
  const viewer = await people.createUserWith(folder, 'template#view');
  const body = { script: '1 + 1', taskId, variables: [] };
  expect(await editor.post('/scripts/test', body)).toMatchObject({ result: 2 });
  expect([
    await viewer.sendForError('POST', '/scripts/test', body),
    await editor.sendForError('POST', '/scripts/test', { ...body, field: 'precondition' }),
    await editor.sendForError('POST', '/scripts/test', { script: '1' }),
    await editor.sendForError('POST', '/scripts/test', { type: 'acme.Deploy', taskId }),
  ]).toEqual([
    expect.stringMatching(/^403 .*template#edit/),
    expect.stringMatching(/^403 .*template#edit_precondition/),
    expect.stringMatching(/^403 .*folder#edit_configuration/),
    expect.stringMatching(/^403 .*folder#edit_configuration/),
  ]);
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
