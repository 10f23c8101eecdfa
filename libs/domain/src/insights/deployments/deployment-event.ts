import type { DeploymentData, NewEvent } from '../../model/catalogs/event-types.ts';
import type { Instant } from '../../model/json.ts';
import type { Release } from '../../model/release.ts';
import { type DeploymentFacts, deploymentIdOf } from './deployment-facts.ts';

/**
 * Returns the event of a new deployment.
 * @param first whether no earlier deployment of the application to this environment has succeeded
 */
export function deploymentEventOf(
  { id: releaseId, title, status, folderId, tags, owner }: Release,
  { application, environment, stage, kind, artifactId, failedAttempt }: DeploymentFacts,
  { first, at }: { readonly first: boolean; readonly at: Instant },
): NewEvent {
  const id = deploymentIdOf(releaseId);
  const deployment: DeploymentData = {
    ...{ id, application, environment, kind, outcome: failedAttempt ? 'failed' : 'succeeded', first },
    ...(stage !== null && { stage }),
    ...(artifactId !== null && { artifactId }),
  };
  return {
    ...{ type: 'deployment.finished', occasion: id, taskId: null, actor: 'SYSTEM', at },
    data: { release: { id: releaseId, title, status, folderId, tags }, deployment },
    audience: owner === null ? {} : { releaseOwner: owner },
  };
}
