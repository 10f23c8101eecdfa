import { expect, test } from 'vitest';
import { type EventTypeName, eventTypes, isEventType, type ReleaseStatus, type TaskStatus } from '../model/index.ts';
import { stillApplies } from './obsolete.ts';

const applying = (taskStatus: TaskStatus | null, releaseStatus: ReleaseStatus | null): readonly EventTypeName[] =>
  Object.keys(eventTypes)
    .filter(isEventType)
    .filter((type) => stillApplies(type, { taskStatus, releaseStatus }));

const always: readonly EventTypeName[] = [
  ...(['trigger.failed', 'subscription.disabled', 'token.expiring', 'dashboard.weekly'] as const),
];
const facts: readonly EventTypeName[] = [
  'deployment.finished',
  ...(['task.unassigned', 'task.flagged', 'task.commented', 'comment.mentioned'] as const),
  ...(['release.started', 'release.completed', 'release.aborted', 'release.flagged', 'release.atRisk'] as const),
];
const actions: readonly EventTypeName[] = [
  ...(['task.assigned', 'task.started', 'approval.requested', 'approval.invalidated'] as const),
  ...(['task.dueSoon', 'task.overdue'] as const),
];

test.each([
  ['IN_PROGRESS', 'IN_PROGRESS', [...actions, ...facts, ...always, 'release.overdue']],
  ['WAITING_FOR_INPUT', 'IN_PROGRESS', [...actions, ...facts, ...always, 'release.overdue', 'task.inputRequired']],
  [
    'FAILED',
    'FAILED',
    [...actions, ...facts, ...always, 'release.overdue', 'task.failed', 'release.failed', 'release.failing'],
  ],
  ['FAILED', 'FAILING', [...actions, ...facts, ...always, 'release.overdue', 'task.failed', 'release.failing']],
  ['COMPLETED', 'IN_PROGRESS', [...facts, ...always, 'release.overdue']],
  ['COMPLETED_IN_ADVANCE', 'IN_PROGRESS', [...facts, ...always, 'release.overdue']],
  ['FAILED', 'ABORTED', [...facts, ...always]],
  [null, 'IN_PROGRESS', [...facts, ...always, 'release.overdue']],
  ['IN_PROGRESS', null, always],
  [null, null, always],
] as const)('with a task %s in a release %s, the applying events are sent', (task, release, expected) => {
  expect(applying(task, release).toSorted()).toEqual([...expected].toSorted());
});
