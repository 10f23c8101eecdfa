import type { PhaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { expect, test } from 'vitest';
import { isRestorable } from './deletions.ts';

const task = (fields: object): TaskResponse =>
  ({ id: 'R/P/T', title: 'T', attachments: [], comments: [], ...fields }) as unknown as TaskResponse;
const phase = (...tasks: readonly TaskResponse[]) => ({ id: 'R/P', title: 'P', tasks }) as unknown as PhaseResponse;

test.each([
  ['plain fields', {}, true],
  ['a script', { pythonScript: { type: 'acme.Ship', url: 'here', token: null } }, true],
  ['a password', { pythonScript: { type: 'acme.Ship', token: '********' } }, false],
  ['a file', { attachments: [{ id: 'A' }] }, false],
  ['a comment', { comments: [{ id: 'C' }] }, false],
])('whether a task with %s can be restored: %j', (_, fields, expected) => {
  const outer = task({ tasks: [task(fields)] });
  expect([task(fields), outer, phase(outer)].map(isRestorable)).toEqual([expected, expected, expected]);
});
