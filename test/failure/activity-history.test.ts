import { expect, test } from 'vitest';
import { findImpossibleTransitions } from './activity-history.ts';

const activityLines = (...types: readonly string[]) => types.map((activityType) => ({ targetId: 'R', activityType }));
const stored = new Map([['R', 'COMPLETED']]);

test.each([
  ['no error in a valid history', activityLines('RELEASE_CREATED', 'RELEASE_STARTED', 'RELEASE_COMPLETED'), []],
  [
    'a second start',
    activityLines('RELEASE_STARTED', 'RELEASE_STARTED', 'RELEASE_COMPLETED'),
    ['R changed from IN_PROGRESS to IN_PROGRESS, which is not allowed'],
  ],
  [
    'a start after the end',
    activityLines('RELEASE_STARTED', 'RELEASE_COMPLETED', 'RELEASE_STARTED'),
    [
      'R changed from COMPLETED to IN_PROGRESS, which is not allowed',
      'R is COMPLETED, but its log ends with IN_PROGRESS',
    ],
  ],
  [
    'an end without a log entry',
    activityLines('RELEASE_STARTED'),
    ['R is COMPLETED, but its log ends with IN_PROGRESS'],
  ],
  ['a missing log', [], ['R is COMPLETED, but its log ends with PLANNED']],
])('the history check finds %s', (_, lines, expected) => {
  expect(findImpossibleTransitions(lines, stored)).toEqual(expected);
});
