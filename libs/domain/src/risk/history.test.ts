import { describe, expect, test } from 'vitest';
import type { RiskAssessment } from '../model/risk.ts';
import { parseInput } from '../testing/examples.ts';
import { command, decide } from '../testing/inputs.ts';
import { at, noon, plan } from '../testing/notation.ts';
import { reasonsBetween } from './history.ts';

describe('a decision that changes a score creates a record', () => {
  test('with the findings and the flag comment of the decision itself', () => {
    const patch = { flagStatus: 'AT_RISK', flagComment: 'waits for legal' } as const;
    const { risk } = decide(plan('Ship: a>'), command({ type: 'updateTask', taskId: 'Taska', patch }));
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

  test('for a flag of the release, for a new task, and for a due date that passes', () => {
    const own = { flagStatus: 'ATTENTION_NEEDED', flagComment: 'slow' } as const;
    const flagged = decide(plan('Ship: a>'), command({ type: 'updateRelease', patch: own })).risk;
    expect(flagged?.assessments[0]?.messages).toEqual(['Webshop 1.0: slow']);
    const task = { title: 'n', flagStatus: 'AT_RISK', flagComment: 'new' } as const;
    const added = decide(
      plan('Ship: a>'),
      command({ type: 'addTask', containerId: 'PhaseShip', position: null, task }),
    );
    expect(added.risk?.assessments[0]?.messages).toEqual(['n: new']);
    const late = decide(plan('Ship: a>', { dueDate: at('11:00') }), parseInput('time')).risk;
    expect([late?.username, late?.score]).toEqual(['SYSTEM', 30]);
  });

  test('also if only the total score changes, and at the end of the release', () => {
    const red = plan('Ship: a>', { flagStatus: 'AT_RISK', riskScore: 80, totalRiskScore: 90 });
    expect(decide(red, parseInput('time')).risk).toMatchObject({ score: 80, totalScore: 80 });
    const { release } = decide(red, parseInput('time'));
    expect(decide(release, parseInput('time')).risk).toBeNull();
    expect(decide(release, parseInput('complete a')).risk).toMatchObject({ score: 0, totalScore: 0, assessments: [] });
  });
});

test('the reasons for a change are the assessors with other scores, current findings first', () => {
  const assessmentOf = (
    assessor: RiskAssessment['assessor'],
    score: number,
    ...messages: string[]
  ): RiskAssessment => ({
    ...{ assessor, score, headline: `${assessor}!`, messages },
  });
  const before = [
    assessmentOf('ReleaseDueDateRiskAssessor', 30, 'late'),
    assessmentOf('OneTaskOverDueRiskAssessor', 25),
  ];
  const after = [
    assessmentOf('ReleaseDueDateRiskAssessor', 40, 'later'),
    assessmentOf('ReleaseFlaggedAtRiskAssessor', 80, 'red'),
  ];
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
