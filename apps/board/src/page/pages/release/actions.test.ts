import { expect, test } from 'vitest';
import { availableActions } from './actions.ts';

const kinds = {
  'by hand': { group: false, endedByPeople: true, abortable: false },
  'a group': { group: true, endedByPeople: false, abortable: false },
  'by itself': { group: false, endedByPeople: false, abortable: true },
  'not known': undefined,
};

test.each([
  ['PLANNED', 'by hand', 'Mark complete, Skip'],
  ['PLANNED', 'a group', 'Skip'],
  ['IN_PROGRESS', 'by hand', 'Complete, Skip, Fail'],
  ['IN_PROGRESS', 'a group', 'Skip'],
  ['IN_PROGRESS', 'by itself', 'Skip, Abort'],
  ['IN_PROGRESS', 'not known', 'Complete, Skip, Fail, Abort'],
  ['PRECONDITION_IN_PROGRESS', 'by hand', 'Abort'],
  ['FAILURE_HANDLER_QUEUED', 'by hand', 'Abort'],
  ['WAITING_FOR_INPUT', 'by hand', 'Skip'],
  ['FAILING', 'a group', 'Skip'],
  ['COMPLETED', 'by hand', ''],
] as const)('the actions on a %s task (%s) are: %3$s', (status, kind, words) => {
  expect(
    availableActions({ status }, kinds[kind])
      .map(({ label: word }) => word)
      .join(', '),
  ).toBe(words);
});
