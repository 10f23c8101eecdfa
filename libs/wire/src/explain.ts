import { type Explanation, phaseStatuses, type Reason, releaseStatuses, taskStatuses } from '@slipway/domain';
import { z } from 'zod';
import { blackoutIdOf } from './blackout.ts';
import { showDate } from './dates.ts';
import { list, shownDate } from './scalars.ts';
import { fullId, type Show, under } from './show.ts';

const kinds = [
  'date',
  'blackout',
  'gate',
  'input',
  'script',
  'capacity',
  'event',
  'failed',
  'person',
  'order',
  'paused',
  'notStarted',
  'locked',
] as const satisfies readonly Reason['kind'][];

const blackout = z.object({ id: z.string(), label: z.string(), startDate: shownDate, endDate: shownDate });
const script = z.object({
  purpose: z.enum(['precondition', 'failureHandler', 'abort', 'task']),
  attempt: z.int().describe('0 while no runner has taken it up'),
  startDate: shownDate.nullable(),
  leaseUntil: shownDate.nullable().describe('until when the attempt is believed to be alive without news'),
});
const awaited = z.object({
  id: z.string().describe('full id, or the placeholder where its variable names nothing'),
  title: z.string().nullable(),
  status: z.union([z.enum(releaseStatuses), z.enum(phaseStatuses), z.enum(taskStatuses)]).nullable(),
  state: z.enum(['open', 'done', 'aborted', 'missing']),
});

const reason = z
  .object({
    kind: z.enum(kinds),
    taskId: z.string().nullable().describe('null for the release itself'),
    title: z.string(),
    sentence: z.string(),
    until: shownDate.nullable().describe('when it ends by itself, where that is known'),
    owner: z.string().nullable().describe('who has to act, or whose it is'),
    team: z.string().nullable(),
    blackout: blackout.nullable(),
    conditions: list(z.object({ id: z.string(), title: z.string() })).describe('of a gate: not ticked'),
    targets: list(awaited).describe('of a gate: not done'),
    variables: list(z.object({ key: z.string(), label: z.string().nullable() })).describe('required, without a value'),
    script: script.nullable(),
    before: list(z.object({ id: z.string(), title: z.string(), status: z.enum(taskStatuses) })).describe(
      'what has to be done before the flow reaches it, 10 at most',
    ),
    failures: z.int().describe('how often it has failed'),
    comment: z.string().nullable().describe('the beginning of the last comment on a failed task'),
  })
  .meta({ id: 'WaitingReason' });

/** Why something does not move (this service's own). */
export const explanationAnswer = z
  .object({
    id: z.string(),
    title: z.string(),
    status: z.union([z.enum(releaseStatuses), z.enum(taskStatuses)]),
    moving: z.boolean().describe('something is being done about it at this moment, and nobody has to act'),
    sentence: z.string(),
    count: z.int().describe('of all reasons'),
    reasons: list(reason).describe('the first 100, in the order of the plan'),
  })
  .meta({ id: 'Explanation' });

export type ExplanationAnswer = z.output<typeof explanationAnswer>;

/** Last segments of everything that an explanation names. */
export const namedByExplanation = ({ id, reasons }: Explanation): readonly string[] => [
  id,
  ...reasons.flatMap(({ taskId, targets, before }) => [
    ...(taskId === null ? [] : [taskId]),
    ...[...targets, ...before].map((each) => each.id),
  ]),
];

/** Renders an explanation. */
export const showExplanation = ({ reasons, ...all }: Explanation, show: Show): ExplanationAnswer => ({
  ...all,
  id: fullId(all.id, show),
  reasons: reasons.map((each) => showReason(each, show)),
});

function showReason(each: Reason, show: Show): ExplanationAnswer['reasons'][number] {
  const taskId = each.taskId === null ? null : fullId(each.taskId, show);
  return {
    ...each,
    taskId,
    until: showDate(each.until),
    blackout: each.blackout && {
      id: blackoutIdOf(each.blackout.id),
      label: each.blackout.label,
      startDate: showDate(each.blackout.startDate),
      endDate: showDate(each.blackout.endDate),
    },
    conditions: each.conditions.map(({ id, title }) => ({ id: under(taskId ?? '', id), title })),
    targets: each.targets.map((target) => ({ ...target, id: fullId(target.id, show) })),
    script: each.script && {
      purpose: each.script.purpose,
      attempt: each.script.attempt,
      startDate: showDate(each.script.startedAt),
      leaseUntil: showDate(each.script.leaseUntil),
    },
    before: each.before.map((task) => ({ ...task, id: fullId(task.id, show) })),
  };
}
