import type { Preview, PreviewPhase, PreviewTask } from '@slipway/domain';
import { phaseStatuses, taskStatuses } from '@slipway/domain';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { answeredDate, list } from '../format/scalars.ts';
import { fullId, type Show, under } from '../format/show.ts';
import { showType } from '../format/type-name.ts';

const target = z.object({
  targetId: z.string().describe('full id, or the placeholder where its variable names nothing'),
  state: z.enum(['open', 'done', 'aborted', 'missing']),
  endDate: answeredDate.optional().describe('the estimated end; absent if unknown'),
});

/** What marks an estimate that contains tasks without a planned duration. */
export const defaultDurationsNote =
  'whether an open task without planned duration that a person completes is estimated as 1 hour';

const own = {
  id: z.string(),
  title: z.string(),
  startDate: answeredDate,
  endDate: answeredDate,
};

/** The estimate of a task; `tasks` are those of a group. */
export interface TaskPreview {
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
  readonly waitsFor: readonly z.output<typeof target>[];
  readonly missingVariables: readonly string[];
  readonly tasks: readonly TaskPreview[];
}

const task: z.ZodType<TaskPreview> = z
  .object({
    ...own,
    type: z.string(),
    status: z.enum(taskStatuses),
    heldUntil: answeredDate.optional().describe('the date or the end of the blackout for which it waits'),
    heldBy: z.enum(['date', 'blackout']).optional(),
    skipped: z.boolean().describe('already skipped, or its precondition is the constant false'),
    needsPerson: z.boolean().describe('a user has to complete it'),
    defaultDuration: z.boolean().describe('it has no planned duration, and is estimated as 1 hour'),
    waitsFor: list(target).describe('the open targets of a gate'),
    missingVariables: list(z.string()).describe('required variables that it uses and that have no value'),
    get tasks() {
      return list(task);
    },
  })
  .meta({ id: 'TaskPreview' });

/** The estimate of a plan (an extension; times follow planned durations, schedules and blackouts). */
export const previewAnswer = z
  .object({
    ...own,
    defaultDurations: z.boolean().describe(defaultDurationsNote),
    missingVariables: list(z.string()),
    phases: list(z.object({ ...own, status: z.enum(phaseStatuses), tasks: list(task) }).meta({ id: 'PhasePreview' })),
  })
  .meta({ id: 'Preview' });

export type PreviewAnswer = z.output<typeof previewAnswer>;

const showTask = (foreseen: PreviewTask, parent: string, show: Show): TaskPreview => {
  const id = under(parent, foreseen.id);
  return {
    id,
    title: foreseen.title,
    type: showType(foreseen.type, show.prefix),
    status: foreseen.status,
    startDate: showDate(foreseen.startDate),
    endDate: showDate(foreseen.endDate),
    heldUntil: showDate(foreseen.heldUntil),
    heldBy: foreseen.heldBy ?? undefined,
    skipped: foreseen.skipped,
    needsPerson: foreseen.needsPerson,
    defaultDuration: foreseen.defaultDuration,
    waitsFor: foreseen.waitsFor.map(({ target: named, state, endsAt }) => ({
      targetId: fullId(named, show),
      state,
      endDate: showDate(endsAt),
    })),
    missingVariables: foreseen.missing,
    tasks: foreseen.tasks.map((child) => showTask(child, id, show)),
  };
};

const showPhase = (foreseen: PreviewPhase, parent: string, show: Show) => ({
  id: under(parent, foreseen.id),
  title: foreseen.title,
  status: foreseen.status,
  startDate: showDate(foreseen.startDate),
  endDate: showDate(foreseen.endDate),
  tasks: foreseen.tasks.map((each) => showTask(each, under(parent, foreseen.id), show)),
});

/** Renders the estimate of the release or template with this full id. */
export const showPreview = (foreseen: Preview, id: string, title: string, show: Show): PreviewAnswer => ({
  id,
  title,
  startDate: showDate(foreseen.startDate),
  endDate: showDate(foreseen.endDate),
  defaultDurations: foreseen.defaultDurations,
  missingVariables: foreseen.missing,
  phases: foreseen.phases.map((phase) => showPhase(phase, id, show)),
});
