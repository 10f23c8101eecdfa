import { type Message, message, plainText, textOf } from '@slipway/domain/messages';
import type { Instant } from '@slipway/domain/model';
import { type RunOutcome, runOutcomes } from '@slipway/domain/triggers';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { fullId, type RenderContext } from '../format/render-context.ts';
import { list, responseDate } from '../format/scalars.ts';
import { type activityResponse, showActivity } from '../history/activity.ts';
import { type TriggerView, triggerContext } from './trigger.ts';

/** An entry of the run history of a trigger (an extension). */
export const triggerRunResponse = z
  .object({
    scheduledTime: responseDate.optional().describe('absent for a manual run, or for an event'),
    deliveryId: z.string().optional().describe('the webhook delivery that it fired for'),
    firedTime: responseDate,
    outcome: z.enum(runOutcomes),
    reason: z.string().optional(),
    releaseId: z.string().optional(),
    releaseTitle: z.string().optional(),
    username: z.string(),
  })
  .meta({ id: 'TriggerRun' });
export type TriggerRunResponse = z.output<typeof triggerRunResponse>;

/** An entry of the run history to render. */
interface TriggerRun {
  readonly seq: number;
  /** the key of the cause, such as the id of a received event; unique for the trigger */
  readonly occasion: string;
  /** null for a run without a schedule */
  readonly scheduledAt: Instant | null;
  readonly firedAt: Instant;
  readonly outcome: RunOutcome;
  /** why no release was created; null if one was */
  readonly reason: string | null;
  readonly releaseId: string | null;
  readonly releaseTitle: string | null;
  readonly username: string;
}

export const showTriggerRun = (run: TriggerRun, show: RenderContext): z.output<typeof triggerRunResponse> => ({
  scheduledTime: showDate(run.scheduledAt),
  deliveryId: run.occasion.startsWith('Delivery') ? run.occasion : undefined,
  firedTime: showDate(run.firedAt),
  outcome: run.outcome,
  reason: run.reason ?? undefined,
  releaseId: run.releaseId === null ? undefined : fullId(run.releaseId, show),
  releaseTitle: run.releaseTitle ?? undefined,
  username: run.username,
});

const activityTypes = {
  created: 'TRIGGER_CREATE_NEW_RELEASE',
  refused: 'TRIGGER_FAILED',
  failed: 'TRIGGER_FAILED',
  skipped: 'TRIGGER_SKIPPED',
} as const satisfies Record<RunOutcome, string>;

const runMessage = ({ outcome, releaseId, releaseTitle, reason }: TriggerRun): Message =>
  outcome === 'created'
    ? message('activity.triggerCreatedRelease', {
        release: { id: releaseId ?? '', title: String(releaseTitle) },
      })
    : message('activity.triggerCreatedNoRelease', { reason: plainText(String(reason)) });

/** Renders an entry of the run history as an entry of the activity log (rest-operations.md, Activity logs). */
export function showTriggerActivity(
  run: TriggerRun,
  { trigger, folderPath }: Pick<TriggerView, 'trigger' | 'folderPath'>,
  show: RenderContext,
): z.output<typeof activityResponse> {
  const text = runMessage(run);
  const entry = {
    ...{ message: textOf(text), code: text.code, params: text.params },
    activityType: activityTypes[run.outcome],
    targetType: 'Trigger',
    targetId: trigger.id,
    username: run.username,
    eventTime: run.firedAt,
  };
  const elsewhere = new Map([[trigger.id, [...folderPath, trigger.id].join('/')]]);
  const dataId = run.releaseId === null ? undefined : fullId(run.releaseId, show);
  return { ...showActivity(`Activity${run.seq}`, entry, { ...show, elsewhere }), dataId };
}

const nextTimes = list(
  z.object({
    date: responseDate.describe('with the offset that the zone has then'),
    timeZone: z.string(),
    daylightSaving: z.string().optional().describe('the effect of daylight saving on this time'),
  }),
);

/** The next times of a schedule that no trigger has yet (an extension). */
export const nextTimesResponse = z
  .object({ timeZone: z.string(), description: z.string().describe('the schedule in words'), next: nextTimes })
  .meta({ id: 'NextTimes' });
export type NextTimesResponse = z.output<typeof nextTimesResponse>;

/** The next runs of a trigger (an extension). */
export const triggerPreviewResponse = z
  .object({
    timeZone: z.string(),
    catchUp: z.string(),
    enabled: z.boolean(),
    description: z.string().optional().describe('the schedule in words; absent for triggers of events'),
    author: z
      .string()
      .optional()
      .describe('the user who last saved or enabled it, whose permissions apply; absent if unknown'),
    next: nextTimes,
    $metadata: triggerContext.optional().describe('if requested'),
  })
  .meta({ id: 'TriggerPreview' });
export type TriggerPreviewResponse = z.output<typeof triggerPreviewResponse>;
