import { describe, expect, test } from 'vitest';
import type { Release } from '../model/release.ts';
import type { FlagStatus } from '../model/status.ts';
import { parseInput } from '../testing/examples.ts';
import { decide } from '../testing/inputs.ts';
import { at, noon, type PlanOverrides, plan, type TaskOverrides } from '../testing/notation.ts';

const score = (release: Release) => {
  const { riskScore, totalRiskScore, realFlagStatus } = decide(release, parseInput('time')).release;
  return [riskScore, totalRiskScore, realFlagStatus];
};
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/** Eight tasks, of which the first `count` have these details. */
const releaseWithTasks = (count: number, details: TaskOverrides, more: PlanOverrides = {}) =>
  plan(`Ship: p>[${names.map((name) => `${name}>`).join(' ')}]`, {
    ...more,
    task: Object.fromEntries(names.slice(0, count).map((name) => [name, details])),
  });
const flagged = (flagStatus: FlagStatus): TaskOverrides => ({ flagStatus });

describe('the default risk profile (states.md, Risk)', () => {
  test.each([
    ['no finding', plan('Ship: a>'), [0, 0, 'OK']],
    ['a red release flag', plan('Ship: a>', { flagStatus: 'AT_RISK' }), [80, 80, 'AT_RISK']],
    ['an amber release flag', plan('Ship: a>', { flagStatus: 'ATTENTION_NEEDED' }), [30, 30, 'ATTENTION_NEEDED']],
    ['a planned release', plan('Ship: a.', { flagStatus: 'AT_RISK' }), [80, 80, 'AT_RISK']],
    ['1 red task', releaseWithTasks(1, flagged('AT_RISK')), [65, 65, 'AT_RISK']],
    ['2 red tasks', releaseWithTasks(2, flagged('AT_RISK')), [70, 70, 'AT_RISK']],
    ['3 red tasks', releaseWithTasks(3, flagged('AT_RISK')), [70, 70, 'AT_RISK']],
    ['4 red tasks', releaseWithTasks(4, flagged('AT_RISK')), [75, 75, 'AT_RISK']],
    ['6 red tasks', releaseWithTasks(6, flagged('AT_RISK')), [75, 75, 'AT_RISK']],
    ['7 red tasks', releaseWithTasks(7, flagged('AT_RISK')), [80, 80, 'AT_RISK']],
    ['1 amber task', releaseWithTasks(1, flagged('ATTENTION_NEEDED')), [10, 10, 'ATTENTION_NEEDED']],
    ['2 amber tasks', releaseWithTasks(2, flagged('ATTENTION_NEEDED')), [20, 20, 'ATTENTION_NEEDED']],
    ['3 amber tasks', releaseWithTasks(3, flagged('ATTENTION_NEEDED')), [20, 20, 'ATTENTION_NEEDED']],
    ['4 amber tasks', releaseWithTasks(4, flagged('ATTENTION_NEEDED')), [30, 30, 'ATTENTION_NEEDED']],
    ['7 amber tasks', releaseWithTasks(7, flagged('ATTENTION_NEEDED')), [40, 40, 'ATTENTION_NEEDED']],
    ['a release past due', plan('Ship: a>', { dueDate: at('11:00') }), [30, 30, 'OK']],
    ['a release due now', plan('Ship: a>', { dueDate: noon }), [30, 30, 'OK']],
    ['a release due later', plan('Ship: a>', { dueDate: at('13:00') }), [0, 0, 'OK']],
    ['1 task past due', releaseWithTasks(1, { dueDate: at('11:00') }), [25, 25, 'OK']],
    ['2 tasks past due', releaseWithTasks(2, { dueDate: at('11:00') }), [35, 35, 'OK']],
    ['a task past its planned time', releaseWithTasks(1, { plannedDuration: 0 }), [25, 25, 'OK']],
    ['a release past its planned time', plan('Ship: a>', { plannedDuration: 0 }), [30, 30, 'OK']],
    [
      'a task past due that the flow has not reached',
      plan('Ship: a> b.', { task: { b: { dueDate: at('11:00') } } }),
      [0, 0, 'OK'],
    ],
    [
      'a task past due that was completed in advance',
      plan('Ship: a> b=', { task: { b: { dueDate: at('11:00') } } }),
      [0, 0, 'OK'],
    ],
    ['a first failure', releaseWithTasks(1, { run: { failuresCount: 1 } }), [50, 50, 'OK']],
    ['a second failure', releaseWithTasks(1, { run: { failuresCount: 2 } }), [60, 60, 'OK']],
    ['a third failure', releaseWithTasks(1, { run: { failuresCount: 3 } }), [70, 70, 'OK']],
    ['a fourth failure', releaseWithTasks(1, { run: { failuresCount: 4 } }), [80, 80, 'OK']],
    ['a fifth failure', releaseWithTasks(1, { run: { failuresCount: 5 } }), [90, 90, 'OK']],
    ['a sixth failure', releaseWithTasks(1, { run: { failuresCount: 6 } }), [100, 100, 'OK']],
    [
      'a failure of each of six tasks: the worst task counts',
      releaseWithTasks(6, { run: { failuresCount: 1 } }),
      [50, 50, 'OK'],
    ],
    ['a FAILED release', plan('Ship: a!', { task: { a: { run: { failuresCount: 0 } } } }), [90, 90, 'OK']],
    ['a FAILING release', plan('Ship: p/[a! b>]', { task: { a: { run: { failuresCount: 0 } } } }), [70, 70, 'OK']],
    [
      'the highest score and the sum',
      releaseWithTasks(2, flagged('AT_RISK'), { dueDate: at('11:00') }),
      [70, 100, 'AT_RISK'],
    ],
    [
      'ended tasks do not count',
      plan('Ship: a+ b>', { task: { a: { ...flagged('AT_RISK'), dueDate: at('11:00'), run: { failuresCount: 3 } } } }),
      [0, 0, 'OK'],
    ],
    [
      'the red flag of an open task has priority over the flag of the release',
      releaseWithTasks(1, flagged('AT_RISK'), { flagStatus: 'ATTENTION_NEEDED' }),
      [65, 95, 'AT_RISK'],
    ],
  ] as const)('%s', (_, release, expected) => {
    expect(score(release)).toEqual(expected);
  });

  test('a flag on a task counts in an open phase, and not in a closed one', () => {
    const release = plan('One: a+ | Two: b>');
    const flag = (index: number): Release => ({
      ...release,
      phases: release.phases.map((phase, at) => (at === index ? { ...phase, flagStatus: 'AT_RISK' } : phase)),
    });
    expect(score(flag(1))).toEqual([0, 0, 'AT_RISK']);
    expect(score(flag(0))).toEqual([0, 0, 'OK']);
  });

  test('is updated after each change, and when a due date passes', () => {
    const failed = decide(plan('Ship: a>'), parseInput('fail a')).release;
    expect([failed.riskScore, failed.totalRiskScore]).toEqual([90, 140]);
    const due = plan('Ship: a>', { dueDate: at('11:59') });
    expect(decide(due, parseInput('time')).release.riskScore).toBe(30);
  });

  test('a template and a finished release are not at risk', () => {
    expect(score(plan('TEMPLATE Ship: a.', { flagStatus: 'AT_RISK' }))).toEqual([0, 0, 'OK']);
    expect(score(plan('Ship: a+', { riskScore: 90, totalRiskScore: 90, dueDate: at('11:00') }))).toEqual([0, 0, 'OK']);
  });
});
