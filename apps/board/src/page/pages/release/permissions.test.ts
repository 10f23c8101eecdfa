import { expect, test } from 'vitest';
import { missingPermissionOn } from '../../api/permissions.ts';
import { missingPermissionOnTask } from './permissions.ts';

test('the server determines the actions on a release, and a server of an earlier version disables none', () => {
  const release = (lacking?: Readonly<Partial<Record<'startRelease', string>>>) => ({
    $metadata: { security: { lacking } },
  });
  expect([
    missingPermissionOn(release({ startRelease: 'release#start' }), 'startRelease'),
    missingPermissionOn(release({ startRelease: 'release#start' }), 'abortRelease'),
    missingPermissionOn(release({}), 'startRelease'),
    missingPermissionOn(release(), 'startRelease'),
  ]).toEqual(['release#start', null, null, null]);
});

test('the server determines the actions on a task, and none is disabled before the response', () => {
  const explanation = { lacking: { failTask: 'release#task_transition' } };
  expect([
    missingPermissionOnTask(explanation, 'failTask'),
    missingPermissionOnTask(explanation, 'assignTask'),
    missingPermissionOnTask({}, 'failTask'),
    missingPermissionOnTask(undefined, 'failTask'),
  ]).toEqual(['release#task_transition', null, null, null]);
});
