import { describe, expect, test } from 'vitest';
import type { Command } from '../commands/registry.ts';
import type { Caller } from '../decision/inputs.ts';
import type { Release } from '../model/release.ts';
import type { VariableValue } from '../model/variable.ts';
import { callerWith, outcomeOf, viewer } from '../testing/callers.ts';
import { command, decide, env, variable } from '../testing/inputs.ts';
import { plan, type TaskOverrides } from '../testing/notation.ts';

describe('the value of a variable that a running task lists', () => {
  const inputTask: TaskOverrides = { owner: 'Bob', team: 'Ops', type: 'UserInputTask', inputs: ['Variablev'] };
  const variables = [variable('v'), variable('w')];
  const releaseWithInputTask = (sketch = 'Build: a>') => plan(sketch, { variables, task: { a: inputTask } });
  const set = (key: string, patch: object = { value: '1' }): Command => ({
    ...{ type: 'updateVariable', variableId: `Variable${key}` },
    patch,
  });
  const owner = callerWith([], [], 'BOB');
  const member = callerWith([], ['Ops']);
  const hidden = "hidden: there is no release 'Release1'";

  test.each<[string, Release, Command, Caller, string]>([
    ['can be set by the owner of the task', releaseWithInputTask(), set('v'), owner, 'done'],
    ['can be set by a member of the team of the task', releaseWithInputTask(), set('v'), member, 'done'],
    [
      'can be set with the permission to complete tasks',
      releaseWithInputTask(),
      set('v'),
      viewer('release#task_transition'),
      'done',
    ],
    [
      'can be set with the permission to edit the release',
      releaseWithInputTask(),
      set('v'),
      viewer('release#edit'),
      'done',
    ],
    ['cannot be set by viewers', releaseWithInputTask(), set('v'), viewer(), 'release#edit'],
    ['is hidden from other users', releaseWithInputTask(), set('v'), callerWith([]), hidden],
    [
      'is the only value that can be set with the permission to complete tasks',
      releaseWithInputTask(),
      set('w'),
      viewer('release#task_transition'),
      'release#edit',
    ],
    ['is the only value that the owner of the task can set', releaseWithInputTask(), set('w'), owner, hidden],
    [
      'is the only field of the variable that can be changed',
      releaseWithInputTask(),
      set('v', { value: '1', label: 'x' }),
      member,
      'release#edit',
    ],
    ['cannot be set before the task runs', releaseWithInputTask('Build: b> a.'), set('v'), owner, hidden],
    ['cannot be set after the end of the task', releaseWithInputTask('Build: a+ b>'), set('v'), owner, hidden],
    [
      'cannot be set in advance',
      releaseWithInputTask('Build: b> a.'),
      set('v'),
      viewer('release#advance_task_transition'),
      'release#edit',
    ],
    [
      'cannot be set in a template',
      releaseWithInputTask('TEMPLATE Build: a.'),
      set('v'),
      member,
      hidden.replace('release', 'template'),
    ],
  ])('%s', (_, release, request, by, expected) => {
    expect(outcomeOf(release, request, by)).toBe(expected);
    const planChange: Command = {
      type: 'changePlan',
      edits: [request].filter((edit) => edit.type === 'updateVariable'),
    };
    expect(outcomeOf(release, planChange, by)).toBe(expected);
  });

  test.each<[string, Caller, unknown, string]>([
    ['can be a value in its list', owner, 'live', 'done'],
    ['can be empty', owner, '', 'done'],
    ['cannot be another value', owner, 'prod', "variables.v: 'prod' is not in the list of allowed values"],
    [
      'cannot be a list with another value',
      owner,
      ['live', 'x'],
      "variables.v: 'x' is not in the list of allowed values",
    ],
    ['cannot be a placeholder', owner, '${w}', "variables.v: '${w}' is not in the list of allowed values"],
    ['can be any value with the permission to edit the release', viewer('release#edit'), 'prod', 'done'],
  ])('%s', (_, by, value, expected) => {
    const type = Array.isArray(value) ? 'ListStringVariable' : 'StringVariable';
    const listed = variable('v', null, { type, valueProvider: { values: ['test', 'live'] } });
    const release = plan('Build: a>', { variables: [listed], task: { a: inputTask } });
    const values = { v: value as VariableValue };
    expect(outcomeOf(release, set('v', { value }), by)).toBe(expected);
    const complete: Command = { type: 'completeTask', taskId: 'Taska', values };
    if (by === owner && value !== '') expect(outcomeOf(release, complete, by)).toBe(expected);
  });

  test.each<[string, Caller, string]>([
    ['cannot contain a placeholder', owner, 'variables.v: a value for a task cannot contain a placeholder (${key})'],
    ['can contain a placeholder with the permission to edit the release', viewer('release#edit'), 'done'],
  ])('%s, with each command that sets it', (_, by, expected) => {
    const values = { v: 'a ${w}' };
    const release = releaseWithInputTask();
    expect(outcomeOf(release, set('v', { value: values.v }), by)).toBe(expected);
    const edits = [set('v', { value: values.v })].filter((edit) => edit.type === 'updateVariable');
    expect(outcomeOf(release, { type: 'changePlan', edits }, by)).toBe(expected);
    if (by !== owner) return;
    expect(outcomeOf(release, { type: 'completeTask', taskId: 'Taska', values }, by)).toBe(expected);
    const waits = plan('Build: a?', {
      variables: [variable('v')],
      task: { a: { owner: 'Bob', uses: { title: ['v'] } } },
    });
    expect(outcomeOf(waits, { type: 'startTask', taskId: 'Taska', values }, by)).toBe(expected);
  });

  test('can be sent unchanged with a placeholder of its author', () => {
    const release = plan('Build: a>', { variables: [variable('v', '${w}')], task: { a: inputTask } });
    expect(outcomeOf(release, set('v', { value: '${w}' }), owner)).toBe('done');
  });

  test('must be in the list of a global variable', () => {
    const listed = variable('v', null, { valueProvider: { variable: 'global.stages' } });
    const stages = variable('global.stages', ['test', 'live'], { type: 'ListStringVariable' });
    const environment = env({ data: { variables: new Map([['global.stages', stages]]) } });
    const release = plan('Build: a>', { variables: [listed], task: { a: inputTask } });
    expect(() => decide(release, command(set('v', { value: 'prod' }), owner), environment)).toThrow(
      "variables.v: 'prod' is not in the list of allowed values",
    );
  });
});
