import { describe, expect, test } from 'vitest';
import { gateRequiring } from '../testing/approvals.ts';
import { script } from '../testing/history.ts';
import { task } from '../testing/inputs.ts';
import { plan, type TaskOverrides } from '../testing/notation.ts';
import { categoryOf } from './categories.ts';

describe('the category', () => {
  const gate = (fields: TaskOverrides): TaskOverrides => ({ type: 'GateTask', ...fields });
  const dependencies = [{ id: 'Dependency1', target: 'Releaseout' }];
  const conditions = [{ id: 'GateCondition1', title: 'tested' }];
  const done = { observedTargets: { Dependency1: { target: 'Releaseout', state: 'done' } } } as const;
  const expected: (readonly [notation: string, code: string, fields?: TaskOverrides])[] = [
    ...[...'.=_+-#;~?%&>!$*^<'].map((mark, index) => [mark, '------mspmcpfcmcm'.charAt(index)] as const),
    ['>', 'm', script],
    ['>', 'c', { type: 'CreateReleaseTask', run: { waitsForCapacity: true } }],
    ['>', '-', { type: 'events.WaitForJsonEvent', eventSource: 'Configuration1' }],
    ['>', 'p', { type: 'events.WaitForJsonEvent' }],
    ['>', 'p', gate({})],
    ['>', 'd', gate({ dependencies })],
    ['>', 'p', gate({ dependencies, run: done })],
    ['>', 'p', gate({ dependencies, conditions })],
    ['>', 'd', gate({ dependencies, conditions, run: { checked: ['GateCondition1'] } })],
    ['>', 'p', { ...gateRequiring(), dependencies }],
  ];
  test.each(expected.map(([mark, code, fields = {}]) => ({ mark, code, fields })))(
    'of a task $mark with $fields is $code',
    ({ mark, code, fields }) => {
      const release = plan(`IN_PROGRESS Build: a${mark}`, { task: { a: fields } });
      expect(categoryOf(release, task(release, 'a'))).toBe(code);
    },
  );

  test('of a group is that of its tasks after its start', () => {
    const release = plan('FAILING Build: g/[a! b>] | Test: p%[c.]');
    expect(['g', 'p'].map((name) => categoryOf(release, task(release, name)))).toEqual(['-', 'm']);
    const failed = plan('FAILED Build: g![a!] p![b.]', { task: { p: { run: { startDate: null } } } });
    expect(['g', 'p'].map((name) => categoryOf(failed, task(failed, name)))).toEqual(['-', 'f']);
  });
});
