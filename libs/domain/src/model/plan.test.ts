import { expect, test } from 'vitest';
import { task } from '../testing/inputs.ts';
import { plan, type TaskOverrides } from '../testing/notation.ts';
import { findTaskPosition, titleOf, withTask } from './plan.ts';

const release = plan('One: a> p.[b. s.(c.)] | Two: d.');

test('replacing a task with the same task returns the same plan', () => {
  expect(withTask(release, task(release, 'a'))).toBe(release);
  expect(withTask(release, task(release, 'c'))).toBe(release);
  expect(withTask(release, { ...task(release, 'a'), id: 'Taskz' })).toBe(release);
});

test('a change of one task keeps all other parts as the same objects', () => {
  const changed = withTask(release, { ...task(release, 'c'), originId: 'Taskx' });
  expect(task(changed, 'b')).toBe(task(release, 'b'));
  expect(changed.phases[1]).toBe(release.phases[1]);
  expect(task(changed, 'p')).not.toBe(task(release, 'p'));
});

test('the position of a task contains its phase and its groups, outermost first', () => {
  const taskPosition = findTaskPosition(release, 'Taskc');
  expect([taskPosition?.phase.id, taskPosition?.groups.map(({ id }) => id), taskPosition?.index]).toEqual([
    'PhaseOne',
    ['Taskp', 'Tasks'],
    0,
  ]);
  expect(findTaskPosition(release, 'Taskz')).toBe(undefined);
});

test('the title of a task contains the values at its start', () => {
  const called = (values: TaskOverrides['run']) =>
    titleOf(task(plan('One: a>', { task: { a: { title: 'to ${v}', run: values } } }), 'a'));
  expect(called({})).toBe('to ${v}');
  expect(called({ values: { v: 'prod' } })).toBe('to prod');
  expect(called({ values: { v: 'prod' }, mapped: { title: 'Mapped', owner: 'bob' } })).toBe('Mapped');
  expect(called({ values: { v: 'prod' }, mapped: { owner: 'bob' } })).toBe('to prod');
});
