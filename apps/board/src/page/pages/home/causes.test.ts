import { expect, test } from 'vitest';
import { causeOf } from './causes.ts';

const riskOf = (...assessments: readonly object[]) => ({ type: 'xlrelease.Risk', riskAssessments: [...assessments] });

const due = 'Webshop: due 2030-01-02 03:04 UTC';

test.each([
  ['the text of the worst assessment', [riskOf({ score: 10, headline: 'a' }, { score: 90, headline: 'b' })], 'b'],
  ['its first message', [riskOf({ score: 10, headline: 'a', messages: ['first', 'second'] })], 'first'],
  ['its headline if the message has a time', [riskOf({ score: 9, headline: 'a', messages: [due] })], 'a'],
  ['the status without an assessment', [riskOf()], 'Failed'],
  ['the status if nothing was found', [riskOf({ score: 0, headline: 'a' })], 'Failed'],
  ['the status without extensions', [], 'Failed'],
  ['the status if extensions have an unknown form', [1, null, 'x', [], { riskAssessments: [1, null] }], 'Failed'],
])('the cause of a risk is %s', (_, extensions, cause) => {
  expect(causeOf({ extensions: JSON.parse(JSON.stringify(extensions)), status: 'FAILED' })).toBe(cause);
});
