import { expect, test } from 'vitest';
import { formatPlan, plan } from './notation.ts';

test.each([
  'PLANNED Build: compile. test. | Ship: deploy.',
  'IN_PROGRESS Build: compile+ test> | Ship: deploy=',
  'FAILING Build: all/[a! b>(x+ y>) c_] | Ship: deploy.',
  'PAUSED Build-: a- b+ | Build (2): c. d.',
  'IN_PROGRESS Build: all>[a~ b? c% d; e& f$ g* h^ i<]',
  'ABORTED Build: a+ b# | Ship: c#',
  'COMPLETED Build: a+ | Empty+:',
  'TEMPLATE New Phase:',
])('%s is parsed and formatted without changes', (sketch) => {
  expect(formatPlan(plan(sketch))).toBe(sketch);
});

test.each([
  ['Build: a. b.', 'PLANNED'],
  ['Build: a+ b> | Ship: c.', 'IN_PROGRESS'],
  ['Build: g/[a! b>]', 'FAILING'],
  ['Build: a! b.', 'FAILED'],
  ['Build: a+ | Ship: b-', 'COMPLETED'],
  ['Build: a+ b# | Ship: c#', 'ABORTED'],
])('the status of %s is derived from its phases: %s', (sketch, status) => {
  expect(plan(sketch).status).toBe(status);
});
