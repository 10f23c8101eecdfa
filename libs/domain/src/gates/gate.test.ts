import { describe, expect, test } from 'vitest';
import { handle } from '../commands/handle.ts';
import type { Input } from '../commands/registry.ts';
import type { Env, Requirement } from '../decision/env.ts';
import type { Release } from '../model/release.ts';
import type { TargetState } from '../model/task.ts';
import { examples, parseInput } from '../testing/examples.ts';
import { applyInputs, command, decide, env, fact, log, refusal, task, variable } from '../testing/inputs.ts';
import { formatPlan, plan, type TaskOverrides } from '../testing/notation.ts';

const on = (...targets: readonly string[]): TaskOverrides => ({
  type: 'GateTask',
  dependencies: targets.map((target) => ({ id: `Dependency${target.replace(/\W/g, '')}`, target })),
  uses: { dependencies: targets.flatMap((target) => (target.startsWith('$') ? [target.slice(2, -1)] : [])) },
});
const approved: TaskOverrides = { type: 'GateTask', conditions: [{ id: 'GateCondition1', title: 'approved' }] };
const envWithTargets = (states: Readonly<Record<string, TargetState>>): Env =>
  env({ data: { ...env().data, targets: new Map(Object.entries(states)) } });
const requirementsOf = (release: Release, input: Input, environment = env()): readonly Requirement[] | 'decided' => {
  const decision = handle(release, input, environment);
  return decision.kind === 'missingData' ? decision.requirements : 'decided';
};
const check = (checked: boolean) => command({ type: 'updateCondition', conditionId: 'GateCondition1', checked });

describe('a gate that a user completes', () => {
  test('can be empty', () => {
    const gate = plan('Ship: gate> b.', { task: { gate: { type: 'GateTask' } } });
    expect(formatPlan(applyInputs(gate, env(), parseInput('time')))).toBe('IN_PROGRESS Ship: gate> b.');
    expect(formatPlan(applyInputs(gate, env(), parseInput('complete gate')))).toBe('IN_PROGRESS Ship: gate+ b>');
  });

  test('requires its conditions', () => {
    const gate = plan('Ship: gate>', { task: { gate: approved } });
    const message = "Conflict: cannot complete gate 'gate' (Taskgate): missing conditions: 'approved'";
    expect(refusal(gate, parseInput('complete gate'))).toBe(message);
    const ticked = applyInputs(gate, env(), check(true));
    expect(formatPlan(ticked)).toBe('IN_PROGRESS Ship: gate>');
    expect(formatPlan(applyInputs(ticked, env(), parseInput('complete gate')))).toBe('COMPLETED Ship: gate+');
    expect(refusal(applyInputs(ticked, env(), check(false)), parseInput('complete gate'))).toBe(message);
  });

  test('also requires its dependencies, and does not complete automatically', () => {
    const gate = plan('Ship: gate>', {
      task: { gate: { ...on('Releaseout'), ...approved, dependencies: on('Releaseout').dependencies ?? [] } },
    });
    const ticked = applyInputs(gate, envWithTargets({ Releaseout: 'open' }), check(true));
    const message = "Conflict: cannot complete gate 'gate' (Taskgate): a dependency is not done";
    expect(refusal(ticked, parseInput('complete gate'), envWithTargets({ Releaseout: 'open' }))).toBe(message);
    const done = applyInputs(ticked, envWithTargets({ Releaseout: 'done' }), parseInput('look'));
    expect(formatPlan(done)).toBe('IN_PROGRESS Ship: gate>');
    expect(formatPlan(applyInputs(done, env(), parseInput('complete gate')))).toBe('COMPLETED Ship: gate+');
    expect(formatPlan(applyInputs(ticked, envWithTargets({ Releaseout: 'done' }), parseInput('complete gate')))).toBe(
      'COMPLETED Ship: gate+',
    );
  });

  test('can be completed in advance under the same conditions', () => {
    const ahead = plan('Ship: a> gate.', { task: { gate: approved } });
    expect(refusal(ahead, parseInput('complete gate'))).toContain("missing conditions: 'approved'");
    expect(formatPlan(applyInputs(ahead, env(), check(true), parseInput('complete gate')))).toBe(
      'IN_PROGRESS Ship: a> gate=',
    );
  });
});

describe('a gate with dependencies only', () => {
  const ahead = plan('Ship: a> gate. b.', { task: { gate: on('Releaseout') } });
  const open = applyInputs(ahead, envWithTargets({ Releaseout: 'open' }), parseInput('complete a'));

  test.each([
    ['waits while a target is open', ['open', 'done'], 'IN_PROGRESS Ship: a+ gate> b.'],
    ['completes automatically when every target is done', ['done', 'done'], 'IN_PROGRESS Ship: a+ gate+ b>'],
    ['waits for all targets before an aborted one fails it', ['open', 'aborted'], 'IN_PROGRESS Ship: a+ gate> b.'],
    ['fails when a target was aborted and all have ended', ['done', 'aborted'], 'FAILED Ship: a+ gate! b.'],
    ['fails when a target no longer exists', ['done', 'missing'], 'FAILED Ship: a+ gate! b.'],
  ] as const)('%s', (_, [first, second], expected) => {
    const gate = plan('Ship: a> gate. b.', { task: { gate: on('Releaseout', 'Taskout') } });
    const environment = envWithTargets({ Releaseout: first, Taskout: second });
    expect(formatPlan(applyInputs(gate, environment, parseInput('complete a')))).toBe(expected);
  });

  test('requests its targets when it starts, then uses the stored observation', () => {
    expect(requirementsOf(ahead, parseInput('complete a'))).toEqual([{ kind: 'target', id: 'Releaseout' }]);
    expect(requirementsOf(open, parseInput('time'))).toBe('decided');
    expect(applyInputs(open, envWithTargets({ Releaseout: 'done' }), parseInput('time'))).toBe(open);
  });

  test('checks again on request, without a log entry if nothing has changed', () => {
    expect(requirementsOf(open, parseInput('look'))).toEqual([{ kind: 'target', id: 'Releaseout' }]);
    expect(applyInputs(open, envWithTargets({ Releaseout: 'open' }), parseInput('look'))).toBe(open);
    expect(formatPlan(applyInputs(open, envWithTargets({ Releaseout: 'done' }), parseInput('look')))).toBe(
      'IN_PROGRESS Ship: a+ gate+ b>',
    );
  });

  test('does not request an ended target again', () => {
    const gate = plan('Ship: a> gate.', { task: { gate: on('Releaseout', 'Taskout') } });
    const half = applyInputs(gate, envWithTargets({ Releaseout: 'done', Taskout: 'open' }), parseInput('complete a'));
    expect(requirementsOf(half, parseInput('look'))).toEqual([{ kind: 'target', id: 'Taskout' }]);
    expect(formatPlan(applyInputs(half, envWithTargets({ Taskout: 'done' }), parseInput('look')))).toBe(
      'COMPLETED Ship: a+ gate+',
    );
  });

  test('reports its external targets until they have ended', () => {
    const gate = plan('Ship: a> gate. c.', { task: { gate: on('Releaseout', 'Taskc', '${v}') } });
    const awaited = { taskId: 'Taskgate', kind: 'target', purpose: null, reference: 'Releaseout', until: null };
    expect(decide(gate, parseInput('time')).awaits).toEqual([awaited]);
    const half = plan('Ship: gate>', {
      task: {
        gate: {
          ...on('Releaseout', 'Taskout'),
          run: {
            observedTargets: {
              DependencyReleaseout: { target: 'Releaseout', state: 'done' },
              DependencyTaskout: { target: 'Taskout', state: 'open' },
            },
          },
        },
      },
    });
    expect(decide(half, parseInput('time')).awaits.map(({ reference }) => reference)).toEqual(['Taskout']);
    expect(decide(plan('Ship: gate- b>', { task: { gate: on('Releaseout') } }), parseInput('time')).awaits).toEqual([]);
  });

  test('reports other pending work besides the targets', () => {
    const needs = { ...on('Releaseout'), uses: { title: ['v'] } };
    const gate = plan('Ship: gate?', { task: { gate: needs }, variables: [variable('v')] });
    expect(decide(gate, parseInput('time')).awaits.map(({ kind, reference }) => [kind, reference])).toEqual([
      ['input', 'v'],
      ['target', 'Releaseout'],
    ]);
  });

  test('fails when its retry observes no change, and otherwise completes', () => {
    const failed = applyInputs(ahead, envWithTargets({ Releaseout: 'aborted' }), parseInput('complete a'));
    expect(formatPlan(failed)).toBe('FAILED Ship: a+ gate! b.');
    expect(formatPlan(applyInputs(failed, envWithTargets({ Releaseout: 'aborted' }), parseInput('retry gate')))).toBe(
      'FAILED Ship: a+ gate! b.',
    );
    expect(formatPlan(applyInputs(failed, envWithTargets({ Releaseout: 'done' }), parseInput('retry gate')))).toBe(
      'IN_PROGRESS Ship: a+ gate+ b>',
    );
    expect(task(failed, 'gate').run.failuresCount).toBe(1);
  });
});

describe('a dependency inside the release', () => {
  const insideExamples = examples(`
    on a task that is completed, skipped or failed
      Ship: p>[x> gate>] b. => complete x => IN_PROGRESS Ship: p+[x+ gate+] b>
      Ship: p>[x> gate>] b. => skip x => IN_PROGRESS Ship: p+[x- gate+] b>
      Ship: p>[x> gate>] b. => fail x => FAILING Ship: p/[x! gate>] b.
  `);
  test.each(insideExamples)('%s: %s, %s', (_, sketch, inputText, expected) => {
    expect(formatPlan(applyInputs(plan(sketch, { task: { gate: on('Taskx') } }), env(), parseInput(inputText)))).toBe(
      expected,
    );
  });

  test('on a phase that has ended or has not', () => {
    const behind = plan('Build: x> | Ship: gate.', { task: { gate: on('PhaseBuild') } });
    expect(formatPlan(applyInputs(behind, env(), parseInput('complete x')))).toBe('COMPLETED Build: x+ | Ship: gate+');
    const before = plan('Ship: a> gate. | End: x.', { task: { gate: on('PhaseEnd') } });
    expect(formatPlan(applyInputs(before, env(), parseInput('complete a')))).toBe(
      'IN_PROGRESS Ship: a+ gate> | End: x.',
    );
  });

  test('requests no data', () => {
    expect(requirementsOf(plan('Ship: x> gate.', { task: { gate: on('Taskx') } }), parseInput('complete x'))).toBe(
      'decided',
    );
  });
});

describe('a dependency given as a variable', () => {
  const ahead = (value: string | null, ...others: readonly string[]) =>
    plan('Ship: a> gate.', {
      task: { gate: on('${target}', ...others) },
      variables: [variable('target', value, { requiresValue: false })],
    });

  test.each([
    ['Taskout', 'open', 'IN_PROGRESS Ship: a+ gate>'],
    ['Applications/Folder1/Release1/Phase1/Taskout', 'done', 'COMPLETED Ship: a+ gate+'],
    ['Applications-Folder1-Release1-Phase1-Taskout', 'done', 'COMPLETED Ship: a+ gate+'],
    ['Taskout', 'missing', 'FAILED Ship: a+ gate!'],
  ] as const)('%s that is %s: %s', (value, state, expected) => {
    expect(formatPlan(applyInputs(ahead(value), envWithTargets({ Taskout: state }), parseInput('complete a')))).toBe(
      expected,
    );
  });

  test.each([null, '', 'nothing', '../Taskout', 'Folder1'])('with an invalid target (%j) fails the gate', (value) => {
    const outcome = decide(ahead(value), parseInput('complete a'));
    expect(formatPlan(outcome.release)).toBe('FAILED Ship: a+ gate!');
    expect(outcome.comments.map(({ text }) => text)).toEqual([
      'The variable of a dependency does not contain the id of an existing release, phase or task.',
    ]);
  });

  test('with an unknown target fails the gate at once, even if other targets are open', () => {
    const environment = envWithTargets({ Releaseout: 'open', Taskout: 'missing' });
    expect(formatPlan(applyInputs(ahead('Taskout', 'Releaseout'), environment, parseInput('complete a')))).toBe(
      'FAILED Ship: a+ gate!',
    );
    expect(formatPlan(applyInputs(ahead('x', 'Releaseout'), environment, parseInput('complete a')))).toBe(
      'FAILED Ship: a+ gate!',
    );
  });

  test.each(['constructor', '__proto__'])('that does not exist (%s) is invalid', (key) => {
    const gate = plan('Ship: a> gate.', { task: { gate: on(`\${${key}}`) } });
    expect(formatPlan(applyInputs(gate, env(), parseInput('complete a')))).toBe('FAILED Ship: a+ gate!');
  });

  test('has the value from the start of the gate', () => {
    const started = applyInputs(ahead('Taskout'), envWithTargets({ Taskout: 'open' }), parseInput('complete a'));
    const changed = command({ type: 'updateVariable', variableId: 'Variabletarget', patch: { value: 'Taskother' } });
    const later = applyInputs(started, env(), changed);
    expect(decide(later, parseInput('time')).awaits.map(({ reference }) => reference)).toEqual(['Taskout']);
  });

  test('is resolved when it is added to a running gate', () => {
    const gate = plan('Ship: gate>', {
      task: { gate: { ...approved, run: { values: {} } } },
      variables: [variable('target', 'Taskout')],
    });
    const add = command({ type: 'addDependency', taskId: 'Taskgate', target: '${target}' });
    const { release } = decide(gate, add, envWithTargets({ Taskout: 'open' }));
    expect(task(release, 'gate').run).toMatchObject({ status: 'IN_PROGRESS', values: { target: 'Taskout' } });
  });

  test('makes the gate wait for a required variable without a value', () => {
    const add = command({ type: 'addDependency', taskId: 'Taskgate', target: '${late}' });
    const gate = plan('Ship: a> gate.', { task: { gate: { type: 'GateTask' } }, variables: [variable('late')] });
    expect(formatPlan(applyInputs(gate, env(), add, parseInput('complete a')))).toBe('IN_PROGRESS Ship: a+ gate?');
    const undone = command({ type: 'deleteDependency', dependencyId: 'Dependencyn1' });
    expect(formatPlan(applyInputs(gate, env(), add, undone, parseInput('complete a')))).toBe(
      'IN_PROGRESS Ship: a+ gate>',
    );
  });
});

describe('when a restart of another release moves the target of a gate', () => {
  const moved = (from: string, to: string) => fact({ type: 'targetsMoved', moves: [{ from, to }] });

  test('an open gate depends on the copy', () => {
    const gate = plan('Ship: gate>', { task: { gate: on('Taskout') } });
    const outcome = decide(gate, moved('Taskout', 'Taskcopy'), envWithTargets({ Taskcopy: 'open' }));
    expect(task(outcome.release, 'gate').definition.dependencies).toEqual([
      { id: 'DependencyTaskout', target: 'Taskcopy' },
    ]);
    expect(log(outcome)).toEqual(['DEPENDENCY_UPDATED gate']);
    expect(outcome.awaits.map(({ reference }) => reference)).toEqual(['Taskcopy']);
  });

  test('an ended gate, and a gate with another target, are unchanged', () => {
    const endedGate = plan('Ship: gate+ b>', { task: { gate: on('Taskout') } });
    expect(applyInputs(endedGate, env(), moved('Taskout', 'Taskcopy'))).toBe(endedGate);
    const otherGate = plan('Ship: a> gate.', { task: { gate: on('Taskout') } });
    expect(applyInputs(otherGate, env(), moved('Taskx', 'Tasky'))).toBe(otherGate);
  });
});
