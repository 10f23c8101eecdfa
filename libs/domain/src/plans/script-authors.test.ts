import { describe, expect, test } from 'vitest';
import { createRelease, createTemplate } from '../commands/handle.ts';
import type { Command } from '../commands/registry.ts';
import type { Caller } from '../decision/inputs.ts';
import { systemUser } from '../decision/outcome.ts';
import type { TaskPatch } from '../model/draft.ts';
import { storedPassive } from '../model/passive.ts';
import { mapPlan, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { blankTaskPassive, type ScriptAuthors } from '../model/task.ts';
import { scriptAuthorOf } from '../scripts/script-text.ts';
import { caller, command, decide, env, variable } from '../testing/inputs.ts';
import { textAuthorOf } from './script-authors.ts';

const ann = caller('ann');
const bob = caller('bob');

/** A template by ann with each kind of script. */
const template = createTemplate(
  {
    title: 'All',
    variables: [{ key: 'v', type: 'StringVariable', value: 'x' }],
    phases: [
      {
        tasks: [
          { id: 'Taskscript', type: 'ScriptTask', properties: { script: 'print 1' }, abortScript: 'print 2' },
          { id: 'Taskplugin', type: 'acme.Deploy', precondition: '${v} == 1', failureHandler: ' ' },
          { id: 'Taskplain', title: 'plain' },
        ],
      },
    ],
  },
  'Applications',
  ann,
  env(),
).release;
/** The template with its passive fields stored. */
const loaded = (release: Release): Release => mapPlan(release, (task) => ({ ...task, passive: storedPassive }));

const authors = (release: Release): Readonly<Record<string, ScriptAuthors>> =>
  Object.fromEntries([...tasksOf(release)].map(({ id, definition }) => [id, definition.scriptAuthors]));
const by = (author: Caller, request: Command, release = loaded(template)) =>
  decide(release, command(request, author), env({ data: { ...env().data, passives } })).release;
const passives = new Map([
  ['Taskplugin', { ...blankTaskPassive, precondition: '${v} == 1' }],
  ['Taskscript', blankTaskPassive],
  ['Taskplain', blankTaskPassive],
]);
const update = (taskId: string, patch: TaskPatch): Command => ({ type: 'updateTask', taskId, patch });

test('the creator of a template is the author of each script in it', () => {
  expect(authors(template)).toEqual({
    Taskscript: { abort: 'ann', task: 'ann' },
    Taskplugin: { precondition: 'ann', task: 'ann' },
    Taskplain: {},
  });
});

describe('the author', () => {
  test.each<[string, string, TaskPatch, ScriptAuthors]>([
    ['a precondition', 'Taskplugin', { precondition: 'True' }, { precondition: 'bob', task: 'ann' }],
    ['a handler', 'Taskplugin', { failureHandler: 'x' }, { precondition: 'ann', task: 'ann', failureHandler: 'bob' }],
    ['properties', 'Taskplugin', { properties: { host: 'x' } }, { precondition: 'ann', task: 'bob' }],
    ['a mapping', 'Taskplugin', { variableMapping: { host: '${v}' } }, { precondition: 'ann', task: 'bob' }],
    ['the same mapping', 'Taskplugin', { variableMapping: {} }, { precondition: 'ann', task: 'ann' }],
    ['a script', 'Taskscript', { properties: { script: 'x' } }, { abort: 'ann', task: 'bob' }],
    ['a deleted script', 'Taskscript', { abortScript: null }, { task: 'ann' }],
    ['another field', 'Taskscript', { title: 'x', owner: 'zoe' }, { abort: 'ann', task: 'ann' }],
    ['a task without a script', 'Taskplain', { properties: { a: 1 } }, {}],
  ])('of %s is the last user who changed it', (_, taskId, patch, expected) => {
    expect(authors(by(bob, update(taskId, patch)))[taskId]).toEqual(expected);
  });

  test('of a script of a type is the user who chose the type', () => {
    const typed = by(bob, { type: 'changeTaskType', taskId: 'Taskplain', targetType: 'acme.Deploy' });
    expect(authors(typed).Taskplain).toEqual({ task: 'bob' });
    expect(authors(by(bob, { type: 'changeTaskType', taskId: 'Taskscript', targetType: 'Task' })).Taskscript).toEqual({
      abort: 'ann',
    });
  });

  test('of a script into which a value was inserted is the user who replaced the variable', () => {
    const [{ id: variableId } = variable('none')] = template.variables;
    const replaced = by(bob, { type: 'replaceVariable', variableId, by: { kind: 'value', value: '1; evil()' } });
    expect(authors(replaced)).toMatchObject({ Taskplugin: { precondition: 'bob', task: 'ann' } });
  });

  test('is copied with each script', () => {
    const phaseId = template.phases[0]?.id ?? '';
    const copied = by(bob, { type: 'copyTask', taskId: 'Taskscript', containerId: phaseId });
    expect(Object.values(authors(copied)).filter(({ abort }) => abort === 'ann')).toHaveLength(2);
    const createRequest = {
      releaseTitle: 'r',
      folderId: null,
      variables: {},
      scheduledStartDate: null,
      autoStart: false,
    };
    const created = createRelease(
      template,
      { ...createRequest, startedFromTaskId: null, releaseOwner: null },
      bob,
      env(),
    );
    if (created.kind === 'missingData') throw new Error('the decision requires data');
    expect(Object.values(authors(created.outcome.release))).toEqual(Object.values(authors(template)));
  });

  test('of a script that another script changes is the author of that other script, not the run-as user', () => {
    const phaseId = template.phases[0]?.id ?? '';
    const add: Command = { type: 'addTask', containerId: phaseId, task: { id: 'Tasknew', type: 'ScriptTask' } };
    expect(authors(by({ ...bob, scriptAuthor: ann }, add)).Tasknew).toEqual({ task: 'ann' });
    expect(authors(by({ ...bob, scriptAuthor: null }, add)).Tasknew).toEqual({});
    const withoutAuthor = by({ ...bob, scriptAuthor: null }, update('Taskscript', { properties: { script: 'x' } }));
    expect(authors(withoutAuthor).Taskscript).toEqual({ abort: 'ann' });
  });
});

test('a task without an abort script runs the abort script of its type', () => {
  const [script, plugin] = [...tasksOf(template)];
  expect([script, plugin].map((task) => task && scriptAuthorOf(task, 'abort'))).toEqual(['ann', 'ann']);
  expect(plugin && scriptAuthorOf(plugin, 'failureHandler')).toBeNull();
});

test.each([
  ['the caller', { caller: bob, scriptAuthor: undefined }, 'bob'],
  ['the system, without a caller', { caller: null, scriptAuthor: undefined }, systemUser],
  ['the author of the script that writes it', { caller: bob, scriptAuthor: ann }, 'ann'],
  ['unknown, if that script has no stored author', { caller: bob, scriptAuthor: null }, null],
])('the author of a text is %s', (_, context, author) => {
  expect(textAuthorOf(context)).toBe(author);
});
