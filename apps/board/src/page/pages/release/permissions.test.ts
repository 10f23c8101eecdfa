import { expect, test } from 'vitest';
import { missingPermissionOn, missingPermissionOnTask } from './permissions.ts';

const release = (...permissions: readonly string[]) => ({
  $metadata: { security: { permissions, teams: ['Testers'] } },
});

test('one permission of several is enough, and a refusal names the first', () => {
  const missing = (...permissions: readonly string[]) =>
    missingPermissionOn(release(...permissions), ['release#start', 'release#restart_phase']);
  expect([missing(), missing('release#view'), missing('release#start'), missing('release#restart_phase')]).toEqual([
    'release#start',
    'release#start',
    null,
    null,
  ]);
});

test('for a task the server decides, and nothing is disabled before it has responded', () => {
  const explanation = { lacking: { failTask: 'release#task_transition' } };
  expect([
    missingPermissionOnTask(explanation, 'failTask'),
    missingPermissionOnTask(explanation, 'assignTask'),
    missingPermissionOnTask({}, 'failTask'),
    missingPermissionOnTask(undefined, 'failTask'),
  ]).toEqual(['release#task_transition', null, null, null]);
});
