import { expect, test } from 'vitest';
import { assigneesOf } from './assignees.ts';

type Parts = Parameters<typeof assigneesOf>;

const task = (id: string, fields: object = {}) => ({ id: `Applications/Release1/Phase1/${id}`, ...fields });
const previewed = (id: string, fields: object = {}) => ({
  ...{ id: `Applications/Other/${id}`, skipped: false, needsPerson: true, tasks: [] },
  ...fields,
});

test('users and teams are counted by tasks, with assignees from variables and without skipped tasks', () => {
  const template = {
    phases: [
      {
        tasks: [
          task('a', { owner: 'ines', team: 'Operations' }),
          task('b', {
            tasks: [task('c', { owner: 'otto' }), task('d', { owner: '${tester}' }), task('e', { owner: '${none}' })],
          }),
          task('f', { owner: 'skipped' }),
          task('g', { approvalRequirements: [{}, {}] }),
          task('h'),
          task('i', { owner: 'otto' }),
        ],
      },
    ],
  } as unknown as Parts[0];
  const preview = {
    phases: [
      {
        tasks: [
          previewed('b', { needsPerson: false, tasks: [previewed('c'), previewed('d')] }),
          previewed('f', { skipped: true }),
          previewed('g'),
          previewed('h', { needsPerson: false }),
        ],
      },
    ],
  } as unknown as Parts[1];
  expect(assigneesOf(template, preview, { tester: 'chen', none: '' })).toEqual({
    list: [
      { name: 'otto', isTeam: false, taskCount: 2 },
      { name: '${none}', isTeam: false, taskCount: 1 },
      { name: 'chen', isTeam: false, taskCount: 1 },
      { name: 'ines', isTeam: false, taskCount: 1 },
      { name: 'Operations', isTeam: true, taskCount: 1 },
    ],
    unassignedCount: 1,
    approvalCount: 2,
  });
});
