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

test('for a task the server decides, and nothing is disabled before it has responded', () => {
  const explanation = { lacking: { failTask: 'release#task_transition' } };
  expect([
    lackingOnTask(explanation, 'failTask'),
    lackingOnTask(explanation, 'assignTask'),
    lackingOnTask({}, 'failTask'),
    lackingOnTask(undefined, 'failTask'),
  ]).toEqual(['release#task_transition', null, null, null]);
});
