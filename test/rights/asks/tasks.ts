import type { Permission } from '@slipway/domain';
import type { Ask, Asks, Fresh, Things } from '../ask.ts';
import { crew } from '../askers.ts';
import { fresh } from './plans.ts';

type Ided = { readonly id: string };
const transition: readonly Permission[] = ['release#task_transition', 'release#edit_task'];

const attaching: readonly Permission[] = ['release#edit_task_attachments', 'release#edit_task'];

const planned = ({ planned: taskId }: Things) => ({ taskId });
const gate = ({ gate: taskId }: Things) => ({ taskId });
const newTask: Fresh = async (admin, { later }) => {
  const task = { title: fresh(), owner: 'task-owner', team: crew };
  return (await admin.post<Ided>(`/phases/${later}/tasks`, task)).id;
};
const newCondition: Fresh = async (admin, { gate: id }) =>
  (await admin.post<Ided>(`/tasks/${id}/conditions`, { title: fresh() })).id;
const newDependency: Fresh = async (admin, { later, over }) => {
  const { id } = await admin.post<Ided>(`/phases/${later}/tasks`, { title: fresh(), type: 'rel.GateTask' });
  return (await admin.post<Ided>(`/tasks/${id}/dependencies/${over}`)).id;
};

/** An action on a completed task: refused because of its status, after the check of the permission. */
const done: Ask = { body: () => ({}) };

/** An update of one field of a planned task. */
const field = (as: string, anyOf: readonly Permission[], value: () => unknown, participant = false): Ask => ({
  as,
  path: planned,
  body: () => ({ [as]: value() }),
  rule: { anyOf, participant, owner: false },
});
let minutes = 0;
const moment = () => {
  minutes += 1;
  return new Date(Date.UTC(2031, 0, 1, 0, minutes)).toISOString();
};

/** Tasks, and what gates wait for. */
export const tasks: Asks = {
  'PUT /tasks/{taskId}': [
    { path: planned, body: () => ({}) },
    field('title', ['release#edit_task'], fresh),
    field('description', ['release#edit_task_description', 'release#edit_task'], fresh),
    field('dueDate', ['release#edit_task_dates', 'release#edit_task'], moment),
    field('tags', ['release#edit_task_tags', 'release#edit_task'], () => [fresh()]),
    field('flagComment', ['release#edit_task_flag', 'release#edit_task'], fresh, true),
    field('precondition', ['release#edit_precondition'], () => `// ${fresh()}`),
    field('failureHandler', ['release#edit_failure_handler'], () => `// ${fresh()}`),
    { ...field('owner', ['release#reassign_task'], () => 'admin'), fresh: { taskId: newTask } },
  ],
  'DELETE /tasks/{taskId}': { fresh: { taskId: newTask } },
  'POST /tasks/{taskId}/comment': { body: () => ({ comment: 'so' }) },
  'POST /tasks/{taskId}/complete': [
    { ...done, rule: { anyOf: transition } },
    { as: 'in advance', path: planned, body: () => ({}), fresh: { taskId: newTask }, rule: { participant: true } },
  ],
  'POST /tasks/{taskId}/skip': [
    { ...done, rule: { anyOf: transition } },
    { as: 'in advance', path: planned, body: () => ({}), fresh: { taskId: newTask }, rule: { participant: true } },
  ],
  'POST /tasks/{taskId}/fail': done,
  'POST /tasks/{taskId}/retry': done,
  'POST /tasks/{taskId}/reopen': done,
  'POST /tasks/{taskId}/abort': done,
  'POST /tasks/{taskId}/startNow': done,
  'POST /tasks/{taskId}/start': done,
  'POST /tasks/{taskId}/approve': { body: () => ({ comment: 'so' }) },
  'POST /tasks/{taskId}/reject': { body: () => ({ comment: 'so' }) },
  'POST /tasks/{taskId}/withdraw': { body: () => ({}) },
  'POST /tasks/{taskId}/assign/{username}': {
    as: 'to somebody else',
    path: () => ({ username: 'somebody' }),
    fresh: { taskId: newTask },
    rule: { anyOf: ['release#reassign_task'], participant: false },
  },
  // No form, or no such file: refused after the check of the permission
  'POST /tasks/{taskId}/attachments': { ...done, rule: { anyOf: attaching } },
  'DELETE /tasks/{taskId}/attachments/{attachmentId}': { rule: { anyOf: attaching }, misses: 'attachment' },
  'PUT /tasks/{taskId}/lock': { path: ({ lockable }) => ({ taskId: lockable }) },
  'DELETE /tasks/{taskId}/lock': { path: ({ lockable }) => ({ taskId: lockable }) },
  'PUT /tasks/{taskId}/variables': { path: ({ ask }) => ({ taskId: ask }), body: () => [] },
  'POST /tasks/{taskId}/conditions': { path: gate, body: () => ({ title: fresh() }) },
  'POST /tasks/{conditionId}': [
    {
      as: 'its title',
      body: () => ({ title: fresh() }),
      rule: { anyOf: ['release#edit_task'], participant: false },
    },
    {
      as: 'its tick',
      body: () => ({ checked: true }),
      fresh: { conditionId: newCondition },
      rule: { anyOf: transition },
    },
  ],
  'DELETE /tasks/{conditionId}': { fresh: { conditionId: newCondition } },
  // who has a gate wait for something has to see it
  'POST /tasks/{taskId}/dependencies/{targetId}': {
    path: (things) => ({ ...gate(things), targetId: things.over }),
    rule: { also: ['release#view'] },
  },
  'DELETE /tasks/{dependencyId}': { fresh: { dependencyId: newDependency } },
  'POST /tasks/{taskId}/copy': { path: planned, query: ({ later }) => `targetContainerId=${later}` },
  'POST /tasks/{taskId}/move': { path: planned, query: ({ later }) => `targetContainerId=${later}&targetPosition=0` },
  'POST /tasks/{taskId}/changeType': { path: planned, query: () => 'targetType=rel.Task' },
};
