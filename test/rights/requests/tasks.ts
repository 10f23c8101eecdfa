import type { Permission } from '@slipway/domain/model';
import { crewTeamName } from '../callers.ts';
import type { CreateObject, MatrixRequest, MatrixRequests, ObjectIds } from '../matrix-request.ts';
import { uniqueName } from './plans.ts';

type ObjectWithId = { readonly id: string };
const transitionPermissions: readonly Permission[] = ['release#task_transition', 'release#edit_task'];

const attachPermissions: readonly Permission[] = ['release#edit_task_attachments', 'release#edit_task'];

const planned = ({ planned: taskId }: ObjectIds) => ({ taskId });
const gate = ({ gate: taskId }: ObjectIds) => ({ taskId });
const newTask: CreateObject = async (admin, { later }) => {
  const task = { title: uniqueName(), owner: 'task-owner', team: crewTeamName };
  return (await admin.post<ObjectWithId>(`/phases/${later}/tasks`, task)).id;
};
const newCondition: CreateObject = async (admin, { gate: id }) =>
  (await admin.post<ObjectWithId>(`/tasks/${id}/conditions`, { title: uniqueName() })).id;
const newDependency: CreateObject = async (admin, { later, over }) => {
  const { id } = await admin.post<ObjectWithId>(`/phases/${later}/tasks`, {
    title: uniqueName(),
    type: 'rel.GateTask',
  });
  return (await admin.post<ObjectWithId>(`/tasks/${id}/dependencies/${over}`)).id;
};

/** An action on a completed task: refused because of its status, after the check of the permission. */
const finishedTaskAction: MatrixRequest = { body: () => ({}) };

/** An update of one field of a planned task. */
const field = (as: string, anyOf: readonly Permission[], value: () => unknown, participant = false): MatrixRequest => ({
  as,
  path: planned,
  body: () => ({ [as]: value() }),
  rule: { anyOf, participant, owner: false },
});
let minutes = 0;
const nextDate = () => {
  minutes += 1;
  return new Date(Date.UTC(2031, 0, 1, 0, minutes)).toISOString();
};

/** Requests for tasks, and for the conditions and dependencies of gates. */
export const taskRequests: MatrixRequests = {
  'PUT /tasks/{taskId}': [
    { path: planned, body: () => ({}) },
    field('title', ['release#edit_task'], uniqueName),
    field('description', ['release#edit_task_description', 'release#edit_task'], uniqueName),
    field('dueDate', ['release#edit_task_dates', 'release#edit_task'], nextDate),
    field('tags', ['release#edit_task_tags', 'release#edit_task'], () => [uniqueName()]),
    field('flagComment', ['release#edit_task_flag', 'release#edit_task'], uniqueName, true),
    field('precondition', ['release#edit_precondition'], () => `// ${uniqueName()}`),
    field('failureHandler', ['release#edit_failure_handler'], () => `// ${uniqueName()}`),
    { ...field('owner', ['release#reassign_task'], () => 'admin'), fresh: { taskId: newTask } },
  ],
  'DELETE /tasks/{taskId}': { fresh: { taskId: newTask } },
  'POST /tasks/{taskId}/comment': { body: () => ({ comment: 'so' }) },
  'PUT /tasks/{taskId}/comments/{commentId}': { body: () => ({ text: 'so', version: 1 }), misses: 'comment' },
  'DELETE /tasks/{taskId}/comments/{commentId}': { misses: 'comment' },
  'POST /tasks/{taskId}/complete': [
    { ...finishedTaskAction, rule: { anyOf: transitionPermissions } },
    { as: 'in advance', path: planned, body: () => ({}), fresh: { taskId: newTask }, rule: { participant: true } },
  ],
  'POST /tasks/{taskId}/skip': [
    { ...finishedTaskAction, rule: { anyOf: transitionPermissions } },
    { as: 'in advance', path: planned, body: () => ({}), fresh: { taskId: newTask }, rule: { participant: true } },
  ],
  'POST /tasks/{taskId}/fail': finishedTaskAction,
  'POST /tasks/{taskId}/retry': finishedTaskAction,
  'POST /tasks/{taskId}/reopen': finishedTaskAction,
  'POST /tasks/{taskId}/abort': finishedTaskAction,
  'POST /tasks/{taskId}/startNow': finishedTaskAction,
  'POST /tasks/{taskId}/start': finishedTaskAction,
  'POST /tasks/{taskId}/approve': { body: () => ({ comment: 'so' }) },
  'POST /tasks/{taskId}/reject': { body: () => ({ comment: 'so' }) },
  'POST /tasks/{taskId}/withdraw': { body: () => ({}) },
  'POST /tasks/{taskId}/assign/{username}': {
    as: 'to somebody else',
    path: () => ({ username: 'somebody' }),
    fresh: { taskId: newTask },
    rule: { anyOf: ['release#reassign_task'], participant: false },
  },
  // Without a form or with an unknown file the request is refused after the permission check.
  'POST /tasks/{taskId}/attachments': { ...finishedTaskAction, rule: { anyOf: attachPermissions } },
  'DELETE /tasks/{taskId}/attachments/{attachmentId}': { rule: { anyOf: attachPermissions }, misses: 'attachment' },
  'PUT /tasks/{taskId}/lock': { path: ({ lockable }) => ({ taskId: lockable }) },
  'DELETE /tasks/{taskId}/lock': { path: ({ lockable }) => ({ taskId: lockable }) },
  'PUT /tasks/{taskId}/variables': { path: ({ ask }) => ({ taskId: ask }), body: () => [] },
  'POST /tasks/{taskId}/conditions': { path: gate, body: () => ({ title: uniqueName() }) },
  'POST /tasks/{conditionId}': [
    {
      as: 'its title',
      body: () => ({ title: uniqueName() }),
      rule: { anyOf: ['release#edit_task'], participant: false },
    },
    {
      as: 'its tick',
      body: () => ({ checked: true }),
      fresh: { conditionId: newCondition },
      rule: { anyOf: transitionPermissions },
    },
  ],
  'DELETE /tasks/{conditionId}': { fresh: { conditionId: newCondition } },
  // a caller who adds a dependency must be able to view its target
  'POST /tasks/{taskId}/dependencies/{targetId}': {
    path: (ids) => ({ ...gate(ids), targetId: ids.over }),
    rule: { also: ['release#view'] },
  },
  'DELETE /tasks/{dependencyId}': { fresh: { dependencyId: newDependency } },
  'POST /tasks/{taskId}/copy': { path: planned, query: ({ later }) => `targetContainerId=${later}` },
  'POST /tasks/{taskId}/move': { path: planned, query: ({ later }) => `targetContainerId=${later}&targetPosition=0` },
  'POST /tasks/{taskId}/changeType': { path: planned, query: () => 'targetType=rel.Task' },
};
