import { describe, expect, test } from 'vitest';
import { tasksOf, withTask } from '../model/plan.ts';
import { parseInput } from '../testing/examples.ts';
import { decide, task } from '../testing/inputs.ts';
import { formatPlan, plan, type TaskOverrides } from '../testing/notation.ts';

describe('open dependencies on interrupted targets move to the copies', () => {
  const on = (target: string): TaskOverrides => ({
    type: 'GateTask',
    dependencies: [{ id: `Dependency${target}`, target }],
  });
  const targets = (release: ReturnType<typeof plan>) =>
    [...tasksOf(release)].flatMap(({ definition }) => definition.dependencies.map(({ target }) => target));

  test('of later gates: to copies of open targets, not of ended ones', () => {
    const release = plan('QA: a+ b> | Ship: g. h. i.', { task: { g: on('Taskb'), h: on('PhaseQA'), i: on('Taska') } });
    expect(targets(decide(release, parseInput('restart QA')).release)).toEqual(['Taskn3', 'Phasen1', 'Taska']);
  });

  test('of copied gates: to all copied targets', () => {
    const release = plan('Build: a+ | QA: g>', { task: { g: on('Taska') } });
    const restarted = decide(release, parseInput('restart Build')).release;
    expect(targets(restarted)).toEqual(['Taska', 'Taskn2']);
  });

  test('of ended gates: not moved', () => {
    const release = plan('QA: p>[g+ b>]', { task: { g: on('Taskb') } });
    const restarted = decide(release, parseInput('restart QA')).release;
    expect(task(restarted, 'g').definition.dependencies[0]?.target).toBe('Taskb');
  });

  test('also if a restart copies the definition of a gate before it ran', () => {
    const edited: TaskOverrides = { ...on('Taskb'), title: 'edited' };
    const release = plan('QA: p>[g> b>]', { task: { g: edited } });
    const gate = task(release, 'g');
    const before = withTask(release, { ...gate, beforeRun: { ...gate.definition, title: 'g' } });
    const restarted = decide(before, parseInput('restart QA')).release;
    expect(formatPlan(restarted)).toBe('PAUSED QA-: p-[edited- b-] | QA (2): p.[g. b.]');
    expect(targets(restarted)).toEqual(['Taskb', 'Taskn5']);
  });
});
