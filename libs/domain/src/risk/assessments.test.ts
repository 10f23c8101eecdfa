import { describe, expect, test } from 'vitest';
import type { Release } from '../model/release.ts';
import { riskAssessorNames } from '../model/risk.ts';
import { parseInput } from '../testing/examples.ts';
import { decide } from '../testing/inputs.ts';
import { at, type PlanOverrides, plan, type TaskOverrides } from '../testing/notation.ts';
import { assessmentsOf, type FlagComments, findingMessages } from './assessments.ts';
import { riskAssessors } from './assessors.ts';

const comments: FlagComments = (id) => ({ Taska: 'waits for legal', ReleaseShip: 'late' })[id];
/** Returns the assessments of a release after a decision. */
const assessmentLines = (release: Release, flagComments: FlagComments = comments) =>
  assessmentsOf(decide(release, parseInput('time')).release, flagComments).filter(({ score }) => score > 0);
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const releaseWithTasks = (count: number, details: TaskOverrides, more: PlanOverrides = {}) =>
  plan(`Ship: p>[${names.map((name) => `${name}>`).join(' ')}]`, {
    ...more,
    task: Object.fromEntries(names.slice(0, count).map((name) => [name, details])),
  });
const lines = (release: Release) => assessmentLines(release).map(({ headline, messages }) => [headline, ...messages]);

test('all 21 are returned in their order; one without findings reports OK', () => {
  const assessments = assessmentsOf(plan('Ship: a>'), comments);
  expect(assessments.map(({ assessor }) => assessor)).toEqual(riskAssessorNames);
  expect(assessments[0]).toEqual({
    assessor: 'ReleaseFlaggedAtRiskAssessor',
    score: 0,
    headline: 'Release is on track',
    messages: [],
  });
  expect(new Set(assessments.map(({ headline }) => headline))).toEqual(new Set(['Release is on track']));
});

describe('a finding contains its object', () => {
  test('a flag with its comment', () => {
    expect(lines(releaseWithTasks(2, { flagStatus: 'AT_RISK' }))).toEqual([
      ['Release has tasks flagged as red.', 'a: waits for legal', 'b'],
    ]);
    expect(lines(releaseWithTasks(1, { flagStatus: 'ATTENTION_NEEDED' }))).toEqual([
      ['Release has tasks flagged as amber.', 'a: waits for legal'],
    ]);
    const flagged = { ...plan('Ship: a>', { flagStatus: 'AT_RISK' }), id: 'ReleaseShip', title: 'Ship it' };
    expect(lines(flagged)).toEqual([['Release is flagged as red.', 'Ship it: late']]);
    expect(lines({ ...flagged, flagStatus: 'ATTENTION_NEEDED' })).toEqual([
      ['Release is flagged as amber.', 'Ship it: late'],
    ]);
  });

  test('a failure with the failed task and its number of failures', () => {
    expect(lines(plan('Ship: a!'))).toEqual([
      ['Release has failed.', 'a: failed'],
      ['A task has failed once.', 'a: failed once'],
    ]);
    expect(lines(plan('Ship: p/[a! b>]', { task: { b: { run: { failuresCount: 4 } } } }))).toEqual([
      ['Release is failing.', 'a: failed'],
      ['A task has failed 4 times.', 'b: failed 4 times'],
    ]);
  });

  test('a due date that has passed', () => {
    const late = { ...releaseWithTasks(1, { dueDate: at('11:00') }, { dueDate: at('11:30') }), title: 'Ship it' };
    expect(lines(late)).toEqual([
      ['Release is past its due date.', 'Ship it: due 2030-01-01 11:30:00 UTC'],
      ['A task is past its due date.', 'a: due 2030-01-01 11:00:00 UTC'],
    ]);
    expect(findingMessages(late, 'ReleaseDueDateRiskAssessor', comments)).toEqual([
      { code: 'risk.due', params: { title: 'Ship it', due: at('11:30') } },
    ]);
    expect(lines(releaseWithTasks(2, { plannedDuration: 0 }))[0]?.[0]).toBe('Tasks are past their due dates.');
  });

  test('the first twenty of many tasks with the number of the rest, and truncated texts', () => {
    const taskNames = Array.from({ length: 25 }, (_, index) => `t${index}`);
    const task = Object.fromEntries(taskNames.map((name) => [name, { flagStatus: 'AT_RISK' } as const]));
    const [assessment] = assessmentLines(
      plan(`Ship: p>[${taskNames.map((name) => `${name}>`).join(' ')}]`, { task }),
      () => 'x'.repeat(400),
    );
    expect(assessment?.messages).toHaveLength(21);
    expect(assessment?.messages.at(-1)).toBe('and 5 more');
    expect(assessment?.messages[0]).toBe(`t0: ${'x'.repeat(296)}…`);
  });
});

test.each(riskAssessorNames)('%s has a title, a headline, and messages for its findings', (assessor) => {
  const { title, headline, score } = riskAssessors[assessor];
  expect([title, headline].every((text) => text.length > 3)).toBe(true);
  const release = { ...releaseWithTasks(1, { flagStatus: 'AT_RISK' }), riskFindings: [{ assessor, score }] };
  expect(assessmentsOf(release, () => null).find((assessment) => assessment.assessor === assessor)).toMatchObject({
    score,
    headline,
  });
});

test('a due date that was removed is not reported', () => {
  const release = {
    ...plan('Ship: a>'),
    riskFindings: [{ assessor: 'ReleaseDueDateRiskAssessor', score: 30 }],
  } as const;
  expect(assessmentsOf(release, () => null).find(({ score }) => score === 30)?.messages).toEqual(['Webshop 1.0']);
});
