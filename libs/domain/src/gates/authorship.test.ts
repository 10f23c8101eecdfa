import { describe, expect, test } from 'vitest';
import type { Command } from '../commands/registry.ts';
import { type ApprovalRequirement, blankRequirement } from '../model/approval.ts';
import { blankTaskPassive } from '../model/task.ts';
import { approve, gateRequiring, reject, teamMember, withdraw } from '../testing/approvals.ts';
import { parseInput } from '../testing/examples.ts';
import { applyInputs, caller, command, decide, env, fact, finished, log, task, variable } from '../testing/inputs.ts';
import { formatPlan, type PlanOverrides, plan, type TaskOverrides } from '../testing/notation.ts';

const ann = teamMember('ann', 'QA');
const bob = teamMember('bob', 'QA');
const max = caller('max');
const conditions = [{ id: 'GateCondition1', title: 'signed' }];
const gateTo = (gate: TaskOverrides, more: PlanOverrides = {}, sketch = 'Ship: gate> b.') =>
  plan(sketch, { ...more, variables: [variable('v', '1')], task: { gate, b: { title: 'b' } } });
const narrow = gateTo({ ...gateRequiring({ count: 2 }), conditions });
const wholeReleaseGate = gateTo({ ...gateRequiring({ count: 2, wholeRelease: true }), conditions });
const byMax = (request: Command) => command(request, max);
const signing = (release: typeof narrow, name = 'gate') => task(release, name).run.signing;
/** An environment with the texts of the gate. */
const envWithDescription = (description: string | null = null) =>
  env({ data: { ...env().data, passives: new Map([['Taskgate', { ...blankTaskPassive, description }]]) } });
const openAfter = (release: typeof narrow, request: Command) =>
  formatPlan(applyInputs(release, envWithDescription(), approve(ann), byMax(request), approve(bob))).includes('gate+');
const update = (taskId: string, patch: Extract<Command, { type: 'updateTask' }>['patch']): Command => ({
  type: 'updateTask',
  taskId: `Task${taskId}`,
  patch,
});

const open = (gate: TaskOverrides) => ({ ...gate, conditions: [], run: {} });
const ofGate: readonly (readonly [string, Command])[] = [
  ['its title', update('gate', { title: 'other' })],
  ['its description', update('gate', { description: 'other' })],
  ['its date', update('gate', { dueDate: 1 })],
  [
    'its number of approvals',
    update('gate', { approvalRequirements: [{ ...blankRequirement, team: 'QA', count: 2, aheadOfTime: true }] }),
  ],
  ['an added condition', { type: 'addCondition', taskId: 'Taskgate', title: 'x', checked: true }],
  ['an added dependency', { type: 'addDependency', taskId: 'Taskgate', target: 'Taskdone' }],
];
const silent: readonly (readonly [string, Command])[] = [
  ['its owner', update('gate', { owner: 'eve' })],
  ['its assignment', { type: 'assignTask', taskId: 'Taskgate', owner: 'eve' }],
  ['a lock', { type: 'lockTask', taskId: 'Taskgate' }],
  ['a flag', update('gate', { flagStatus: 'AT_RISK', flagComment: 'careful' })],
  ['its watchers', update('gate', { watchers: ['eve'] })],
];
const ofRelease: readonly (readonly [string, Command])[] = [
  ['another task', update('b', { title: 'c' })],
  ['a new task', { type: 'addTask', containerId: 'PhaseShip', task: { title: 'more' } }],
  ['a value', { type: 'updateVariable', variableId: 'Variablev', patch: { value: '2' } }],
  ['the release itself', { type: 'updateRelease', patch: { title: 'other' } }],
  ['a phase', { type: 'addPhase', phase: { title: 'End' } }],
];

describe('an approval becomes invalid', () => {
  const simpleGate = (more: Partial<ApprovalRequirement> = {}) =>
    gateTo(open(gateRequiring({ count: 2, ...more })), {}, 'Ship: gate> done. b.');

  test.each(ofGate)('by a change of the gate: %s', (_, request) => {
    const changed = applyInputs(simpleGate(), env(), approve(ann), byMax(request));
    expect(signing(changed)).toMatchObject({ revision: 2, changedBy: 'max', createdBy: null });
    expect(task(applyInputs(changed, env(), approve(bob)), 'gate').run.status).toBe('IN_PROGRESS');
  });

  test.each(silent)('not by a change of the assignment or flag of the gate: %s', (_, request) => {
    expect(signing(applyInputs(simpleGate(), envWithDescription(), byMax(request)))?.revision ?? 1).toBe(1);
    expect(openAfter(simpleGate(), request)).toBe(true);
  });

  test.each(ofRelease)('by a change of the release, if the requirement covers the whole release: %s', (_, request) => {
    expect(openAfter(simpleGate({ wholeRelease: true }), request)).toBe(false);
    expect(openAfter(simpleGate(), request)).toBe(true);
    const { authorship } = applyInputs(simpleGate(), env(), byMax(request));
    expect(authorship).toEqual({ createdBy: null, startedBy: null, changedBy: 'max', revision: 2 });
  });

  test('not by the flow, a ticked condition, or a command without changes', () => {
    const rename: Command = { type: 'updateCondition', conditionId: 'GateCondition1', title: 'signed', checked: true };
    for (const request of [rename, update('gate', { title: 'gate' })]) {
      const { authorship } = applyInputs(wholeReleaseGate, env(), byMax(request));
      expect(authorship.revision).toBe(1);
    }
    const named = applyInputs(wholeReleaseGate, env(), byMax({ ...rename, title: 'sealed' }));
    expect([signing(named)?.revision, named.authorship.revision]).toEqual([2, 2]);
    const ran = applyInputs(
      plan('Ship: a> gate.', { task: { gate: gateRequiring() } }),
      env(),
      parseInput('complete a'),
    );
    expect(ran.authorship.revision).toBe(1);
  });

  test('permanently: a change that is reverted counts as a change', () => {
    const back = [update('gate', { title: 'x' }), update('gate', { title: 'gate' })].map(byMax);
    expect(formatPlan(applyInputs(simpleGate(), env(), approve(ann), ...back, approve(bob)))).toContain('gate>');
  });

  test('when the gate is moved, also with its group or phase', () => {
    const release = plan('One: a> | Two: g.(gate.) b. | Three: c.', {
      task: { gate: gateRequiring({ aheadOfTime: true }) },
    });
    const moves: readonly Command[] = [
      { type: 'moveTask', taskId: 'Taskgate', containerId: 'PhaseTwo', position: 0 },
      { type: 'moveTask', taskId: 'Taskg', containerId: 'PhaseTwo', position: 1 },
      { type: 'movePhase', phaseId: 'PhaseTwo', position: 2 },
    ];
    expect(moves.map((move) => signing(applyInputs(release, env(), byMax(move)))?.revision)).toEqual([2, 2, 2]);
    const otherChange = applyInputs(release, env(), byMax({ type: 'movePhase', phaseId: 'PhaseThree', position: 1 }));
    expect(signing(otherChange)).toBe(null);
  });

  test('when a restart of another release moves a target of the gate', () => {
    const dependencies = [{ id: 'Dependency1', target: 'Taskout' }];
    const environment = env({
      data: {
        ...env().data,
        targets: new Map([
          ['Taskout', 'open'],
          ['Taskcopy', 'open'],
        ]),
      },
    });
    const moves = fact({ type: 'targetsMoved', moves: [{ from: 'Taskout', to: 'Taskcopy' }] });
    const gate = gateTo({ ...gateRequiring({ count: 2 }), dependencies });
    expect(signing(applyInputs(gate, environment, approve(ann), moves))?.revision).toBe(2);
    expect(signing(applyInputs(gate, environment, moves))).toBe(null);
  });
});

describe('the authors of a gate are stored', () => {
  test('for a gate that the same decision has created', () => {
    const draft = { id: 'Taskmade', type: 'GateTask', title: 'new' };
    const add = byMax({ type: 'addTask', containerId: 'PhaseShip', task: draft });
    const edit = command(update('made', { description: 'other' }), caller('sue'));
    expect(signing(applyInputs(narrow, env(), add, edit), 'made')).toMatchObject({
      createdBy: 'max',
      changedBy: 'sue',
    });
  });

  test('for a gate that a user adds, copies or converts from another task', () => {
    const environment = env();
    const added = applyInputs(
      narrow,
      environment,
      byMax({ type: 'addTask', containerId: 'PhaseShip', task: { title: 'new', type: 'GateTask' } }),
      command({ type: 'copyTask', taskId: 'Taskgate', containerId: 'PhaseShip' }, caller('sue')),
      command({ type: 'changeTaskType', taskId: 'Taskb', targetType: 'GateTask' }, caller('tom')),
    );
    const gates = added.phases[0]?.tasks.filter(({ definition }) => definition.type === 'GateTask');
    expect(gates?.map(({ run }) => run.signing?.createdBy ?? null)).toEqual([null, 'tom', 'max', 'sue']);
  });

  test('with the user who starts a release manually', () => {
    const planned = gateTo(gateRequiring(), {}, 'Ship: gate. b.');
    expect(applyInputs(planned, env(), command({ type: 'startRelease' }, max)).authorship.startedBy).toBe('max');
  });

  test('in the copies of a restart, without verdicts', () => {
    const changed = applyInputs(narrow, env(), byMax(update('gate', { title: 'other' })), approve(ann));
    const restarted = applyInputs(
      changed,
      env(),
      command({ type: 'restartRelease', fromPhaseId: 'PhaseShip', phaseVersion: 'LATEST', resume: true }),
    );
    expect(restarted.phases[1]?.tasks[0]?.run.signing).toEqual({
      createdBy: null,
      changedBy: 'max',
      revision: 2,
      verdicts: [],
    });
    const [copy] = applyInputs(narrow, env(), parseInput('restart Ship')).phases[1]?.tasks ?? [];
    expect(copy?.run.signing).toBe(null);
  });

  test('not for scripts: their changes have no author, and values belong to the flow', () => {
    const script = plan('Ship: p>[s& gate>]', {
      variables: [variable('v', '1')],
      task: { s: { type: 'Script' }, gate: gateRequiring({ wholeRelease: true }) },
    });
    const by = (action: Command) =>
      applyInputs(script, env(), fact({ ...asFact(finished('s', true, action)), by: caller('bot') }));
    expect(by({ type: 'updateVariable', variableId: 'Variablev', patch: { value: '2' } }).authorship.revision).toBe(1);
    const renamed = by(update('gate', { title: 'x' }));
    expect([renamed.authorship, signing(renamed)]).toEqual([
      { createdBy: null, startedBy: null, changedBy: null, revision: 2 },
      { createdBy: null, changedBy: null, revision: 2, verdicts: [] },
    ]);
    const added = by({ type: 'addTask', containerId: 'PhaseShip', task: { type: 'GateTask' } });
    expect(added.phases[0]?.tasks.at(-1)?.run.signing).toBe(null);
  });
});

const asFact = (input: ReturnType<typeof finished>) => {
  if (input.kind !== 'fact' || input.fact.type !== 'scriptFinished') throw new Error('no script has finished');
  return input.fact;
};

describe('a user who changes a release withdraws their approval', () => {
  const otherChange = byMax(update('b', { title: 'd' }));
  const ownChange = command(update('b', { title: 'c' }), ann);

  test('of a gate with four eyes, permanently', () => {
    const changed = decide(applyInputs(narrow, env(), approve(ann)), ownChange);
    expect(log(changed)).toEqual(['TASK_UPDATED b', 'GATE_APPROVAL_WITHDRAWN gate']);
    expect(signing(changed.release)?.verdicts.map(({ kind }) => kind)).toEqual(['APPROVED', 'WITHDRAWN']);
    const simpleGate = gateTo(gateRequiring({ count: 2 }));
    expect(formatPlan(applyInputs(simpleGate, env(), approve(ann), ownChange, otherChange, approve(bob)))).toContain(
      'gate>',
    );
    expect(
      formatPlan(applyInputs(simpleGate, env(), approve(ann), ownChange, otherChange, approve(bob), approve(ann))),
    ).toContain('gate+');
    expect(
      formatPlan(applyInputs(simpleGate, env(), approve(ann), ownChange, otherChange, approve(bob), ownChange)),
    ).toContain('gate>');
  });

  test('also an approval after the change, once another user changes the release', () => {
    // One requirement accepts the author, and the other one does not.
    const approvalRequirements = [
      { ...blankRequirement, team: 'QA', count: 2 },
      { ...blankRequirement, team: 'QA', count: 1, fourEyes: false },
    ];
    const mixed = gateTo({ ...gateRequiring({}), conditions, approvalRequirements });
    const approved = applyInputs(mixed, env(), ownChange, approve(ann));
    const changed = decide(approved, otherChange);
    expect(log(changed)).toEqual(['TASK_UPDATED b', 'GATE_APPROVAL_WITHDRAWN gate']);
    expect(signing(changed.release)?.verdicts.at(-1)).toMatchObject({ kind: 'WITHDRAWN', username: 'ann' });
  });

  test('but no rejection, and no approval without four eyes', () => {
    const simpleGate = gateTo(gateRequiring({ count: 1 }));
    expect(formatPlan(applyInputs(simpleGate, env(), reject(ann), ownChange, approve(bob)))).toContain('gate>');
    expect(formatPlan(applyInputs(simpleGate, env(), reject(ann), ownChange, approve(bob), withdraw(ann)))).toContain(
      'gate+',
    );
    const free = gateTo(gateRequiring({ count: 2, fourEyes: false }));
    expect(formatPlan(applyInputs(free, env(), approve(ann), ownChange, approve(bob)))).toContain('gate+');
  });
});

test('replacing a variable in a text of the gate changes its revision', () => {
  const gate = gateTo({ ...gateRequiring(), uses: { description: ['v'] } });
  const replaced = applyInputs(
    gate,
    envWithDescription('${v}'),
    byMax({ type: 'replaceVariable', variableId: 'Variablev', by: { kind: 'value', value: '1' } }),
  );
  expect(signing(replaced)?.revision).toBe(2);
});
