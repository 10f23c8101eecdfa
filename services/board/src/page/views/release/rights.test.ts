import { expect, test } from 'vitest';
import { lackingOn, lackingOnTask } from './rights.ts';

const release = (...permissions: readonly string[]) => ({
  $metadata: { security: { permissions, teams: ['Testers'] } },
});

test('one permission of several is enough, and a refusal names the first', () => {
  const lacks = (...permissions: readonly string[]) =>
    lackingOn(release(...permissions), ['release#start', 'release#restart_phase']);
  expect([lacks(), lacks('release#view'), lacks('release#start'), lacks('release#restart_phase')]).toEqual([
    'release#start',
    'release#start',
    null,
    null,
  ]);
});

test.each([
  [{ owner: 'ANN' }, 'ann', null],
  [{ owner: 'ben' }, 'ann', 'release#task_transition'],
  [{ owner: 'ben', team: 'Testers' }, 'ann', null],
  [{ team: 'Others' }, 'ann', 'release#task_transition'],
  [{}, 'ann', 'release#task_transition'],
  [{}, undefined, 'release#task_transition'],
])('who takes part in a task %j needs no permission: %s lacks %s', (task, username, lacking) => {
  expect(lackingOnTask(release(), task, username, ['release#task_transition'])).toBe(lacking);
});
