import {
  blankTask,
  blankTaskPassive,
  freshRun,
  type Task,
  type TaskDefinition,
  type TaskPassive,
  type TaskRun,
} from '@slipway/domain/model';
import { expect, test } from 'vitest';
import { blankCreation } from '../../../domain/src/testing.ts';
import { resolveTask as resolvedIn } from './resolve-task.ts';

const resolved = (task: Task, passive: TaskPassive, left = 1_000) => resolvedIn(task, passive, { left });

const task = (definition: Partial<TaskDefinition>, run: Partial<TaskRun>): Task => ({
  id: 'Task1',
  originId: null,
  definition: { ...blankTask, ...definition },
  run: { ...freshRun, ...run },
  beforeRun: null,
  passive: { kind: 'stored', changes: null },
  tasks: [],
});
const passive = (fields: Partial<TaskPassive>): TaskPassive => ({ ...blankTaskPassive, ...fields });

const uses = { title: ['v'] };
const values = { v: '1.0', token: '********', list: ['a', 'b'] };

test('returns a task that has not started unchanged, as the same object', () => {
  const planned = task({ title: '${v}', uses }, {});
  const kept = passive({ description: '${v}' });
  const shown = resolved(planned, kept);
  expect([shown.task === planned, shown.passive === kept]).toEqual([true, true]);
});

test('a started task has texts with the values at its start', () => {
  const started = task({ title: '${v} ${unknown}', owner: '${v}', team: '${list}', uses }, { values });
  const shown = resolved(
    started,
    passive({ description: '${token}', precondition: 'x == "${v}"', properties: { a: { b: ['${v}'] } } }),
  );
  expect([shown.task.definition.title, shown.task.definition.owner, shown.task.definition.team]).toEqual([
    '1.0 ${unknown}',
    '1.0',
    'a, b',
  ]);
  expect([shown.passive.description, shown.passive.precondition, shown.passive.properties]).toEqual([
    '********',
    'x == "1.0"',
    { a: { b: ['1.0'] } },
  ]);
});

test('resolves variables in the targets of a gate, and in a create-release task', () => {
  const started = task(
    {
      uses,
      dependencies: [{ id: 'Dependency1', target: '${v}' }],
      creation: { ...blankCreation, newReleaseTitle: 'After ${v}', templateId: '${v}', releaseTags: ['${v}'] },
    },
    { values },
  );
  const { definition } = resolved(started, blankTaskPassive).task;
  expect([definition.dependencies[0]!.target, definition.creation]).toEqual([
    '1.0',
    { ...blankCreation, newReleaseTitle: 'After 1.0', templateId: '1.0', releaseTags: ['1.0'] },
  ]);
});

test('fields in variableMapping have the values of their variables, if the type is correct', () => {
  const mapped = {
    title: 'Mapped',
    dueDate: 5,
    plannedDuration: 'soon',
    description: 'd',
    server: 's',
    'pythonScript.url': 'u',
  };
  const started = task({ title: 'own', plannedDuration: 60 }, { values: {}, mapped });
  const shown = resolved(
    started,
    passive({ properties: { server: null, pythonScript: { type: 't', url: '' }, other: 1 } }),
  );
  expect([shown.task.definition.title, shown.task.definition.dueDate, shown.task.definition.plannedDuration]).toEqual([
    'Mapped',
    5,
    60,
  ]);
  expect([shown.passive.description, shown.passive.properties]).toEqual([
    'd',
    { server: 's', pythonScript: { type: 't', url: 'u' }, other: 1 },
  ]);
});

test('texts above the limit of the response keep their placeholders', () => {
  const started = task(
    { title: '${a}', uses: { title: ['a'], description: ['a'] } },
    { status: 'IN_PROGRESS', values: { a: '12345' } },
  );
  const { task: shown, passive } = resolved(started, { ...blankTaskPassive, description: 'no ${a}' }, 5);
  expect([shown.definition.title, passive.description]).toEqual(['12345', 'no ${a}']);
});
