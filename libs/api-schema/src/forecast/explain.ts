import type { Reason } from '@slipway/domain/flow';
import { type Explanation, taskActions } from '@slipway/domain/forecast';
import { type Message, textOf } from '@slipway/domain/messages';
import { phaseStatuses, releaseStatuses, taskStatuses } from '@slipway/domain/model';
import { z } from 'zod';
import { blackoutIdOf } from '../calendar/blackout.ts';
import { showDate } from '../format/dates.ts';
import { messageResponse, showMessage } from '../format/messages.ts';
import { fullId, joinIds, type RenderContext } from '../format/render-context.ts';
import { list, responseDate } from '../format/scalars.ts';
import { approvalStateResponse, showApprovalState } from '../gates/approval.ts';

const kinds = [
  'date',
  'blackout',
  'gate',
  'input',
  'script',
  'mail',
  'capacity',
  'event',
  'failed',
  'person',
  'order',
  'paused',
  'notStarted',
  'locked',
] as const satisfies readonly Reason['kind'][];

const blackout = z.object({ id: z.string(), label: z.string(), startDate: responseDate, endDate: responseDate });
const script = z.object({
  purpose: z.enum(['precondition', 'failureHandler', 'abort', 'task']),
  attempt: z.int().describe('0 while no runner has taken it up'),
  startDate: responseDate.optional(),
  leaseUntil: responseDate.optional().describe('the end of the lease of the attempt'),
  timer: z.enum(['sleep', 'poll']).optional().describe('why the script does not run before `leaseUntil`'),
  script: z.string().optional().describe('the path in its plugin of the script that was scheduled'),
});
const awaitedTarget = z.object({
  id: z.string().describe('full id, or the placeholder if its variable contains no id'),
  title: z.string().optional(),
  status: z.union([z.enum(releaseStatuses), z.enum(phaseStatuses), z.enum(taskStatuses)]).optional(),
  state: z.enum(['open', 'done', 'aborted', 'missing']),
});

const reason = z
  .object({
    kind: z.enum(kinds),
    taskId: z.string().optional().describe('absent for the release itself'),
    title: z.string(),
    ...messageResponse,
    until: responseDate.optional().describe('the automatic end of the wait, if known'),
    owner: z.string().optional().describe('the user or team that has to act, or the assignee'),
    team: z.string().optional(),
    blackout: blackout.optional(),
    conditions: list(z.object({ id: z.string(), title: z.string() })).describe('of a gate: not ticked'),
    targets: list(awaitedTarget).describe('of a gate: not done'),
    approvals: approvalStateResponse.optional().describe('of a gate with approval requirements'),
    variables: list(z.object({ key: z.string(), label: z.string().optional() })).describe('required, without a value'),
    script: script.optional(),
    before: list(z.object({ id: z.string(), title: z.string(), status: z.enum(taskStatuses) })).describe(
      'the tasks to complete before the flow reaches it, at most 10',
    ),
    failures: z.int().describe('how often it has failed'),
    comment: z.string().optional().describe('the beginning of the last comment on a failed task'),
  })
  .meta({ id: 'WaitingReason' });

const refusalData = z.object({ code: messageResponse.code, params: messageResponse.params });

/** Why a release or task does not progress (an extension). */
export const explanationResponse = z
  .object({
    id: z.string(),
    title: z.string(),
    status: z.union([z.enum(releaseStatuses), z.enum(taskStatuses)]),
    moving: z.boolean().describe('the product is working on it, and no user has to act'),
    ...messageResponse,
    count: z.int().describe('of all reasons'),
    reasons: list(reason).describe('the first 100, in the order of the plan'),
    refused: z
      .object({
        approve: z.string().optional().describe('why an approval of the user would be refused'),
        reject: z.string().optional().describe('why a rejection of the user would be refused'),
      })
      .optional()
      .describe('of a gate with approval requirements that has not ended'),
    refusedMessages: z
      .object({ approve: refusalData.optional(), reject: refusalData.optional() })
      .optional()
      .describe('the texts of `refused` as data'),
    lacking: z
      .partialRecord(z.enum(taskActions), z.string())
      .optional()
      .describe('of a task: the permission that the user lacks, for each action that they cannot take'),
  })
  .meta({ id: 'Explanation' });

export type ExplanationResponse = z.output<typeof explanationResponse>;

/** Returns the ids of all objects that an explanation refers to, as last segments. */
export const namedByExplanation = ({ id, reasons }: Explanation): readonly string[] => [
  id,
  ...reasons.flatMap(({ taskId, targets, before }) => [
    ...(taskId === null ? [] : [taskId]),
    ...[...targets, ...before].map((item) => item.id),
  ]),
];

type ReasonDetail<Name extends 'blackout' | 'script'> = NonNullable<Reason[Name]>;

/** Returns the refusals of verdicts, as texts and as data. */
function showRefusals({ approve, reject }: NonNullable<Explanation['unheard']>) {
  const showBoth = <T>(show: (refusal: Message) => T) => ({
    ...(approve !== null && { approve: show(approve) }),
    ...(reject !== null && { reject: show(reject) }),
  });
  return {
    refused: showBoth(textOf),
    refusedMessages: showBoth(({ code, params }) => ({ code, params })),
  };
}

export const showExplanation = (
  { reasons, message, unheard: approvalRefusal, lacking, ...all }: Explanation,
  show: RenderContext,
): ExplanationResponse => ({
  ...all,
  id: fullId(all.id, show),
  ...showMessage(message),
  reasons: reasons.map((item) => showReason(item, show)),
  ...(lacking !== null && { lacking }),
  ...(approvalRefusal !== null && showRefusals(approvalRefusal)),
});

const showBlackout = ({ id, label, startDate, endDate }: ReasonDetail<'blackout'>) => ({
  id: blackoutIdOf(id),
  label,
  startDate: showDate(startDate),
  endDate: showDate(endDate),
});

const showScript = ({ purpose, attempt, startedAt, leaseUntil, timer, script }: ReasonDetail<'script'>) => ({
  purpose,
  attempt,
  startDate: showDate(startedAt),
  leaseUntil: showDate(leaseUntil),
  timer: timer ?? undefined,
  script: script ?? undefined,
});

function showReason({ message, ...item }: Reason, show: RenderContext): ExplanationResponse['reasons'][number] {
  const taskId = item.taskId === null ? undefined : fullId(item.taskId, show);
  return {
    ...item,
    ...showMessage(message),
    taskId,
    owner: item.owner ?? undefined,
    team: item.team ?? undefined,
    comment: item.comment ?? undefined,
    until: showDate(item.until),
    blackout: item.blackout === null ? undefined : showBlackout(item.blackout),
    conditions: item.conditions.map(({ id, title }) => ({ id: joinIds(taskId ?? '', id), title })),
    targets: item.targets.map(({ id, title, status, state }) => ({
      id: fullId(id, show),
      title: title ?? undefined,
      status: status ?? undefined,
      state,
    })),
    approvals: item.approvals === null ? undefined : showApprovalState(item.approvals),
    variables: item.variables.map(({ key, label }) => ({ key, label: label ?? undefined })),
    script: item.script === null ? undefined : showScript(item.script),
    before: item.before.map((task) => ({ ...task, id: fullId(task.id, show) })),
  };
}
