import { describe, expect, test } from 'vitest';
import { handle } from '../commands/handle.ts';
import type { Env, Want } from '../decision/env.ts';
import type { Input } from '../decision/inputs.ts';
import type { Release } from '../model/release.ts';
import type { TargetState } from '../model/task.ts';
import { examples, say } from '../testing/examples.ts';
import { command, decided, env, fact, log, once, refusal, task, variable } from '../testing/inputs.ts';
import { type Details, plan, show } from '../testing/notation.ts';

const on = (...targets: readonly string[]): Details => ({
  type: 'GateTask',
  dependencies: targets.map((target) => ({ id: `Dependency${target.replace(/\W/g, '')}`, target })),
  uses: { dependencies: targets.flatMap((target) => (target.startsWith('$') ? [target.slice(2, -1)] : [])) },
});
const approved: Details = { type: 'GateTask', conditions: [{ id: 'GateCondition1', title: 'approved' }] };
const seeing = (states: Readonly<Record<string, TargetState>>): Env =>
  env({ world: { ...env().world, targets: new Map(Object.entries(states)) } });
const asks = (release: Release, input: Input, world = env()): readonly Want[] | 'decided' => {
  const decision = handle(release, input, world);
  return decision.kind === 'wants' ? decision.wants : 'decided';
};
const check = (checked: boolean) => command({ type: 'updateCondition', conditionId: 'GateCondition1', checked });

describe('a gate that a person completes', () => {
  test('has nothing at all to wait for', () => {
    const gate = plan('Ship: gate> b.', { task: { gate: { type: 'GateTask' } } });
    expect(show(once(gate, env(), say('time')))).toBe('IN_PROGRESS Ship: gate> b.');
    expect(show(once(gate, env(), say('complete gate')))).toBe('IN_PROGRESS Ship: gate+ b>');
  });

  test('has its conditions ticked first', () => {
    const gate = plan('Ship: gate>', { task: { gate: approved } });
    const why = "Conflict: cannot complete gate 'gate' (Taskgate): missing conditions: 'approved'";
    expect(refusal(gate, say('complete gate'))).toBe(why);
    const ticked = once(gate, env(), check(true));
    expect(show(ticked)).toBe('IN_PROGRESS Ship: gate>');
    expect(show(once(ticked, env(), say('complete gate')))).toBe('COMPLETED Ship: gate+');
    expect(refusal(once(ticked, env(), check(false)), say('complete gate'))).toBe(why);
  });

  test('also requires its dependencies, and does not complete automatically', () => {
    const gate = plan('Ship: gate>', {
      task: { gate: { ...on('Releaseout'), ...approved, dependencies: on('Releaseout').dependencies ?? [] } },
    });
    const ticked = once(gate, seeing({ Releaseout: 'open' }), check(true));
    const why = "Conflict: cannot complete gate 'gate' (Taskgate): a dependency is not done";
    expect(refusal(ticked, say('complete gate'), seeing({ Releaseout: 'open' }))).toBe(why);
    const done = once(ticked, seeing({ Releaseout: 'done' }), say('look'));
    expect(show(done)).toBe('IN_PROGRESS Ship: gate>');
    expect(show(once(done, env(), say('complete gate')))).toBe('COMPLETED Ship: gate+');
    expect(show(once(ticked, seeing({ Releaseout: 'done' }), say('complete gate')))).toBe('COMPLETED Ship: gate+');
  });

  test('may be completed in advance under the same conditions', () => {
    const ahead = plan('Ship: a> gate.', { task: { gate: approved } });
    expect(refusal(ahead, say('complete gate'))).toContain("missing conditions: 'approved'");
    expect(show(once(ahead, env(), check(true), say('complete gate')))).toBe('IN_PROGRESS Ship: a> gate=');
  });
});

describe('a gate with dependencies only', () => {
  const ahead = plan('Ship: a> gate. b.', { task: { gate: on('Releaseout') } });
  const open = once(ahead, seeing({ Releaseout: 'open' }), say('complete a'));

  test.each([
    ['waits while a target is open', ['open', 'done'], 'IN_PROGRESS Ship: a+ gate> b.'],
    ['completes by itself when every target is done', ['done', 'done'], 'IN_PROGRESS Ship: a+ gate+ b>'],
    ['waits for the others before an aborted one fails it', ['open', 'aborted'], 'IN_PROGRESS Ship: a+ gate> b.'],
    ['fails when one was aborted and all have ended', ['done', 'aborted'], 'FAILED Ship: a+ gate! b.'],
    ['fails when one is not there any more', ['done', 'missing'], 'FAILED Ship: a+ gate! b.'],
  ] as const)('%s', (_, [first, second], expected) => {
    const gate = plan('Ship: a> gate. b.', { task: { gate: on('Releaseout', 'Taskout') } });
    const world = seeing({ Releaseout: first, Taskout: second });
    expect(show(once(gate, world, say('complete a')))).toBe(expected);
  });

  test('requests its targets when it starts, then uses the stored observation', () => {
    expect(asks(ahead, say('complete a'))).toEqual([{ kind: 'target', id: 'Releaseout' }]);
    expect(asks(open, say('time'))).toBe('decided');
    expect(once(open, seeing({ Releaseout: 'done' }), say('time'))).toBe(open);
  });

  test('checks again on request, without a log entry if nothing has changed', () => {
    expect(asks(open, say('look'))).toEqual([{ kind: 'target', id: 'Releaseout' }]);
    expect(once(open, seeing({ Releaseout: 'open' }), say('look'))).toBe(open);
    expect(show(once(open, seeing({ Releaseout: 'done' }), say('look')))).toBe('IN_PROGRESS Ship: a+ gate+ b>');
  });

  test('does not request an ended target again', () => {
    const gate = plan('Ship: a> gate.', { task: { gate: on('Releaseout', 'Taskout') } });
    const half = once(gate, seeing({ Releaseout: 'done', Taskout: 'open' }), say('complete a'));
    expect(asks(half, say('look'))).toEqual([{ kind: 'target', id: 'Taskout' }]);
    expect(show(once(half, seeing({ Taskout: 'done' }), say('look')))).toBe('COMPLETED Ship: a+ gate+');
  });

  test('reports its external targets until they have ended', () => {
    const gate = plan('Ship: a> gate. c.', { task: { gate: on('Releaseout', 'Taskc', '${v}') } });
    const awaited = { taskId: 'Taskgate', kind: 'target', purpose: null, reference: 'Releaseout', until: null };
    expect(decided(gate, say('time')).awaits).toEqual([awaited]);
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
    expect(decided(half, say('time')).awaits.map(({ reference }) => reference)).toEqual(['Taskout']);
    expect(decided(plan('Ship: gate- b>', { task: { gate: on('Releaseout') } }), say('time')).awaits).toEqual([]);
  });

  test('reports its other pending work beside the targets', () => {
    const needs = { ...on('Releaseout'), uses: { title: ['v'] } };
    const gate = plan('Ship: gate?', { task: { gate: needs }, variables: [variable('v')] });
    expect(decided(gate, say('time')).awaits.map(({ kind, reference }) => [kind, reference])).toEqual([
      ['input', 'v'],
      ['target', 'Releaseout'],
    ]);
  });

  test('fails when its retry finds nothing new, and completes when it does', () => {
    const failed = once(ahead, seeing({ Releaseout: 'aborted' }), say('complete a'));
    expect(show(failed)).toBe('FAILED Ship: a+ gate! b.');
    expect(show(once(failed, seeing({ Releaseout: 'aborted' }), say('retry gate')))).toBe('FAILED Ship: a+ gate! b.');
    expect(show(once(failed, seeing({ Releaseout: 'done' }), say('retry gate')))).toBe('IN_PROGRESS Ship: a+ gate+ b>');
    expect(task(failed, 'gate').run.failuresCount).toBe(1);
  });
});

describe('a dependency inside the release', () => {
  const inside = examples(`
    on a task that is done, skipped or open
      Ship: p>[x> gate>] b. => complete x => IN_PROGRESS Ship: p+[x+ gate+] b>
      Ship: p>[x> gate>] b. => skip x => IN_PROGRESS Ship: p+[x- gate+] b>
      Ship: p>[x> gate>] b. => fail x => FAILING Ship: p/[x! gate>] b.
  `);
  test.each(inside)('%s: %s, %s', (_, sketch, words, expected) => {
    expect(show(once(plan(sketch, { task: { gate: on('Taskx') } }), env(), say(words)))).toBe(expected);
  });

  test('on a phase that is over, and on one that is not', () => {
    const behind = plan('Build: x> | Ship: gate.', { task: { gate: on('PhaseBuild') } });
    expect(show(once(behind, env(), say('complete x')))).toBe('COMPLETED Build: x+ | Ship: gate+');
    const before = plan('Ship: a> gate. | End: x.', { task: { gate: on('PhaseEnd') } });
    expect(show(once(before, env(), say('complete a')))).toBe('IN_PROGRESS Ship: a+ gate> | End: x.');
  });

  test('needs nothing of the world', () => {
    expect(asks(plan('Ship: x> gate.', { task: { gate: on('Taskx') } }), say('complete x'))).toBe('decided');
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
    expect(show(once(ahead(value), seeing({ Taskout: state }), say('complete a')))).toBe(expected);
  });

  test.each([null, '', 'nothing', '../Taskout', 'Folder1'])('that names nothing (%j) fails the gate', (value) => {
    const outcome = decided(ahead(value), say('complete a'));
    expect(show(outcome.release)).toBe('FAILED Ship: a+ gate!');
    expect(outcome.comments.map(({ text }) => text)).toEqual([
      'A dependency given as a variable names nothing that exists.',
    ]);
  });

  test('that names nothing fails it at once, whatever else is open', () => {
    const world = seeing({ Releaseout: 'open', Taskout: 'missing' });
    expect(show(once(ahead('Taskout', 'Releaseout'), world, say('complete a')))).toBe('FAILED Ship: a+ gate!');
    expect(show(once(ahead('x', 'Releaseout'), world, say('complete a')))).toBe('FAILED Ship: a+ gate!');
  });

  test.each(['constructor', '__proto__'])('that does not exist (%s) is invalid', (key) => {
    const gate = plan('Ship: a> gate.', { task: { gate: on(`\${${key}}`) } });
    expect(show(once(gate, env(), say('complete a')))).toBe('FAILED Ship: a+ gate!');
  });

  test('is read as it was when the gate started', () => {
    const started = once(ahead('Taskout'), seeing({ Taskout: 'open' }), say('complete a'));
    const changed = command({ type: 'updateVariable', variableId: 'Variabletarget', patch: { value: 'Taskother' } });
    const later = once(started, env(), changed);
    expect(decided(later, say('time')).awaits.map(({ reference }) => reference)).toEqual(['Taskout']);
  });

  test('is read when it is added to a gate that runs already', () => {
    const gate = plan('Ship: gate>', {
      task: { gate: { ...approved, run: { values: {} } } },
      variables: [variable('target', 'Taskout')],
    });
    const add = command({ type: 'addDependency', taskId: 'Taskgate', target: '${target}' });
    const { release } = decided(gate, add, seeing({ Taskout: 'open' }));
    expect(task(release, 'gate').run).toMatchObject({ status: 'IN_PROGRESS', values: { target: 'Taskout' } });
  });

  test('makes the gate ask for a required variable without value', () => {
    const add = command({ type: 'addDependency', taskId: 'Taskgate', target: '${late}' });
    const gate = plan('Ship: a> gate.', { task: { gate: { type: 'GateTask' } }, variables: [variable('late')] });
    expect(show(once(gate, env(), add, say('complete a')))).toBe('IN_PROGRESS Ship: a+ gate?');
    const undone = command({ type: 'deleteDependency', dependencyId: 'Dependencyn1' });
    expect(show(once(gate, env(), add, undone, say('complete a')))).toBe('IN_PROGRESS Ship: a+ gate>');
  });
});

describe('when a restart elsewhere moves what a gate waits for', () => {
  const moved = (from: string, to: string) => fact({ type: 'targetsMoved', moves: [{ from, to }] });

  test('an open gate follows to the copy', () => {
    const gate = plan('Ship: gate>', { task: { gate: on('Taskout') } });
    const outcome = decided(gate, moved('Taskout', 'Taskcopy'), seeing({ Taskcopy: 'open' }));
    expect(task(outcome.release, 'gate').definition.dependencies).toEqual([
      { id: 'DependencyTaskout', target: 'Taskcopy' },
    ]);
    expect(log(outcome)).toEqual(['DEPENDENCY_UPDATED gate']);
    expect(outcome.awaits.map(({ reference }) => reference)).toEqual(['Taskcopy']);
  });

  test('a gate that is over, or waits for something else, does not', () => {
    const over = plan('Ship: gate+ b>', { task: { gate: on('Taskout') } });
    expect(once(over, env(), moved('Taskout', 'Taskcopy'))).toBe(over);
    const other = plan('Ship: a> gate.', { task: { gate: on('Taskout') } });
    expect(once(other, env(), moved('Taskx', 'Tasky'))).toBe(other);
  });
});
