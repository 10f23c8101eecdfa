import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { expect, test } from 'vitest';
import { nextStep } from './next-step.ts';
import { progressOf } from './progress.ts';

const task = (title: string, fields: object): TaskResponse =>
  ({ id: title, title, type: 'rel.Task', status: 'PLANNED', ...fields }) as TaskResponse;
const release = (status: ReleaseResponse['status'], ...tasks: readonly TaskResponse[]) => ({
  status,
  phases: [{ id: 'Phase1', title: 'Build', status: 'IN_PROGRESS', tasks }] as unknown as ReleaseResponse['phases'],
});
const viewer = { username: 'ann', teams: ['QA'] };
const isEndedByPeople = (type: string): boolean => type !== 'rel.ScriptTask';
const stepOf = (...args: Parameters<typeof release>): string | null => {
  const step = nextStep(release(...args), viewer, isEndedByPeople);
  if (step === null) return null;
  return 'task' in step ? `${step.kind} ${step.task.title}` : step.kind;
};

test('a planned release is started, and a paused one resumed', () => {
  expect([stepOf('PLANNED'), stepOf('PAUSED'), stepOf('COMPLETED')]).toEqual(['start', 'resume', null]);
});

test('a failed task is retried before anything else', () => {
  const own = task('own', { status: 'IN_PROGRESS', owner: 'ann' });
  const group = task('all', { tasks: [own, task('broken', { status: 'FAILED' })] });
  expect(stepOf('FAILED', group)).toBe('retry broken');
});

test('a gate is approved by a member of its team who has not approved it', () => {
  const gate = (fields: object) =>
    task('sign', { status: 'IN_PROGRESS', approvalRequirements: [{ team: 'QA', count: 1 }], ...fields });
  const verdicts = (username: string) => ({ approvalVerdicts: [{ username, verdict: 'APPROVED' }] });
  expect([
    stepOf('IN_PROGRESS', gate({})),
    stepOf('IN_PROGRESS', gate(verdicts('bob'))),
    stepOf('IN_PROGRESS', gate(verdicts('Ann'))),
    stepOf('IN_PROGRESS', gate({ approvalRequirements: [{ team: 'Ops', count: 1 }] })),
    stepOf('IN_PROGRESS', gate({ status: 'PLANNED' })),
  ]).toEqual(['approve sign', 'approve sign', null, null, null]);
});

test('a task of the user or of a team is completed, or opened if it needs input', () => {
  const running = (fields: object) => task('work', { status: 'IN_PROGRESS', ...fields });
  expect([
    stepOf('IN_PROGRESS', running({ owner: 'ANN' })),
    stepOf('IN_PROGRESS', running({ team: 'QA' })),
    stepOf('IN_PROGRESS', running({ owner: 'bob', team: 'QA' })),
    stepOf('IN_PROGRESS', running({})),
    stepOf('IN_PROGRESS', running({ owner: 'ann', conditions: [{ checked: false }] })),
    stepOf('IN_PROGRESS', running({ owner: 'ann', conditions: [{ checked: true }] })),
    stepOf('IN_PROGRESS', running({ owner: 'ann', status: 'WAITING_FOR_INPUT' })),
    stepOf('IN_PROGRESS', running({ owner: 'ann', type: 'rel.ScriptTask' })),
  ]).toEqual(['complete work', 'complete work', null, null, 'open work', 'complete work', 'open work', null]);
});

test('a task without assignee is completed by the owner of the release, and a gate that may be closed is opened', () => {
  const stepFor = (owner: string, fields: object) =>
    nextStep(
      { ...release('IN_PROGRESS', task('work', { status: 'IN_PROGRESS', ...fields })), owner },
      viewer,
      isEndedByPeople,
    )?.kind;
  const gate = { type: 'rel.GateTask' };
  expect([
    stepFor('Ann', {}),
    stepFor('bob', {}),
    stepFor('ann', { team: 'Ops' }),
    stepFor('ann', gate),
    stepFor('ann', { ...gate, conditions: [{ checked: false }] }),
    stepFor('ann', { ...gate, approvalRequirements: [{ team: 'Ops', count: 1 }] }),
    stepFor('ann', { ...gate, dependencies: [{ id: 'Dependency1' }] }),
  ]).toEqual(['complete', undefined, undefined, 'complete', 'open', 'open', 'open']);
});

test('progress counts all tasks except groups, by tone', () => {
  const group = task('all', { tasks: [task('a', { status: 'COMPLETED' }), task('b', { status: 'SKIPPED' })] });
  expect(progressOf([group, task('c', { status: 'IN_PROGRESS' }), task('d', {})])).toEqual({
    counts: { done: 1, over: 1, runs: 1, idle: 1 },
    all: 4,
    ended: 2,
  });
});
