import { blankTaskPassive, type Caller, toRead } from '@slipway/domain';
import {
  kindAmong,
  optional,
  type TaskAnswer,
  type TaskBody,
  taskAnswer,
  taskBody,
  taskChanges,
  taskDraft,
  wholeNumber,
} from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';
import type { TaggedAnswer } from '../http/tagged-answer.ts';
import { currentTask } from './cached-answers.ts';
import { madeBy } from './made-by.ts';
import { doTo } from './reach.ts';
import { taskView } from './reads.ts';
import { readingOf, shownTask } from './shown.ts';
import { tagged, taggedTask } from './tagged-answers.ts';

interface Addition {
  readonly caller: Caller;
  readonly written: string;
  readonly body: TaskBody;
  readonly position: number | undefined;
}

async function addTask(deps: Deps, { caller, written, body, position }: Addition): Promise<TaggedAnswer<TaskAnswer>> {
  const task = taskDraft(body, await readingOf(deps));
  const { done } = await doTo(deps, {
    caller,
    kind: kindAmong(['Phase', 'Task'], written),
    written,
    command: (containerId) => ({ type: 'addTask', containerId, task, position: position ?? null }),
  });
  return taggedTask(deps, await taskView(deps, madeBy(done, 'TASK_CREATED')));
}

async function updateTask(
  deps: Deps,
  caller: Caller,
  written: string,
  body: TaskBody,
): Promise<TaggedAnswer<TaskAnswer>> {
  const view = await taskView(deps, written);
  const { task, rest, releaseId } = view;
  const rendered = await shownTask(deps, view);
  const passive = rest.tasks.get(task.id) ?? blankTaskPassive;
  const patch = taskChanges(body, { task, passive, answer: rendered.answer }, await readingOf(deps));
  if (Object.keys(patch).length === 0) return tagged(deps, rendered, '');
  await deps.engine.dispatch(releaseId, {
    kind: 'command',
    caller,
    command: { type: 'updateTask', taskId: task.id, patch },
  });
  return taggedTask(deps, await taskView(deps, task.id));
}

const adding = {
  method: 'POST',
  permission: 'release#edit_task',
  query: z.object({ position: optional(wholeNumber()).describe('from 0; the end without it') }),
  body: taskBody,
  reply: taskAnswer,
} as const;

/** Tasks as parts of a plan (operations.md, Tasks). */
export const tasks: readonly Route[] = [
  route({
    ...adding,
    path: '/tasks/{groupId}/tasks',
    name: 'addTask',
    summary: 'Adds a task to a phase or group',
    answer: (deps, { caller, path, query, body }) =>
      addTask(deps, { caller, written: path.groupId, body, position: query.position }),
  }),
  route({
    ...adding,
    path: '/phases/{phaseId}/tasks',
    name: 'addTaskToPhase',
    summary: 'Adds a task to a phase',
    answer: (deps, { caller, path, query, body }) =>
      addTask(deps, { caller, written: path.phaseId, body, position: query.position }),
  }),
  route({
    method: 'GET',
    path: '/tasks/{taskId}',
    name: 'getTask',
    summary: 'A task, with the tasks of a group',
    permission: toRead.task,
    subject: currentTask,
    reply: taskAnswer,
    answer: (deps, { caller, path }) => currentTask(deps, path.taskId, caller),
  }),
  route({
    method: 'PUT',
    path: '/tasks/{taskId}',
    name: 'updateTask',
    summary: 'Changes the fields of a task that differ from what is stored',
    permission: 'release#edit_task',
    subject: currentTask,
    body: taskBody,
    reply: taskAnswer,
    answer: (deps, { caller, path, body }) => updateTask(deps, caller, path.taskId, body),
  }),
  route({
    method: 'DELETE',
    path: '/tasks/{taskId}',
    name: 'deleteTask',
    summary: 'Deletes a task',
    permission: 'release#edit_task',
    subject: currentTask,
    reply: null,
    answer: async (deps, { caller, path }) => {
      await doTo(deps, {
        caller,
        kind: 'Task',
        written: path.taskId,
        command: (taskId) => ({ type: 'deleteTask', taskId }),
      });
    },
  }),
];
