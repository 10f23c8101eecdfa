import { expect, test } from 'vitest';
import { missingPermissionOn } from '../../api/permissions.ts';
import { missingPermissionOnTask } from './permissions.ts';

test('for a release the server decides, and an earlier server disables nothing', () => {
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

test('for a task the server decides, and nothing is disabled before it has responded', () => {
  const explanation = { lacking: { failTask: 'release#task_transition' } };
  expect([
    missingPermissionOnTask(explanation, 'failTask'),
    missingPermissionOnTask(explanation, 'assignTask'),
    missingPermissionOnTask({}, 'failTask'),
    missingPermissionOnTask(undefined, 'failTask'),
  ]).toEqual(['release#task_transition', null, null, null]);
});
