import { describe, expect, test } from 'vitest';
import type { Command } from '../commands/registry.ts';
import type { VariableDraft } from '../model/draft.ts';
import type { Variable, VariableValue } from '../model/variable.ts';
import { command, decide, log, refusal, variable } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { withPasswordsOf } from './build-variable.ts';

const password = variable('p', 'sealed', { type: 'PasswordStringVariable' });
const release = plan('Build: a>', { variables: [variable('v', '1'), password] });
const decideOn = (request: Command) => decide(release, command(request));
const show = (request: Command) => decideOn(request).release.variables.map(({ id, key, value }) => [id, key, value]);
const [v, p] = [
  ['Variablev', 'v', '1'],
  ['Variablep', 'p', 'sealed'],
];
const text = (key: string, more: Partial<VariableDraft> = {}): VariableDraft => ({
  key,
  type: 'StringVariable',
  ...more,
});

describe('a variable', () => {
  test('is added with its defaults', () => {
    const added = decideOn({ type: 'addVariable', variable: text('${w}') });
    expect(added.release.variables[2]).toEqual(variable('w', null, { id: 'Variablen1' }));
    expect(log(added)).toEqual(['RELEASE_VARIABLE_CREATED 1']);
  });

  test('keeps its own id if it is not in use', () => {
    expect(show({ type: 'addVariable', variable: text('w', { id: 'Variablew' }) })[2]).toEqual([
      'Variablew',
      'w',
      null,
    ]);
    for (const id of ['Variablev', 'Taskw', null]) {
      expect(show({ type: 'addVariable', variable: text('w', { id }) })[2]).toEqual(['Variablen1', 'w', null]);
    }
  });

  test('changes, and logs nothing if it is unchanged', () => {
    const valued = decideOn({ type: 'updateVariable', variableId: 'Variablev', patch: { value: '2', key: '${v}' } });
    expect(valued.release.variables.map(({ value }) => value)).toEqual(['2', 'sealed']);
    expect(log(valued)).toEqual(['RELEASE_VARIABLE_VALUE_UPDATED 1']);
    const labelled = decideOn({ type: 'updateVariable', variableId: 'Variablev', patch: { label: 'Version' } });
    expect(log(labelled)).toEqual(['RELEASE_VARIABLE_UPDATED 1']);
    const typed = decideOn({
      type: 'updateVariable',
      variableId: 'Variablev',
      patch: { referencedType: 'acme.Server' },
    });
    expect(log(typed)).toEqual(['RELEASE_VARIABLE_UPDATED 1']);
    expect(decideOn({ type: 'updateVariable', variableId: 'Variablev', patch: { value: '1' } }).release).toBe(release);
    expect(decideOn({ type: 'updateVariable', variableId: 'Variablev', patch: {} }).release).toBe(release);
  });

  test.each<[Variable['type'], readonly VariableValue[]]>([
    ['StringVariable', [null, '']],
    ['PasswordStringVariable', [null, '']],
    ['ReferenceVariable', [null, '']],
    ['ListStringVariable', [null, []]],
    ['SetStringVariable', [null, []]],
    ['MapStringStringVariable', [null, {}]],
  ])('of type %s without a value does not change with another empty value', (type, values) => {
    for (const value of values) {
      const empty = plan('Build: a>', { variables: [variable('v', value, { type })] });
      const patches = [...values.map((value) => ({ value: value })), { label: '', description: '', valueProvider: {} }];
      for (const patch of patches) {
        const after = decide(empty, command({ type: 'updateVariable', variableId: 'Variablev', patch }));
        expect([after.release, log(after)]).toEqual([empty, []]);
      }
      const variables = patches.map((patch): VariableDraft => ({ key: 'v', type, ...patch }));
      for (const variable of variables) {
        const replaced = decide(empty, command({ type: 'replaceVariables', variables: [variable] }));
        expect([replaced.release, log(replaced)]).toEqual([empty, []]);
      }
    }
  });

  test('keeps its password when a client sends the mask', () => {
    expect(decideOn({ type: 'updateVariable', variableId: 'Variablep', patch: { value: '********' } }).release).toBe(
      release,
    );
    expect(show({ type: 'updateVariable', variableId: 'Variablep', patch: { value: 'other' } })[1]?.[2]).toBe('other');
    const masked: VariableDraft = { key: 'q', type: 'PasswordStringVariable', value: '********' };
    expect(show({ type: 'addVariable', variable: masked })[2]?.[2]).toBe(null);
  });

  test('is deleted', () => {
    const deleted = decideOn({ type: 'deleteVariable', variableId: 'Variablev' });
    expect(deleted.release.variables).toEqual([password]);
    expect(log(deleted)).toEqual(['RELEASE_VARIABLE_DELETED 1']);
  });

  test.each<readonly [string, Command, string]>([
    ['a duplicate key', { type: 'addVariable', variable: text('v') }, "Conflict: A variable already exists by key 'v'"],
    ['no key', { type: 'addVariable', variable: text(' ') }, "Invalid: key: ' ' is not a variable name"],
    [
      'a key with a brace',
      { type: 'addVariable', variable: text('a}b') },
      "Invalid: key: 'a}b' is not a variable name",
    ],
    [
      'a key of two lines',
      { type: 'addVariable', variable: text('a\nb') },
      "Invalid: key: 'a?b' is not a variable name",
    ],
    [
      'a long key',
      { type: 'addVariable', variable: text('x'.repeat(256)) },
      `Invalid: key: '${'x'.repeat(100)}…' is not a variable name`,
    ],
    [
      'a global key',
      { type: 'addVariable', variable: text('global.x') },
      "Invalid: key: 'global.x' belongs to global or folder variables",
    ],
    [
      'a folder key',
      { type: 'addVariable', variable: text('folder.x') },
      "Invalid: key: 'folder.x' belongs to global or folder variables",
    ],
    [
      'an invalid value',
      { type: 'addVariable', variable: text('w', { value: ['x'] }) },
      'Invalid: variables.w: expected a text',
    ],
    [
      'another key',
      { type: 'updateVariable', variableId: 'Variablev', patch: { key: 'w' } },
      "Invalid: key: the key of variable 'v' cannot change",
    ],
    [
      'the key of another variable',
      { type: 'updateVariable', variableId: 'Variablev', patch: { key: '${p}' } },
      "Conflict: A variable already exists by key 'p'",
    ],
    [
      'nobody',
      { type: 'updateVariable', variableId: 'Variablex', patch: {} },
      "NotFound: there is no variable 'Variablex' in release 'Release1'",
    ],
    [
      'an unknown id in a deletion',
      { type: 'deleteVariable', variableId: 'Variablex' },
      "NotFound: there is no variable 'Variablex' in release 'Release1'",
    ],
  ])('is rejected with %s', (_, request, message) => {
    expect(refusal(release, command(request))).toBe(message);
  });
});

describe('a replacement of all variables', () => {
  const replace = (...variables: readonly VariableDraft[]): Command => ({ type: 'replaceVariables', variables });
  const mask: VariableDraft = { key: 'p', type: 'PasswordStringVariable', value: '********' };

  test('updates variables by id or key, adds new ones, and deletes the rest', () => {
    expect(show(replace(text('v', { value: '2' }), mask))).toEqual([['Variablev', 'v', '2'], p]);
    expect(show(replace(text('v', { id: 'Variablev', value: '2' })))).toEqual([['Variablev', 'v', '2']]);
    expect(show(replace(text('w'), text('v', { value: '1' }), mask))).toEqual([['Variablen1', 'w', null], v, p]);
    const outcome = decideOn(replace(text('v', { value: '2' }), text('w')));
    expect(log(outcome).map((line) => line.split(' ')[0])).toEqual([
      'RELEASE_VARIABLE_VALUE_UPDATED',
      'RELEASE_VARIABLE_CREATED',
      'RELEASE_VARIABLE_DELETED',
    ]);
  });

  test('logs nothing if the list is unchanged, and changes the order', () => {
    expect(decideOn(replace(text('v', { value: '1' }), mask)).release).toBe(release);
    expect(show(replace(mask, text('v', { value: '1' })))).toEqual([p, v]);
    expect(show(replace(text('v', { value: '1' })))).toEqual([v]);
  });

  test('creates a new variable if the type changes', () => {
    const outcome = decideOn(replace({ key: 'v', type: 'IntegerVariable', value: 5, id: 'Variablev' }, mask));
    expect(outcome.release.variables[0]).toMatchObject({ key: 'v', type: 'IntegerVariable', value: 5 });
    expect(log(outcome).map((line) => line.split(' ')[0])).toEqual([
      'RELEASE_VARIABLE_CREATED',
      'RELEASE_VARIABLE_DELETED',
    ]);
  });

  test('never uses an id twice', () => {
    const first: VariableDraft = { id: 'Variablev', key: 'w', type: 'IntegerVariable' };
    expect(show(replace(first, text('v', { value: '1' })))).toEqual([['Variablen1', 'w', null], v]);
  });

  test('cannot change the key of a variable', () => {
    const named = (key: string) => refusal(release, command(replace(text(key, { id: 'Variablev' }))));
    expect(named('p')).toBe("Conflict: A variable already exists by key 'p'");
    expect(named('w')).toBe("Invalid: key: the key of variable 'v' cannot change");
  });

  test('rejects duplicate keys', () => {
    const message = "Conflict: A variable already exists by key 'v'";
    expect(refusal(release, command(replace(text('v'), text('v'))))).toBe(message);
    expect(refusal(release, command(replace(text('w'), { key: 'w', type: 'IntegerVariable' })))).toBe(
      message.replace("'v'", "'w'"),
    );
  });
});

test('a text for a password variable becomes a password', () => {
  const template = [variable('pw', null, { type: 'PasswordStringVariable' }), variable('text')];
  const drafts = ['pw', '${pw}', 'text', 'none'].map((key) => ({ key, type: 'StringVariable', value: 'x' }) as const);
  const number = { key: 'pw', type: 'IntegerVariable', value: 1 } as const;
  expect(withPasswordsOf(template, [...drafts, number]).map(({ type }) => type.replace('Variable', ''))).toEqual([
    ...['PasswordString', 'PasswordString', 'String', 'String', 'Integer'],
  ]);
});
