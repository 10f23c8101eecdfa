import type { PhaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { expect, test } from 'vitest';
import { dropDestination, dropPhasePosition, findTaskPosition, targetContainers } from './task-position.ts';

const task = (id: string, tasks?: readonly TaskResponse[]) =>
  ({ id, title: id, ...(tasks && { tasks }) }) as TaskResponse;
const phase = (id: string, ...tasks: readonly TaskResponse[]) => ({ id, title: id, tasks }) as unknown as PhaseResponse;
const phases = [
  phase('P', task('P/a'), task('P/b'), task('P/g', [task('P/g/x'), task('P/g/h', [])])),
  phase('Q'),
  phase('R', task('R/z')),
];

test('a task is found in its phase or group, also by an id from before a move', () => {
  expect(findTaskPosition(phases, 'Q/x')).toMatchObject({ container: { id: 'P/g', name: 'P › P/g' }, index: 0 });
  expect(findTaskPosition(phases, 'P/none')).toBe(undefined);
});

test('a group cannot be moved into itself', () => {
  expect(targetContainers(phases, { id: 'P/g' }).map(({ id }) => id)).toEqual(['P', 'Q', 'R']);
});

test.each([
  ['P/a', 'P/b', 'after', 'P', 1],
  ['P/b', 'P/a', 'before', 'P', 0],
  ['P/a', 'P/b', 'before', null, 0],
  ['P/b', 'P/a', 'after', null, 0],
  ['P/a', 'P/a', 'before', null, 0],
  ['P/a', 'Q', 'into', 'Q', 0],
  ['P/a', 'P', 'into', 'P', 2],
  ['P/g', 'P', 'into', null, 0],
  ['P/a', 'P/g', 'into', 'P/g', 2],
  ['P/a', 'P/g/x', 'after', 'P/g', 1],
  ['P/g', 'P/g/h', 'into', null, 0],
  ['P/g', 'P/g/x', 'before', null, 0],
  ['R/z', 'P/none', 'before', null, 0],
] as const)('%s dropped on %s (%s)', (dragged, id, side, containerId, position) => {
  expect(dropDestination(phases, dragged, { id, side })).toEqual(containerId && { containerId, position });
});

test.each([
  ['P', 'R', 'after', 2],
  ['P', 'R', 'before', 1],
  ['R', 'P', 'before', 0],
  ['P', 'Q', 'before', null],
  ['Q', 'P', 'after', null],
  ['X', 'P', 'after', null],
] as const)('phase %s dropped on %s (%s)', (dragged, id, side, position) => {
  expect(dropPhasePosition(phases, dragged, { id, side })).toBe(position);
});
