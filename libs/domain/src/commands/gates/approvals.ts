import type { DecisionContext } from '../../decision/context.ts';
import type { Caller } from '../../decision/inputs.ts';
import { addComment, logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withRun } from '../../decision/outcome-draft.ts';
import { approval, approvalRefusal, isEarly, rejection, type VerdictAction } from '../../gates/approval-refusal.ts';
import { gateAuthorshipOf, includesUser, latestVerdicts, versionOf } from '../../gates/approvals.ts';
import { withdrawVerdict, withVerdict } from '../../gates/authorship.ts';
import { message } from '../../messages/message.ts';
import type { Verdict } from '../../model/approval.ts';
import { Conflict, Forbidden, Invalid, truncate } from '../../model/errors.ts';
import { namedTask, taskOf } from '../../model/plan.ts';
import type { Release } from '../../model/release.ts';
import { isEnded, type TaskStatus } from '../../model/status.ts';
import type { Task } from '../../model/task.ts';
import { isSameUser } from '../../people/access-attributes.ts';
import { neededToComment } from '../../people/needed-permissions.ts';
import { requireRelease, taskStateConflict } from '../../plans/guards.ts';
import type { CommandDefinition, TaskStep } from '../definition/definition.ts';

/** `version` is the version of the gate that the user has seen; the default is the current version. */
interface ReviewedVersion {
  readonly version?: string | null;
}
export interface ApproveTask extends TaskStep<'approveTask'>, ReviewedVersion {}
export interface RejectTask extends TaskStep<'rejectTask'>, ReviewedVersion {}
/** Withdraws the approval or rejection of the caller. */
export type WithdrawApproval = TaskStep<'withdrawApproval'>;

/** In addition to this permission, the caller must match a requirement of the gate. */
export const approveTask: CommandDefinition<ApproveTask> = {
  permission: neededToComment,
  permissionRule: null,
  move: null,
  usesMembership: true,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle: (before, command) => recordVerdict(before, command, approval),
};

export const rejectTask: CommandDefinition<RejectTask> = {
  permission: neededToComment,
  permissionRule: null,
  move: null,
  usesMembership: true,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle: (before, command) => {
    if ((command.comment ?? '').trim() === '') throw new Invalid(message('gate.rejectionWithoutReason'));
    return recordVerdict(before, command, rejection);
  },
};

export const withdrawApproval: CommandDefinition<WithdrawApproval> = {
  permission: neededToComment,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle: withdraw,
};

/** The statuses of running gates and of gates that have not started. */
const verdictStatuses: readonly TaskStatus[] = [
  'PLANNED',
  'PENDING',
  'WAITING_FOR_INPUT',
  'PRECONDITION_IN_PROGRESS',
  'IN_PROGRESS',
];

/**
 * Records an approval or rejection. If it equals the user's latest verdict on this version, only the comment is added.
 * Throws Conflict, Forbidden, Invalid, NotFound.
 */
function recordVerdict(before: OutcomeDraft, requested: ApproveTask | RejectTask, action: VerdictAction): OutcomeDraft {
  const { taskId, comment, version } = requested;
  const { release, context } = before;
  requireRelease(release, `${action.verb}Task`);
  const gate = taskOf(release, taskId);
  requireApprovalRequirements(gate);
  if (!verdictStatuses.includes(gate.run.status)) throw taskStateConflict(action.verb, gate);
  const now = versionOf(release.authorship.revision, gate);
  if (typeof version === 'string' && version !== now)
    throw new Conflict(
      message('gate.versionChanged', {
        ...{ verb: message(`verb.${action.verb}`), task: namedTask(gate) },
        ...{ version, currentVersion: now },
      }),
    );
  const verdict = buildVerdict(release, gate, action, context, comment ?? '');
  const commented = addComment(before, gate, comment);
  const signing = gateAuthorshipOf(gate);
  const last = latestVerdicts(signing).find(({ username }) => isSameUser(username, verdict.username));
  if (last !== undefined && isSameVerdict(last, verdict)) return commented;
  const logged = logTask(commented, action.activity, gate, (subject) =>
    message(action.code, { ...subject, version: now }),
  );
  return withRun(logged, gate, { signing: withVerdict(signing, verdict) });
}

/** Throws Invalid for a task without approval requirements. */
function requireApprovalRequirements(gate: Task): void {
  if (gate.definition.approvalRequirements.length > 0) return;
  throw new Invalid(message('gate.withoutRequirements', { task: namedTask(gate) }));
}

/**
 * Withdraws the approval or rejection of the caller, if there is one. Throws Conflict, Forbidden, Invalid, NotFound.
 */
function withdraw(before: OutcomeDraft, { taskId, comment }: WithdrawApproval): OutcomeDraft {
  const { release, context } = before;
  requireRelease(release, 'withdrawFromTask');
  const gate = taskOf(release, taskId);
  requireApprovalRequirements(gate);
  const { username } = requirePerson(context, 'withdrawFrom', gate);
  if (isEnded(gate.run.status)) throw taskStateConflict('withdrawFrom', gate);
  const last = latestVerdicts(gateAuthorshipOf(gate)).find((candidate) => isSameUser(candidate.username, username));
  if (last === undefined || last.kind === 'WITHDRAWN') return before;
  return withdrawVerdict(addComment(before, gate, comment), taskId, username, 'activity.verdictWithdrawn');
}

const isSameVerdict = (a: Verdict, b: Verdict): boolean => verdictKey(a) === verdictKey(b);

/** All members except the time, in a fixed order, because stored members can have another order. */
const verdictKey = ({ kind, username, comment, gate, plan, ahead, teams, roles }: Verdict): string =>
  JSON.stringify([kind, username, comment, gate, plan, ahead, teams, roles]);

/** The maximum length of the comment that is stored with a verdict, in characters. */
const maxStoredCommentLength = 1_000;

/** Returns the verdict of the caller. Throws Conflict, Forbidden if it does not count for any requirement. */
function buildVerdict(
  release: Release,
  gate: Task,
  action: VerdictAction,
  context: DecisionContext,
  comment: string,
): Verdict {
  const caller = requirePerson(context, action.verb, gate);
  const refused = approvalRefusal(release, gate, action, caller);
  if (refused !== null) throw refused;
  const requested = gate.definition.approvalRequirements.filter((requirement) => includesUser(requirement, caller));
  return {
    kind: action.kind,
    username: caller.username,
    date: context.env.now,
    comment: comment.trim() === '' ? null : truncate(comment, maxStoredCommentLength),
    gate: gateAuthorshipOf(gate).revision,
    plan: release.authorship.revision,
    ahead: isEarly(gate),
    teams: [...new Set(requested.filter(({ role }) => role === null).map(({ team }) => String(team)))],
    roles: [...new Set(requested.flatMap(({ role }) => role ?? []))],
  };
}

/** Returns the user of the command. Throws Forbidden for scripts, because their run-as user has not seen the gate. */
function requirePerson(
  { caller, byScript }: DecisionContext,
  verb: VerdictAction['verb'] | 'withdrawFrom',
  gate: Task,
): Caller {
  if (caller === null || byScript)
    throw new Forbidden(message('gate.approvalByScript', { verb: message(`verb.${verb}`), task: namedTask(gate) }));
  return caller;
}
