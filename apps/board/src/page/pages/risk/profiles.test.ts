import { expect, test } from 'vitest';
import { enabledCount, groupAssessors, isSameProfile, profileUrl } from './profiles.ts';

const assessor = (type: string) => ({ type, title: type });

test('assessors are grouped in the order of the first one of each group', () => {
  const types = [
    'rel.OneTaskOverDueRiskAssessor',
    'rel.ReleaseStatusFailedRiskAssessor',
    'rel.ReleaseDueDateRiskAssessor',
  ];
  expect(groupAssessors([...types, 'acme.Moon'].map(assessor))).toEqual([
    [
      'Due dates',
      [
        { type: types[0], title: 'One current task past due' },
        { type: types[2], title: 'Release past due' },
      ],
    ],
    ['Release status', [{ type: types[1], title: 'Release failed' }]],
    ['acme.Moon', [{ type: 'acme.Moon', title: 'acme.Moon' }]],
  ]);
});

test('an assessor without a score is disabled', () => {
  const profile = { riskProfileAssessors: { a: '0', b: '50', c: '', unknown: '3' } };
  expect(enabledCount(profile, ['a', 'b', 'c', 'd'].map(assessor))).toBe(1);
});

test.each([
  [{ a: '1' }, { a: '1', b: '0' }, true],
  [{ a: '1' }, { a: '1', b: '' }, true],
  [{ a: '1' }, { a: '2' }, false],
  [{}, { b: '1' }, false],
])('profiles with the scores %j and %j: %s', (a, b, isSame) => {
  expect(isSameProfile({ title: 't', riskProfileAssessors: a }, { title: 't', riskProfileAssessors: b })).toBe(isSame);
  expect(isSameProfile({ title: 't', riskProfileAssessors: a }, { title: 'u', riskProfileAssessors: a })).toBe(false);
});

test('a profile has an address with the last segment of its id', () => {
  expect([profileUrl('Configuration/riskProfiles/RiskProfile1'), profileUrl(null)]).toEqual([
    '/risk?profile=RiskProfile1',
    '/risk',
  ]);
});
