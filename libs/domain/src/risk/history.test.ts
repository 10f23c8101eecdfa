import { describe, expect, test } from 'vitest';
import type { RiskAssessment } from '../model/risk.ts';
import { say } from '../testing/examples.ts';
import { command, decided } from '../testing/inputs.ts';
import { at, noon, plan } from '../testing/notation.ts';
import { reasonsBetween } from './history.ts';

describe('a decision that changes a score leaves a record', () => {
  test('with what was found, and the comment that the decision itself brings', () => {
    const patch = { flagStatus: 'AT_RISK', flagComment: 'waits for legal' } as const;
    const { risk } = decided(plan('Ship: a>'), command({ type: 'updateTask', taskId: 'Taska', patch }));
    expect(risk).toEqual({
      at: noon,
      score: 65,
      totalScore: 65,
      riskProfile: 'Configuration/riskProfiles/RiskProfileDefault',
      username: 'amy',
      assessments: [
        {
          assessor: 'TaskWithOneFlagAtRiskRiskAssessor',
          score: 65,
          headline: 'Release has tasks flagged as red.',
          messages: ['a: waits for legal'],
        },
      ],
    });
  });

  test('of the release itself, of what is new in the plan, and of time', () => {
    const own = { flagStatus: 'ATTENTION_NEEDED', flagComment: 'slow' } as const;
    const flagged = decided(plan('Ship: a>'), command({ type: 'updateRelease', patch: own })).risk;
    expect(flagged?.assessments[0]?.messages).toEqual(['Webshop 1.0: slow']);
    const task = { title: 'n', flagStatus: 'AT_RISK', flagComment: 'new' } as const;
    const added = decided(
      plan('Ship: a>'),
      command({ type: 'addTask', containerId: 'PhaseShip', position: null, task }),
    );
    expect(added.risk?.assessments[0]?.messages).toEqual(['n: new']);
    const late = decided(plan('Ship: a>', { dueDate: at('11:00') }), say('time')).risk;
    expect([late?.username, late?.score]).toEqual(['SYSTEM', 30]);
  });

  test('also when only the sum is another, and when the release ends; otherwise there is none', () => {
    const red = plan('Ship: a>', { flagStatus: 'AT_RISK', riskScore: 80, totalRiskScore: 90 });
    expect(decided(red, say('time')).risk).toMatchObject({ score: 80, totalScore: 80 });
    const { release } = decided(red, say('time'));
    expect(decided(release, say('time')).risk).toBeNull();
    expect(decided(release, say('complete a')).risk).toMatchObject({ score: 0, totalScore: 0, assessments: [] });
  });
});

test('the reasons for a change are the assessors that count something else, those that began first', () => {
  const one = (assessor: RiskAssessment['assessor'], score: number, ...messages: string[]): RiskAssessment => ({
    ...{ assessor, score, headline: `${assessor}!`, messages },
  });
  const before = [one('ReleaseDueDateRiskAssessor', 30, 'late'), one('OneTaskOverDueRiskAssessor', 25)];
  const after = [one('ReleaseDueDateRiskAssessor', 40, 'later'), one('ReleaseFlaggedAtRiskAssessor', 80, 'red')];
  expect(reasonsBetween(before, after)).toEqual([
    {
      assessor: 'ReleaseDueDateRiskAssessor',
      headline: 'ReleaseDueDateRiskAssessor!',
      messages: ['later'],
      from: 30,
      to: 40,
    },
    {
      assessor: 'ReleaseFlaggedAtRiskAssessor',
      headline: 'ReleaseFlaggedAtRiskAssessor!',
      messages: ['red'],
      from: 0,
      to: 80,
    },
    { assessor: 'OneTaskOverDueRiskAssessor', headline: 'OneTaskOverDueRiskAssessor!', messages: [], from: 25, to: 0 },
  ]);
  expect(reasonsBetween(after, after)).toEqual([]);
});
