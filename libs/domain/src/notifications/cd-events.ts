import type { DeploymentData, EventData } from '../model/catalogs/event-types.ts';

/** The events of CDEvents about a service that the product sends. */
export type CdEventPredicate = 'deployed' | 'upgraded' | 'rolledback';

/** A deployment that a CDEvent can describe. */
export type ArtifactDeployment = DeploymentData & { readonly artifactId: string };

/** Whether a text has the form of a package URL with a type and a name. */
const isPackageUrl = (text: string): boolean => /^pkg:[a-z][a-z0-9.+-]*\/\S+$/i.test(text);

/** Returns the deployment of an event that has a CDEvent: a successful one with the package URL of its artifact. */
export function artifactDeploymentOf({ deployment }: Pick<EventData, 'deployment'>): ArtifactDeployment | null {
  if (deployment?.artifactId === undefined || deployment.outcome !== 'succeeded') return null;
  const { artifactId } = deployment;
  return isPackageUrl(artifactId) ? { ...deployment, artifactId } : null;
}

/** The first success at a place deploys a service, and later ones upgrade it. */
export function cdEventPredicateOf({ kind, first }: DeploymentData): CdEventPredicate {
  if (kind === 'rollback') return 'rolledback';
  return first ? 'deployed' : 'upgraded';
}
