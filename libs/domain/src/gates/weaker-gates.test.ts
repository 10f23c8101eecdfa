import { describe, expect, test } from 'vitest';
import type { Command } from '../commands/registry.ts';
import { gateRequiring, teamMember } from '../testing/approvals.ts';
import { caller, command, decide, log, refusal } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';

const ann = teamMember('ann', 'QA');
const byMax = (request: Command) => command(request, caller('max'));
const update = (taskId: string, patch: Extract<Command, { type: 'updateTask' }>['patch']): Command => ({
  type: 'updateTask',
  taskId: `Task${taskId}`,
  patch,
});

describe('a gate with approvals in a release', () => {
  const mayNot = (id = 'Taskgate') =>
    `Forbidden: cannot weaken gate 'gate' (${id}): it requires approvals. Permission release#lock_task on APPLICATIONS on ${id} is not granted to you.`;
  const release = plan('Ship: a> | QA: g.(gate.) | End: z.', { task: { gate: gateRequiring({}) } });
  const weakens: readonly (readonly [string, Command])[] = [
    ['requires fewer approvals', update('gate', { approvalRequirements: [] })],
    ['gets another precondition', update('gate', { precondition: 'False' })],
    ['is in a group that gets another precondition', update('g', { precondition: 'False' })],
    ['is deleted', { type: 'deleteTask', taskId: 'Taskgate' }],
    ['is deleted with its group', { type: 'deleteTask', taskId: 'Taskg' }],
    ['is deleted with its phase', { type: 'deletePhase', phaseId: 'PhaseQA' }],
    ['becomes another task', { type: 'changeTaskType', taskId: 'Taskgate', targetType: 'Task' }],
    ['is moved', { type: 'moveTask', taskId: 'Taskgate', containerId: 'PhaseEnd' }],
  ];

  test.each(weakens)('%s by a user with the permission to edit locked tasks', (_, request) => {
    expect(refusal(release, command(request, ann))).toBe(mayNot());
    expect(decide(release, byMax(request)).release).not.toBe(release);
    const template = { ...release, status: 'TEMPLATE' } as const;
    expect(decide(template, command(request, ann)).release).not.toBe(template);
    const free = plan('Ship: a> | QA: g.(gate.) | End: z.', { task: { gate: { type: 'GateTask' } } });
    if (request.type !== 'updateTask') expect(decide(free, command(request, ann)).release).not.toBe(free);
  });

  test('can be changed in other ways by a user with the permission to edit', () => {
    expect(log(decide(release, command(update('gate', { title: 'x' }), ann)))).toEqual(['TASK_UPDATED gate']);
    const endedGate = plan('Ship: gate+ a>', { task: { gate: gateRequiring({}) } });
    expect(log(decide(endedGate, command(update('a', { title: 'x' }), ann)))).toEqual(['TASK_UPDATED a']);
  });
});
