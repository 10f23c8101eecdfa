import { runOutcomes } from '@slipway/domain';
import type { DeliveryResult, DeliveryView } from '@slipway/persistence';
import { z } from 'zod';
import { showDate } from './dates.ts';
import { list, shownDate, textMap } from './scalars.ts';
import { fullId, type Show } from './show.ts';

const result = z.object({
  triggerId: z.string().nullable(),
  taskId: z.string().nullable().describe('a task that waited for an event; of a result there is the one or the other'),
  outcome: z
    .enum([...runOutcomes, 'filtered', 'completed'])
    .describe('filtered: it did not want it; completed: the task has'),
  reason: z.string().nullable(),
  runId: z.string().nullable().describe('the entry among the activities of the trigger'),
  releaseId: z.string().nullable(),
});

/** What a webhook endpoint was sent, with secrets masked, and what became of it. */
export const deliveryAnswer = z
  .object({
    id: z.string(),
    endpointId: z.string(),
    receivedAt: shownDate,
    method: z.string(),
    path: z.string(),
    parameters: z.record(z.string(), list(z.string())).readonly(),
    headers: textMap,
    body: z.string().describe('in a list the first 4096 characters'),
    bodyLength: z.number().int().describe('of the whole body, in characters'),
    verdict: z.enum(['ACCEPTED', 'REFUSED', 'DUPLICATE', 'UNDECIDED']),
    reason: z.string().nullable(),
    status: z.number().int().describe('what the caller was answered; 0 while that is not known'),
    durationMs: z.number().describe('from the arrival to the verdict'),
    duplicateOf: z.string().nullable(),
    replayOf: z.string().nullable(),
    processedAt: shownDate.nullable().describe('when whoever listens had been told'),
    results: list(result).describe('what triggers have made of it, and tasks that waited for it'),
  })
  .meta({ id: 'WebhookDelivery' });
export type DeliveryAnswer = z.output<typeof deliveryAnswer>;

const showResult = ({ triggerId, taskId, outcome, reason, run, releaseId }: DeliveryResult, show: Show) => ({
  triggerId: triggerId === null ? null : fullId(triggerId, show),
  taskId: taskId === undefined ? null : fullId(taskId, show),
  outcome,
  reason,
  runId: run === null ? null : `Activity${run}`,
  releaseId: releaseId === null ? null : fullId(releaseId, show),
});

/** Renders a delivery to an endpoint with this id in full. */
export const showDelivery = (view: DeliveryView, endpointId: string, show: Show): DeliveryAnswer => ({
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
  reason: view.reason,
  status: view.status ?? 0,
  durationMs: view.durationMs ?? 0,
  duplicateOf: view.duplicateOf,
  replayOf: view.replayOf,
  processedAt: showDate(view.processedAt),
  results: view.results.map((one) => showResult(one, show)),
});
