import type { Instant } from '@slipway/domain/model';
import { type RunOutcome, runOutcomes } from '@slipway/domain/triggers';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { fullId, type RenderContext } from '../format/render-context.ts';
import { list, responseDate, textMap } from '../format/scalars.ts';

const result = z.object({
  triggerId: z.string().optional(),
  taskId: z.string().optional().describe('a task that waited for an event; of a result there is the one or the other'),
  outcome: z
    .enum([...runOutcomes, 'filtered', 'completed', 'unasked'])
    .describe(
      'filtered: rejected by the filter; completed: the task has completed; unasked: above the limit of a preview, a hundred',
    ),
  reason: z.string().optional(),
  runId: z.string().optional().describe('the entry among the activities of the trigger'),
  releaseId: z.string().optional(),
});

/** A request to a webhook endpoint, with masked secrets, and its results. */
export const receivedEventResponse = z
  .object({
    id: z.string(),
    endpointId: z.string(),
    receivedAt: responseDate,
    method: z.string(),
    path: z.string(),
    parameters: z.record(z.string(), list(z.string())).readonly(),
    headers: textMap,
    body: z.string().describe('in a list the first 4096 characters'),
    bodyLength: z.number().int().describe('of the whole body, in characters'),
    verdict: z.enum(['ACCEPTED', 'REFUSED', 'DUPLICATE', 'UNDECIDED']),
    reason: z.string().optional(),
    status: z.number().int().describe('the status of the response to the caller; 0 if unknown'),
    durationMs: z.number().describe('from the arrival to the verdict'),
    duplicateOf: z.string().optional(),
    replayOf: z.string().optional(),
    processedAt: responseDate.optional().describe('the time when it was dispatched'),
    results: list(result).describe('the results of triggers, and of waiting tasks'),
  })
  .meta({ id: 'WebhookDelivery' });
export type ReceivedEventResponse = z.output<typeof receivedEventResponse>;

interface EventResult {
  readonly triggerId: string | null;
  readonly taskId?: string;
  readonly outcome: RunOutcome | 'filtered' | 'completed' | 'unasked';
  readonly reason: string | null;
  /** the number of the run in the trigger's history; null without a run */
  readonly run: number | null;
  readonly releaseId: string | null;
}

/** A received event for rendering; unknown members are null. */
interface ReceivedEventView {
  readonly id: string;
  readonly receivedAt: Instant;
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bodyLength: number;
  readonly verdict: 'ACCEPTED' | 'REFUSED' | 'DUPLICATE' | null;
  readonly reason: string | null;
  readonly status: number | null;
  readonly durationMs: number | null;
  readonly duplicateOf: string | null;
  readonly replayOf: string | null;
  readonly processedAt: Instant | null;
  readonly results: readonly EventResult[];
}

const showResult = ({ triggerId, taskId, outcome, reason, run, releaseId }: EventResult, show: RenderContext) => ({
  triggerId: triggerId === null ? undefined : fullId(triggerId, show),
  taskId: taskId === undefined ? undefined : fullId(taskId, show),
  outcome,
  reason: reason ?? undefined,
  runId: run === null ? undefined : `Activity${run}`,
  releaseId: releaseId === null ? undefined : fullId(releaseId, show),
});

/** Renders a received event of an endpoint with this full id. */
export const showReceivedEvent = (
  view: ReceivedEventView,
  endpointId: string,
  show: RenderContext,
): ReceivedEventResponse => ({
  id: view.id,
  endpointId,
  receivedAt: showDate(view.receivedAt),
  method: view.method,
  path: view.path,
  parameters: view.parameters,
  headers: view.headers,
  body: view.body,
  bodyLength: view.bodyLength,
  verdict: view.verdict ?? 'UNDECIDED',
  reason: view.reason ?? undefined,
  status: view.status ?? 0,
  durationMs: view.durationMs ?? 0,
  duplicateOf: view.duplicateOf ?? undefined,
  replayOf: view.replayOf ?? undefined,
  processedAt: showDate(view.processedAt),
  results: view.results.map((item) => showResult(item, show)),
});
