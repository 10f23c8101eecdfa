import { expect, test } from 'vitest';
import { runAt, start } from '../../testing/history.ts';
import { onTask } from '../../testing/inputs.ts';
import { at, plan } from '../../testing/notation.ts';
import { deploymentEventOf } from './deployment-event.ts';
import type { DeploymentFacts } from './deployment-facts.ts';

const release = runAt(plan('PLANNED Build: a.'), ['10:00', start], ['11:00', onTask('completeTask', 'a')]);
const facts: DeploymentFacts = {
  ...{ application: 'Shop', environment: 'prod', stage: 'Production', isProduction: true, failedAttempt: false },
  ...{ kind: 'normal', commitTimes: null, artifactId: 'pkg:oci/shop' },
};

test('the event of a deployment has its names and outcome, and those that exist', () => {
  const event = deploymentEventOf({ ...release, owner: 'ann' }, facts, { first: true, at: at('11:00') });
  const id = release.id.replace('Release', 'Deployment');
  const { title, status, folderId, tags } = release;
  const names = { id, application: 'Shop', environment: 'prod', kind: 'normal' };
  expect(event).toEqual({
    ...{ type: 'deployment.finished', occasion: id, taskId: null, actor: 'SYSTEM', at: at('11:00') },
    data: {
      release: { id: release.id, title, status, folderId, tags },
      deployment: { ...names, stage: 'Production', outcome: 'succeeded', artifactId: 'pkg:oci/shop', first: true },
    },
    audience: { releaseOwner: 'ann' },
  });
  const failed = { ...facts, failedAttempt: true, stage: null, artifactId: null };
  const other = deploymentEventOf({ ...release, owner: null }, failed, { first: false, at: 0 });
  expect(other).toMatchObject({ audience: {} });
  expect(other.data.deployment).toEqual({ ...names, outcome: 'failed', first: false });
});
