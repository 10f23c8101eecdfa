import {
  deploymentKinds,
  deploymentOutcomes,
  type IncidentEventType,
  incidentEventTypes,
} from '@slipway/domain/insights';
import { message } from '@slipway/domain/messages';
import type { Instant } from '@slipway/domain/model';
import { z } from 'zod';
import { expects } from '../format/expects.ts';
import { date, expectsOneOf, list, name, oneOf, optional, required } from '../format/scalars.ts';
import { page, period } from './requests.ts';
import { freshness } from './responses.ts';

const populations = [
  ...(['successful', 'failedAttempts', 'failed', 'open', 'recovered', 'rework'] as const),
  ...(['withCommits', 'withLeadTime'] as const),
] as const;

/** The body of a request for the deployments behind a point. */
export const insightDeploymentsBody = z
  .object({
    ...period,
    ...page,
    only: optional(oneOf(populations)).describe(
      'the deployments that a metric counts; all to production by default; dora.changeLeadTime counts withCommits in its variant commits, and withLeadTime in its variant releases',
    ),
  })
  .meta({ id: 'InsightDeploymentsQuery' });
export type InsightDeploymentsBody = z.output<typeof insightDeploymentsBody>;

const incident = z
  .object({
    id: z.string(),
    started: z.string().optional().describe('absent: only its end is known'),
    ended: z.string().optional().describe('absent: it is not resolved'),
  })
  .meta({ id: 'InsightIncident' });

/** A deployment with its results. */
export const insightDeploymentResponse = z
  .object({
    id: z.string(),
    releaseId: z.string(),
    releaseTitle: z.string().optional(),
    taskId: z.string().optional(),
    folderId: z.string(),
    application: z.string().optional(),
    environment: z.string().optional(),
    stage: z.string().optional(),
    started: z.string().optional(),
    ended: z.string(),
    outcome: z.enum(deploymentOutcomes).describe('the mark, else failed for a failed attempt'),
    failedAttempt: z.boolean(),
    kind: z.enum(deploymentKinds),
    mark: z.enum(deploymentOutcomes).optional().describe('the outcome that a user has set'),
    markedBy: z.string().optional(),
    markComment: z.string().optional(),
    incidents: list(incident),
    failed: z.boolean().describe('whether it counts in the change fail rate'),
    recoveredAt: z.string().optional().describe('absent for a failed one: the failure is open'),
    leadSeconds: z.number().optional().describe('the median of its commits, or of the deployment without commit times'),
    commits: z.int().optional().describe('absent: commit times are unknown'),
  })
  .meta({ id: 'InsightDeployment' });
export type InsightDeploymentRow = z.output<typeof insightDeploymentResponse>;

export const insightDeploymentsResponse = z
  .object({
    ...freshness,
    configured: z.boolean().describe('false: no visible folder has a setting for deployments'),
    count: z.int().describe('the number of deployments'),
    n: z.int().describe('the n of the point: the sum of `commits` for withCommits, else the number of deployments'),
    next: z.string().optional(),
    rows: list(insightDeploymentResponse),
  })
  .meta({ id: 'InsightDeployments' });
export type InsightDeploymentsResponse = z.output<typeof insightDeploymentsResponse>;

/** The mark of a deployment in a request. */
export const deploymentOutcomeBody = z
  .object({
    outcome: optional(oneOf(deploymentOutcomes)).describe('absent: removes the mark'),
    comment: optional(z.string().max(4_000, expects(message('expected.shortText', { max: 4_000 })))),
  })
  .meta({ id: 'DeploymentOutcome' });
export type DeploymentOutcomeBody = z.output<typeof deploymentOutcomeBody>;

/** An event of an incident. */
export interface IncidentEvent {
  readonly id: string;
  readonly type: IncidentEventType;
  readonly at: Instant;
  readonly deploymentId?: string | undefined;
  readonly application?: string | undefined;
  readonly environment?: string | undefined;
  readonly artifactId?: string | undefined;
}

const reference = optional(z.object({ id: optional(name) }));
const cdEvent = z.object({
  subject: z.object({
    id: optional(name),
    content: optional(z.object({ environment: reference, service: reference, artifactId: optional(name) })),
  }),
});

const fields = z
  .object({
    id: required(name, message('expected.name')).describe('the id of the incident; in a CloudEvent that of the event'),
    type: required(name, expectsOneOf(incidentEventTypes)).describe(
      '`detected`, `reported` or `resolved`; or the type of a CDEvent, such as `dev.cdevents.incident.detected.0.2.0`',
    ),
    at: optional(date).describe('when it happened; in a CloudEvent `time`'),
    time: optional(date),
    deploymentId: optional(name),
    application: optional(name),
    environment: optional(name),
    data: optional(cdEvent).describe('of a CloudEvent: the CDEvent'),
  })
  .meta({ id: 'IncidentEvent' });

const cdEventType = /^dev\.cdevents\.incident\.(detected|reported|resolved)\.\d/;

/** Converts an event, in its own form or as a CDEvent. */
function toEvent(body: z.output<typeof fields>, context: z.RefinementCtx): IncidentEvent {
  const rawType = cdEventType.exec(body.type)?.[1] ?? body.type;
  const type = incidentEventTypes.find((each) => each === rawType);
  const at = body.at ?? body.time;
  const { id = body.id, content } = body.data?.subject ?? {};
  const application = body.application ?? content?.service?.id;
  const environment = body.environment ?? content?.environment?.id;
  const reject = (path: string, problem: ReturnType<typeof message>) => {
    context.addIssue({ code: 'custom', path: [path], message: expects(problem).error });
    return z.NEVER;
  };
  if (type === undefined) return reject('type', expectsOneOf(incidentEventTypes));
  if (at === undefined) return reject('at', message('expected.date'));
  return { id, type, at, deploymentId: body.deploymentId, application, environment, artifactId: content?.artifactId };
}

/** The body of an event of an incident. */
export const incidentBody = fields.transform(toEvent);

export const incidentResponse = z
  .object({
    id: z.string(),
    deploymentId: z.string().optional(),
    started: z.string().optional(),
    ended: z.string().optional(),
  })
  .meta({ id: 'RecordedIncident' });
export type IncidentResponse = z.output<typeof incidentResponse>;
