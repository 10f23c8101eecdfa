import type { CurrentWork, Preview, PreviewPhase, PreviewTask, Progress } from '@slipway/domain/forecast';
import { type Instant, phaseStatuses, taskStatuses } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { fullId, joinIds, type RenderContext } from '../format/render-context.ts';
import { list, responseDate } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';

const target = z.object({
  targetId: z.string().describe('full id, or the placeholder if its variable contains no id'),
  state: z.enum(['open', 'done', 'aborted', 'missing']),
  endDate: responseDate.optional().describe('the estimated end; absent if unknown'),
});

/** The description of the flag for estimates with default durations. */
const defaultDurationsNote =
  'whether an open task without planned duration and without earlier runs, which a person completes, is estimated as 1 hour';

const commonFields = {
  id: z.string(),
  title: z.string(),
  startDate: responseDate,
  endDate: responseDate,
};

/** The estimate of a task. `tasks` are the tasks of a group. */
interface TaskPreview {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly status: PreviewTask['status'];
  readonly startDate: string;
  readonly endDate: string;
  readonly heldUntil?: string | undefined;
  readonly heldBy?: 'date' | 'blackout' | undefined;
  readonly skipped: boolean;
  readonly needsPerson: boolean;
  readonly defaultDuration: boolean;
  readonly typicalDuration?: number;
  readonly waitsFor: readonly z.output<typeof target>[];
  readonly missingVariables: readonly string[];
  readonly tasks: readonly TaskPreview[];
}

const task: z.ZodType<TaskPreview> = z
  .object({
    ...commonFields,
    type: z.string(),
    status: z.enum(taskStatuses),
    heldUntil: responseDate.optional().describe('the date or the end of the blackout for which it waits'),
    heldBy: z.enum(['date', 'blackout']).optional(),
    skipped: z.boolean().describe('already skipped, or its precondition is the constant false'),
    needsPerson: z.boolean().describe('a user has to complete it'),
    defaultDuration: z.boolean().describe('it has no planned duration and no earlier runs, and is estimated as 1 hour'),
    typicalDuration: z
      .int()
      .optional()
      .describe('the median of its runs in the last 20 releases of the template, in seconds, if it is the estimate'),
    waitsFor: list(target).describe('the open targets of a gate'),
    missingVariables: list(z.string()).describe('required variables that it uses and that have no value'),
    get tasks() {
      return list(task);
    },
  })
  .meta({ id: 'TaskPreview' });

/** The estimate of a plan (an extension). Times follow planned durations, schedules and blackouts. */
export const previewResponse = z
  .object({
    ...commonFields,
    defaultDurations: z.boolean().describe(defaultDurationsNote),
    missingVariables: list(z.string()),
    phases: list(
      z.object({ ...commonFields, status: z.enum(phaseStatuses), tasks: list(task) }).meta({ id: 'PhasePreview' }),
    ),
  })
  .meta({ id: 'Preview' });

export type PreviewResponse = z.output<typeof previewResponse>;

const showTask = (estimate: PreviewTask, parent: string, show: RenderContext): TaskPreview => {
  const id = joinIds(parent, estimate.id);
  return {
    id,
    title: estimate.title,
    type: showType(estimate.type, show.prefix),
    status: estimate.status,
    startDate: showDate(estimate.startDate),
    endDate: showDate(estimate.endDate),
    heldUntil: showDate(estimate.heldUntil),
    heldBy: estimate.heldBy ?? undefined,
    skipped: estimate.skipped,
    needsPerson: estimate.needsPerson,
    defaultDuration: estimate.defaultDuration,
    ...(estimate.typicalDuration !== null && { typicalDuration: Math.round(estimate.typicalDuration / 1000) }),
    waitsFor: estimate.waitsFor.map(({ target: rawTarget, state, endsAt }) => ({
      targetId: fullId(rawTarget, show),
      state,
      endDate: showDate(endsAt),
    })),
    missingVariables: estimate.missing,
    tasks: estimate.tasks.map((child) => showTask(child, id, show)),
  };
};

const showPhase = (estimate: PreviewPhase, parent: string, show: RenderContext) => ({
  id: joinIds(parent, estimate.id),
  title: estimate.title,
  status: estimate.status,
  startDate: showDate(estimate.startDate),
  endDate: showDate(estimate.endDate),
  tasks: estimate.tasks.map((child) => showTask(child, joinIds(parent, estimate.id), show)),
});

/** Renders the estimate of the release or template with this full id. */
export const showPreview = (estimate: Preview, id: string, title: string, show: RenderContext): PreviewResponse => ({
  id,
  title,
  startDate: showDate(estimate.startDate),
  endDate: showDate(estimate.endDate),
  defaultDurations: estimate.defaultDurations,
  missingVariables: estimate.missing,
  phases: estimate.phases.map((phase) => showPhase(phase, id, show)),
});

/** The progress of a release and its estimated end (an extension). */
export const forecastResponse = z
  .object({
    id: z.string(),
    version: z.int().describe('as in event streams'),
    tasks: z.object({ done: z.int().describe('completed'), skipped: z.int(), aborted: z.int(), all: z.int() }),
    phase: z
      .object({ title: z.string(), color: z.string(), index: z.int().describe('its position, from 0') })
      .optional()
      .describe('the phase that the release has reached, or the next one; absent if all phases have ended'),
    task: z
      .object({ title: z.string(), status: z.enum(taskStatuses) })
      .optional()
      .describe('a failed task of this phase, or else its first started task'),
    endDate: responseDate.describe('the estimated end, as in the preview, or the actual end'),
    defaultDurations: z.boolean().describe(defaultDurationsNote),
  })
  .meta({ id: 'ReleaseOutlook' });

export type ForecastResponse = z.output<typeof forecastResponse>;

interface ReleaseForecast {
  /** the full id */
  readonly id: string;
  readonly version: number;
  readonly progress: Progress;
  readonly work: CurrentWork | null;
  readonly endsAt: Instant;
  readonly defaultDurations: boolean;
}

export const showForecast = ({
  id,
  version,
  progress,
  work,
  endsAt,
  defaultDurations,
}: ReleaseForecast): ForecastResponse => ({
  id,
  version,
  tasks: { ...progress },
  ...(work && { phase: { title: work.phase.title, color: work.phase.color, index: work.index } }),
  ...(work?.task && { task: { ...work.task } }),
  endDate: showDate(endsAt),
  defaultDurations,
});
