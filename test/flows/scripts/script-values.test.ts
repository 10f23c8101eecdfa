import { beforeAll, describe, expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task, Variable } from '../../harness/rest/response-types.ts';
import { asJavaScript, scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';

const { rest } = serve();

const unset = (key: string, type: string) => ({ key, type: `rel.${type}`, requiresValue: false });
const variables = [
  unset('list', 'ListStringVariable'),
  unset('set', 'SetStringVariable'),
  unset('map', 'MapStringStringVariable'),
  unset('flag', 'BooleanVariable'),
  unset('count', 'IntegerVariable'),
  unset('day', 'DateVariable'),
  unset('text', 'StringVariable'),
];
const started = (script: string) => startRelease(rest, { Ship: [scriptTask(script)] }, { variables });
const runAndRead = async (script: string, state = 'COMPLETED') =>
  waitForComments(rest, await started(script), 'run', state);

async function valueAfter(key: string, script: string): Promise<unknown> {
  const release = await started(script);
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([]);
  const all = await rest.get<readonly Variable[]>(`/releases/${release.id}/variables`);
  return all.find((variable) => variable.key === key)?.value;
}

describe('an unset list, set or map is empty in scripts', () => {
  test.each([
    [
      'Python',
      `releaseVariables['set'].add('x')
print len(releaseVariables['list']), releaseVariables['map'].keys(), list(releaseVariables['set'])
print [v.value for v in releaseApi.getVariables(release.id)][:3], release.variables[0].value, '\${list}', releaseVariables['flag']`,
      ["0 [] [u'x']\n[[], [], {}] [] [] None"],
    ],
    [
      'JavaScript',
      asJavaScript(
        'print(releaseVariables.list.length, Object.keys(releaseVariables.map), releaseVariables.set.length, release.variables[0].value);',
      ),
      ['0 [] 0 []'],
    ],
  ])('in %s', async (_, script, expected) => {
    expect((await runAndRead(script)).map((text) => text.replaceAll("u'", "'"))).toEqual(
      expected.map((text) => text.replaceAll("u'", "'")),
    );
  });
});

describe('a value that a script writes to a variable is stored', () => {
  test.each([
    [
      'numbers and booleans in a list',
      'list',
      '[1, True, 2.0, 12345678901234567890]',
      ['1', 'true', '2.0', '12345678901234567890'],
    ],
    ['a tuple', 'list', "('a', 'b')", ['a', 'b']],
    ['a set into a set', 'set', "set(['a'])", ['a']],
    ['a set into a list', 'list', "set(['a'])", ['a']],
    ['a map of numbers', 'map', "{'a': 1, 'b': 1.0, 3: False}", { a: '1', b: '1.0', 3: 'false' }],
    ['a boolean in a string', 'flag', "'True'", true],
    ['a number in a string', 'count', "'7'", 7],
    ['a date and time', 'day', 'datetime.datetime(2030, 5, 1, 12)', '2030-05-01T12:00:00.000+00:00'],
    ['a real number', 'text', '2.0', '2.0'],
    ['a nested list into a text', 'text', "[['a', None]]", '[["a",null]]'],
  ])('%s, in Python', async (_, key, value, expected) => {
    const script = `import datetime\nreleaseVariables['${key}'] = ${value}`;
    expect(await valueAfter(key, script)).toEqual(expected);
  });

  test.each([
    ['numbers and booleans in a list', 'list', '[1, true, 2.5]', ['1', 'true', '2.5']],
    ['a set', 'set', "new Set(['a', 'b'])", ['a', 'b']],
    ['a map', 'map', "new Map([['a', 1]])", { a: '1' }],
    ['a date', 'day', 'new Date(0)', '1970-01-01T00:00:00.000+00:00'],
  ])('%s, in JavaScript', async (_, key, value, expected) => {
    expect(await valueAfter(key, asJavaScript(`releaseVariables.${key} = ${value};`))).toEqual(expected);
  });

  test('also by changes of its elements, and by an update of the whole variable', async () => {
    const script = `releaseVariables['list'].append(1)
v = [each for each in releaseApi.getVariables(release.id) if each.key == 'map'][0]
v.value = {'a': 2}
releaseApi.updateVariable(v)`;
    const release = await started(script);
    expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([]);
    const all = await rest.get<readonly Variable[]>(`/releases/${release.id}/variables`);
    expect(all.filter(({ key }) => key === 'list' || key === 'map').map(({ value }) => value)).toEqual([
      ['1'],
      { a: '2' },
    ]);
  });
});

describe('a value that a variable does not accept fails the script at the assignment', () => {
  test.each([
    [
      'a list in a list',
      'list',
      "['a', ['b']]",
      "the variable 'list' requires a list of texts, not a list with other values",
    ],
    ['None in a list', 'list', '[None]', "the variable 'list' requires a list of texts, not a list with other values"],
    ['a text', 'list', "'a'", "the variable 'list' requires a list of texts, not a text"],
    ['a map in a map', 'map', "{'a': {}}", "the variable 'map' requires a map of texts, not a map with other values"],
    ['a generator', 'list', '(x for x in [1])', 'generator objects cannot be handed over'],
    ['a fraction', 'count', '1.5', "the variable 'count' requires a whole number, not a number"],
    ['a number', 'flag', '1', "the variable 'flag' requires true or false, not a number"],
  ])('%s, in Python', async (_, key, value, message) => {
    expect(await runAndRead(`x = 1\nreleaseVariables['${key}'] = ${value}`, 'FAILED')).toEqual([
      `TypeError: ${message} (line 2)`,
    ]);
  });

  test.each([
    ['a generator', 'releaseVariables.list = (function* () {})();', 'the variable list cannot store this value'],
    ['NaN', 'releaseVariables.list = [NaN];', 'the variable list cannot store this value'],
    [
      'an array with a hole',
      'releaseVariables.list = [undefined];',
      "the variable 'list' requires a list of texts, not a list with other values",
    ],
  ])('%s, in JavaScript', async (_, script, message) => {
    expect(await runAndRead(asJavaScript(script), 'FAILED')).toEqual([`TypeError: ${message} (line 2)`]);
  });

  test('or at the end, if the value changed after the assignment', async () => {
    expect(await runAndRead("releaseVariables['list'].append(None)", 'FAILED')).toEqual([
      "TypeError: the variable 'list' requires a list of texts, not a list with other values",
    ]);
    expect(await runAndRead("releaseVariables['day'] = 'tomorrow'", 'FAILED')).toEqual([
      'The result of the script cannot be stored: variables.day: expected a date with an offset, or epoch milliseconds.',
    ]);
  });
});

describe('a plugin task', () => {
  const types = `
  <type type="acme.List" extends="rel.PythonScript">
    <property name="given" kind="list_of_string"/><property name="pairs" kind="map_string_string"/>
    <property name="value"/>
    <property name="found" kind="list_of_string" category="output"/>
  </type>`;
  beforeAll(async () => {
    const files = {
      'META-INF/MANIFEST.MF': manifest,
      'synthetic.xml': synthetic(types),
      'acme/List.py': `print len(given), pairs.keys()
if value == 'numbers': found = [1, 2.5, True]
elif value == 'nothing': found = None
elif value == 'nested': found = [[1, None], None, {'a': [True]}]
elif value == 'text': found = 'one'
elif value == 'objects': found = [ValueError('no'), (x for x in [])]
elif value == 'many': found = ['x'] * 5001
else: found = (x for x in [1])`,
    };
    await rest.post('/plugins', fileForm(await jarOf(files)));
  });
  const ranWith = async (value: string) => {
    const task = { title: 'run', type: 'acme.List', value, variableMapping: { found: '${list}', given: '${list}' } };
    const release = await startRelease(rest, { Ship: [task] }, { variables });
    const read = () => rest.get<Task & { found?: unknown }>(`/tasks/${idOf(release, 'run')}`);
    await expect.poll(async () => (await read()).status, { interval: 50 }).toMatch(/COMPLETED|FAILED/);
    const all = await rest.get<readonly Variable[]>(`/releases/${release.id}/variables`);
    return { task: await read(), value: all.find(({ key }) => key === 'list')?.value };
  };

  test.each([
    ['numbers', ['1', '2.5', 'true']],
    ['nothing', []],
  ])('sees unset lists as empty, and outputs %s', async (value, expected) => {
    const { task, value: storedValue } = await ranWith(value);
    expect([task.status, task.comments.map(({ text }) => text), task.found, storedValue]).toEqual([
      'COMPLETED',
      ['0 []'],
      expected,
      expected,
    ]);
  });

  test.each([
    ['nested', ['[1,null]', '', '{"a":[true]}'], []],
    ['text', ['one'], ['Warning: found: expected an array of texts; one text is stored.']],
  ])('stores outputs of any shape and completes: %s', async (value, expected, warnings) => {
    const { task, value: list } = await ranWith(value);
    expect([task.status, task.found, list]).toEqual(['COMPLETED', expected, expected]);
    expect(task.comments.map(({ text }) => text)).toEqual(['0 []', ...warnings]);
  });

  test('stores the text of an object that JSON cannot hold', async () => {
    const { task } = await ranWith('objects');
    expect([task.status, task.found]).toEqual(['COMPLETED', ['no', expect.stringMatching(/^<generator object /)]]);
    expect(task.comments.map(({ text }) => text)).toEqual([
      "0 []\nWarning: 'found' holds values of type ValueError, generator. Their texts are stored",
    ]);
  });

  test('completes if a mapped variable cannot hold its output, and keeps the value of the variable', async () => {
    const { task, value } = await ranWith('many');
    expect([task.status, task.found, value]).toEqual(['COMPLETED', Array(5_001).fill('x'), []]);
    expect(task.comments.at(-1)?.text).toBe(
      'Warning: variables.list: expected at most 5000 items; the variable keeps its value.',
    );
  });
});

test('a script sees its own task with the status IN_PROGRESS, among the active tasks', async () => {
  const script = (language: 'python' | 'javascript') =>
    language === 'python'
      ? 'print task.status, [t.title for t in releaseApi.getActiveTasks(release.id)]'
      : asJavaScript('print(task.status, releaseApi.getActiveTasks(release.id).map(({ title }) => title));');
  expect(await runAndRead(script('python'))).toEqual(["IN_PROGRESS ['run']"]);
  expect(await runAndRead(script('javascript'))).toEqual(['IN_PROGRESS ["run"]']);
  const failing = { ...scriptTask('1 / 0'), taskFailureHandlerEnabled: true, taskRecoverOp: 'RUN_SCRIPT' };
  const handled: Release = await startRelease(rest, {
    Ship: [
      { ...failing, failureHandler: 'print task.status', precondition: "task.status == 'PRECONDITION_IN_PROGRESS'" },
    ],
  });
  expect((await waitForComments(rest, handled, 'run', 'FAILED')).at(-1)).toBe('FAILURE_HANDLER_IN_PROGRESS');
});
