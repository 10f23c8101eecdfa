import { type Caller, Invalid, NotFound, type Release, taskOf, tasksOf, toDo } from '@slipway/domain';
import { dispatchToPart, showAlone, showFor, taskNamed } from '@slipway/resources';
import {
  conditionAnswer,
  conditionBody,
  containerOf,
  dependencyAnswer,
  showCondition,
  showDependency,
  targetOf,
  under,
} from '@slipway/wire';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';
import { currentTask } from '../plans/cached-answers.ts';

/** A condition of a gate as it is now. */
async function renderCondition(deps: Deps, taskId: string, conditionId: string) {
  const view = await taskNamed(deps.database, taskId);
  const condition = view.task.definition.conditions.find(({ id }) => id === conditionId);
  if (!condition) throw new NotFound(`there is no condition '${conditionId}'`);
  return showCondition(condition, under(containerOf(view), taskId), view.task.run, showAlone(deps));
}

const lastCondition = (release: Release, taskId: string): string =>
  taskOf(release, taskId).definition.conditions.at(-1)?.id ?? '';

function gateOf(release: Release, conditionId: string): string {
  for (const { id, definition } of tasksOf(release)) {
    if (definition.conditions.some((condition) => condition.id === conditionId)) return id;
  }
  throw new NotFound(`there is no condition '${conditionId}'`);
}

async function addDependency(deps: Deps, caller: Caller, written: string, target: string) {
  const { id, done } = await dispatchToPart(deps, {
    caller,
    kind: 'Task',
    written,
    command: (taskId) => ({ type: 'addDependency', taskId, target: targetOf(target) }),
  });
  const made = taskOf(done.release, id).definition.dependencies.at(-1);
  if (!made) throw new Error('a dependency was added and is not there');
  const [view, show] = await Promise.all([
    taskNamed(deps.database, id),
    showFor(deps, made.target.includes('${') ? [] : [made.target]),
  ]);
  return showDependency(made, under(containerOf(view), id), show);
}

/** What gates wait for (operations.md, gate conditions and gate dependencies). */
export const gates: readonly Route[] = [
  route({
    method: 'POST',
    path: '/tasks/{taskId}/conditions',
    name: 'addCondition',
    summary: 'Adds a condition to a gate',
    permission: toDo.addCondition,
    subject: currentTask,
    body: conditionBody,
    reply: conditionAnswer,
    answer: async (deps, { caller, path, body: { title, checked } }) => {
      if (title === undefined || title.trim() === '') throw new Invalid('title: expected a text');
      const { id, done } = await dispatchToPart(deps, {
        caller,
        kind: 'Task',
        written: path.taskId,
        command: (taskId) => ({ type: 'addCondition', taskId, title, checked: checked ?? false }),
      });
      return renderCondition(deps, id, lastCondition(done.release, id));
    },
  }),
  route({
    method: 'POST',
    path: '/tasks/{conditionId}',
    name: 'updateCondition',
    summary: 'Ticks, unticks or renames a condition',
    permission: toDo.updateCondition,
    body: conditionBody,
    reply: conditionAnswer,
    answer: async (deps, { caller, path, body: { title, checked } }) => {
      const { id, done } = await dispatchToPart(deps, {
        caller,
        kind: 'GateCondition',
        written: path.conditionId,
        command: (conditionId) => ({ type: 'updateCondition', conditionId, title, checked }),
      });
      return renderCondition(deps, gateOf(done.release, id), id);
    },
  }),
  route({
    method: 'DELETE',
    path: '/tasks/{conditionId}',
    name: 'deleteCondition',
    summary: 'Deletes a condition',
    permission: toDo.deleteCondition,
    reply: null,
    answer: async (deps, { caller, path }) => {
      await dispatchToPart(deps, {
        caller,
        kind: 'GateCondition',
        written: path.conditionId,
        command: (conditionId) => ({ type: 'deleteCondition', conditionId }),
      });
    },
  }),
  route({
    method: 'POST',
    path: '/tasks/{taskId}/dependencies/{targetId}',
    name: 'addDependency',
    summary: 'Makes a gate wait for a release, phase or task, or for what a ${variable} names',
    permission: toDo.addDependency,
    subject: currentTask,
    reply: dependencyAnswer,
    answer: (deps, { caller, path }) => addDependency(deps, caller, path.taskId, path.targetId),
  }),
  route({
    method: 'DELETE',
    path: '/tasks/{dependencyId}',
    name: 'deleteDependency',
    summary: 'Deletes a dependency',
    permission: toDo.deleteDependency,
    reply: null,
    answer: async (deps, { caller, path }) => {
      await dispatchToPart(deps, {
        caller,
        kind: 'Dependency',
        written: path.dependencyId,
        command: (dependencyId) => ({ type: 'deleteDependency', dependencyId }),
      });
    },
  }),
];
