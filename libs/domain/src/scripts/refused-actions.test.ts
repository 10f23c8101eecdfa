import { describe, expect, test } from 'vitest';
import type { Command } from '../commands/registry.ts';
import type { Release } from '../model/release.ts';
import { caller, decide, fact, log, variable } from '../testing/inputs.ts';
import { formatPlan, plan } from '../testing/notation.ts';

/** The script of the task `s` ends successfully with these actions as bob, and the task continues. */
const ended = (release: Release, ...actions: readonly Command[]) =>
  decide(
    release,
    fact({
      type: 'scriptFinished',
      runId: 'Scripts',
      attempt: 0,
      result: { status: 'succeeded', value: true, output: null },
      actions,
      by: caller('bob'),
    }),
  );
const refused = (reason: string) => `An action of the script was refused: ${reason}`;
const small = plan('Build: s& b.', { variables: [variable('one', 'x')] });
const after = ['COMMENT_ADDED s', 'TASK_COMPLETED s', 'TASK_STARTED b'];

describe('a rejected action of a script changes nothing', () => {
  test('a phase above the limit of 500 in a release', () => {
    const rest = Array.from({ length: 499 }, (_, index) => `P${index}: t${index}.`);
    const outcome = ended(plan(['Build: s& b.', ...rest].join(' | ')), { type: 'addPhase', phase: { title: 'More' } });
    expect(outcome.release.phases).toHaveLength(500);
    expect(log(outcome)).toEqual(after);
    expect(outcome.comments.map(({ text }) => text)).toEqual([refused('a release has at most 500 phases')]);
  });
  test('a task with an id in use', () => {
    const outcome = ended(small, { type: 'addTask', containerId: 'PhaseBuild', task: { id: 'Taskb', title: 'other' } });
    expect(formatPlan(outcome.release)).toBe('IN_PROGRESS Build: s+ b>');
    expect(log(outcome)).toEqual(after);
    expect(outcome.comments.map(({ text }) => text)).toEqual([refused("'Taskb' already exists")]);
  });
  test('two values of which the second has an unknown variable: the first one is not set', () => {
    const needs = plan('Build: p.[s& w?]', {
      variables: [variable('one', null)],
      task: { w: { uses: { title: ['one'] } }, p: { run: { startDate: 1 } } },
    });
    const outcome = ended(needs, { type: 'startTask', taskId: 'Taskw', values: { one: 'x', two: 'y' } });
    expect(outcome.release.variables.map(({ value }) => value)).toEqual([null]);
    expect(log(outcome).filter((line) => line.startsWith('RELEASE_VARIABLE'))).toEqual([]);
  });
  test('actions before a rejected one are kept', () => {
    const more: Command = { type: 'addPhase', phase: { title: 'More' } };
    const outcome = ended(small, more, { type: 'addVariable', variable: { key: 'one', type: 'StringVariable' } }, more);
    expect(formatPlan(outcome.release)).toBe('IN_PROGRESS Build: s+ b> | More:');
    expect(log(outcome).filter((line) => line.includes('CREATED'))).toEqual(['PHASE_CREATED n1']);
  });
});
