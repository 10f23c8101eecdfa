import { describe, expect, test } from 'vitest';
import { handle } from '../commands/handle.ts';
import type { Release } from '../model/release.ts';
import { type FollowedProfile, type RiskProfiles, riskAssessorNames } from '../model/risk.ts';
import { parseInput } from '../testing/examples.ts';
import { decide, env } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import {
  defaultScores,
  isDefaultReference,
  keyOfReference,
  requireThresholds,
  riskProfileReference,
  scoresFrom,
} from './profiles.ts';

const strict = { version: 3, scores: { ReleaseFlaggedAtRiskAssessor: 100, OneTaskOverDueRiskAssessor: 1 } };
const profiles: RiskProfiles = new Map<string, FollowedProfile>([
  ['riskprofilestrict', strict],
  ['very strict', strict],
  ['gone', { version: 7, scores: null }],
]);
const data = { ...env().data, riskProfiles: profiles };
const red = (riskProfile: string, more: Partial<Release> = {}): Release => ({
  ...plan('Ship: a>', { flagStatus: 'AT_RISK' }),
  riskProfile,
  ...more,
});
const scored = (release: Release) => {
  const { riskScore, riskFollows } = decide(release, parseInput('time'), env({ data })).release;
  return { riskScore, riskFollows };
};

describe('a release uses its profile', () => {
  test.each([
    ['Configuration/riskProfiles/RiskProfileStrict', 100, { key: 'riskprofilestrict', version: 3 }],
    ['RiskProfileStrict', 100, { key: 'riskprofilestrict', version: 3 }],
    ['Configuration/riskProfiles/Very strict', 100, { key: 'very strict', version: 3 }],
    ['Configuration/riskProfiles/Gone', 80, { key: 'gone', version: 7 }],
    ['Configuration/riskProfiles/Never/there', 80, { key: 'never/there', version: 0 }],
    ['Configuration/riskProfiles/RiskProfileDefault', 80, null],
    ['Configuration/riskProfiles/Default risk profile', 80, null],
    ['', 80, null],
  ])('%s', (reference, riskScore, riskFollows) => {
    expect(scored(red(reference))).toEqual({ riskScore, riskFollows });
  });

  test('profiles are loaded only for a release with another profile than the default', () => {
    const blind = (release: Release) => handle(release, parseInput('time'), env()).kind;
    expect(blind(red('Configuration/riskProfiles/RiskProfileDefault'))).toBe('decided');
    expect(handle(red('Very strict'), parseInput('time'), env())).toEqual({
      kind: 'missingData',
      requirements: [{ kind: 'riskProfiles' }],
    });
    expect(blind(red('Very strict', { ...plan('Ship: a+'), riskProfile: 'Very strict' }))).toBe('decided');
  });

  test('a decision that changes neither score nor version does not change the release', () => {
    const scored = decide(red('Very strict'), parseInput('time'), env({ data })).release;
    expect(decide(scored, parseInput('time'), env({ data })).release).toBe(scored);
    const raised = new Map([['very strict', { ...strict, version: 4 }]]);
    const rescored = decide(scored, parseInput('time'), env({ data: { ...data, riskProfiles: raised } })).release;
    expect(rescored).toEqual({ ...scored, riskFollows: { key: 'very strict', version: 4 } });
    expect(rescored.riskFindings).toBe(scored.riskFindings);
  });

  test('new scores of the same findings change the release', () => {
    const scored = decide(red('Very strict'), parseInput('time'), env({ data })).release;
    const calm = new Map([['very strict', { version: 4, scores: { ReleaseFlaggedAtRiskAssessor: 5 } }]]);
    const { release, risk } = decide(scored, parseInput('time'), env({ data: { ...data, riskProfiles: calm } }));
    expect(release).toMatchObject({ riskScore: 5, totalRiskScore: 5 });
    expect(risk).toMatchObject({ score: 5, totalScore: 5, riskProfile: 'Very strict', username: 'SYSTEM' });
  });
});

test('an assessor without a score is disabled and has no findings', () => {
  const amber = { ...red('Very strict'), flagStatus: 'ATTENTION_NEEDED' } as const;
  expect(decide(amber, parseInput('time'), env({ data })).release).toMatchObject({ riskScore: 0, riskFindings: [] });
});

test('a finished release uses no profile', () => {
  const completed = decide(
    { ...plan('Ship: a>'), riskProfile: 'Very strict' },
    parseInput('complete a'),
    env({ data }),
  );
  expect(completed.release).toMatchObject({ status: 'COMPLETED', riskFollows: null, riskFindings: [] });
});

test('a profile is looked up case-insensitively, with or without its path', () => {
  expect(keyOfReference('Configuration/riskProfiles/ Two Words ')).toBe('two words');
  expect(riskProfileReference('RiskProfile1')).toBe('Configuration/riskProfiles/RiskProfile1');
  expect(['DEFAULT RISK PROFILE', 'riskprofiledefault', 'Other'].map(isDefaultReference)).toEqual([true, true, false]);
});

describe('scores in a request', () => {
  test('a missing score, an empty text and 0 disable an assessor, and unknown names are ignored', () => {
    expect(
      scoresFrom({
        ReleaseFlaggedAtRiskAssessor: ' 7 ',
        ReleaseStatusFailedRiskAssessor: '0',
        ReleaseDueDateRiskAssessor: '',
        OneTaskOverDueRiskAssessor: '100',
        'acme.Moon': 'full',
      }),
    ).toEqual({ ReleaseFlaggedAtRiskAssessor: 7, OneTaskOverDueRiskAssessor: 100 });
  });

  test.each(['101', '-1', '1.5', 'high', '1e2', '0x10', '9999'])('%s is rejected', (text) => {
    expect(() => scoresFrom({ OneTaskOverDueRiskAssessor: text })).toThrow(
      'riskProfileAssessors: the score of OneTaskOverDueRiskAssessor must be a whole number from 0 to 100',
    );
  });

  test('the default profile has scores for all 21 assessors', () => {
    expect(Object.keys(defaultScores)).toEqual(riskAssessorNames);
    expect(riskAssessorNames).toHaveLength(21);
  });
});

test.each([
  [1, 100, true],
  [10, 50, true],
  [0, 50, false],
  [10, 101, false],
  [50, 50, false],
])('thresholds %i and %i are valid: %s', (attentionNeededFrom, atRiskFrom, fits) => {
  const require = () => requireThresholds({ attentionNeededFrom, atRiskFrom });
  if (fits) expect(require).not.toThrow();
  else expect(require).toThrow('attentionNeededFrom: must be at least 1 and below atRiskFrom, which is at most 100');
});
