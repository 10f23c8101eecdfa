import type { Instant } from '../../model/json.ts';
import type { DeploymentFacts, DeploymentKind } from './deployment-facts.ts';

export const deploymentOutcomes = ['succeeded', 'failed'] as const;
export type DeploymentOutcome = (typeof deploymentOutcomes)[number];

/** An incident of a deployment. */
export interface Incident {
  /** null: only its end is known */
  readonly startedAt: Instant | null;
  /** null: it is not resolved */
  readonly endedAt: Instant | null;
}

export const incidentEventTypes = ['detected', 'reported', 'resolved'] as const;
export type IncidentEventType = (typeof incidentEventTypes)[number];

/**
 * Returns an incident after an event, in any order of events. It starts with its first detection or report. One after
 * its end opens it again.
 */
export function incidentAfter(
  before: Incident | null,
  { type, at }: { readonly type: IncidentEventType; readonly at: Instant },
): Incident {
  const { startedAt, endedAt } = before ?? { startedAt: null, endedAt: null };
  if (type === 'resolved') return { startedAt, endedAt: Math.max(at, endedAt ?? at) };
  const isOpenedAgain = endedAt !== null && at > endedAt;
  return { startedAt: Math.min(at, startedAt ?? at), endedAt: isOpenedAgain ? null : endedAt };
}

/** A deployment with the later facts about it. */
export interface DeploymentState extends Pick<DeploymentFacts, 'failedAttempt' | 'kind'> {
  readonly endedAt: Instant;
  /** the outcome that a user has set */
  readonly mark: DeploymentOutcome | null;
  readonly incidents: readonly Incident[];
}

/** The result of a deployment. */
interface Assessment {
  /** Whether it counts in the deployment frequency. */
  readonly succeeded: boolean;
  /** Whether it counts in the change fail rate, once however many failures it has. */
  readonly failed: boolean;
  /** the end of the failure; null: it is open, or there is none */
  readonly recoveredAt: Instant | null;
  /** the duration of the failure in milliseconds */
  readonly recovery: number | null;
}

/** The time in which a hotfix shows that the deployment before it failed. */
const hotfixWindowMs = 7 * 86_400_000;

const hasSucceeded = ({ mark, failedAttempt }: DeploymentState): boolean =>
  mark === null ? !failedAttempt : mark === 'succeeded';

function isRepairedBy({ endedAt }: DeploymentState, next: DeploymentState | undefined): boolean {
  if (next === undefined) return false;
  return next.kind === 'rollback' || (next.kind === 'hotfix' && next.endedAt - endedAt <= hotfixWindowMs);
}

/** A mark decides; without one, each sign of a failure is sufficient. */
const hasFailed = (deployment: DeploymentState, next: DeploymentState | undefined): boolean =>
  deployment.mark === null
    ? deployment.failedAttempt || deployment.incidents.length > 0 || isRepairedBy(deployment, next)
    : deployment.mark === 'failed';

/** Returns the start and the end of a failure. Incidents decide; several are one failure until the last is resolved. */
function failureOf(
  { endedAt, incidents }: DeploymentState,
  nextSuccess: Instant | null,
): Readonly<{ from: Instant; to: Instant | null }> {
  if (incidents.length === 0) return { from: endedAt, to: nextSuccess };
  const ends = incidents.flatMap((incident) => incident.endedAt ?? []);
  return {
    from: Math.min(...incidents.map(({ startedAt }) => startedAt ?? endedAt)),
    to: ends.length < incidents.length ? null : Math.max(...ends),
  };
}

/**
 * Returns the results of all deployments of an application to one environment, ordered by end (insights.md, Failures
 * and recovery).
 */
export function assessDeployments(deployments: readonly DeploymentState[]): readonly Assessment[] {
  let nextSuccess: Instant | null = null;
  const results = deployments.toReversed().map((deployment, index, later): Assessment => {
    const succeeded = hasSucceeded(deployment);
    const failed = hasFailed(deployment, later[index - 1]);
    const { from, to } = failureOf(deployment, nextSuccess);
    if (succeeded) nextSuccess = deployment.endedAt;
    if (!failed || to === null) return { succeeded, failed, recoveredAt: null, recovery: null };
    return { succeeded, failed, recoveredAt: to, recovery: Math.max(0, to - from) };
  });
  return results.toReversed();
}

/** A deployment, and the times of the releases of its application. */
interface LeadTimeFacts {
  readonly kind: DeploymentKind;
  readonly endedAt: Instant;
  /** null: unknown */
  readonly createdAt: Instant | null;
  /** the creation of the earliest release after the one that the last successful deployment there delivered */
  readonly earliestUndeployed: Instant | null;
}

/**
 * Returns the change lead time of a deployment without commit times: its end minus the creation of the earliest release
 * that it delivers. A rollback delivers none.
 */
export function leadTimeOf({ kind, endedAt, createdAt, earliestUndeployed }: LeadTimeFacts): number | null {
  if (kind === 'rollback' || createdAt === null) return null;
  return Math.max(0, endedAt - Math.min(createdAt, earliestUndeployed ?? createdAt));
}
