import type { DecisionContext } from '../decision/context.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import type { ApprovalCommand, Caller } from '../decision/inputs.ts';
import { addComment, logTask } from '../decision/log.ts';
import { type Progress, putRun } from '../decision/progress.ts';
import type { Verdict } from '../model/approval.ts';
import { Conflict, clip, cut, Forbidden, Invalid } from '../model/errors.ts';
import { taskOf, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isEnded, type TaskStatus } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { isSameUser } from '../people/standing.ts';
import { cannot, requireRelease } from '../plans/guards.ts';
import { asksFor, lastWords, signingOf, versionOf } from './approvals.ts';
import { withdrawnFrom, withVerdict } from './sign.ts';
import { approval, isEarly, rejection, type Word, whyUnheard } from './unheard.ts';

/** What answers the commands by which people approve of what a gate guards, or reject it. */
export const approvalHandlers: CommandHandlers<ApprovalCommand['type']> = {
  approveTask: (before, command) => judge(before, command, approval),
  rejectTask: (before, command) => {
    if ((command.comment ?? '').trim() === '') throw new Invalid('comment: a rejection needs its reason');
    return judge(before, command, rejection);
  },
  withdrawApproval,
};

/** Gates that run, and those that will. */
const judged: readonly TaskStatus[] = [
  'PLANNED',
  'PENDING',
  'WAITING_FOR_INPUT',
  'PRECONDITION_IN_PROGRESS',
  'IN_PROGRESS',
];

/**
 * Records a verdict of a user. Only a comment is recorded if the verdict on this version is unchanged. Throws
 * Conflict, Forbidden, Invalid, NotFound.
 */
function judge(before: Progress, asked: CommandOf['approveTask' | 'rejectTask'], word: Word): Progress {
  const { taskId, comment, version } = asked;
  const { release, context } = before;
  requireRelease(release, `${word.verb} a task`);
  const gate = taskOf(release, taskId);
  const name = `'${clip(titleOf(gate))}' (${taskId})`;
  requireAsking(gate);
  if (!judged.includes(gate.run.status)) throw cannot(word.verb, gate);
  const now = versionOf(release.authorship.revision, gate);
  if (typeof version === 'string' && version !== now)
    throw new Conflict(`cannot ${word.verb} version ${clip(version)} of task ${name}: it is version ${now} now`);
  const verdict = spoken(release, gate, word, context, comment ?? '');
  const commented = addComment(before, gate, comment);
  const signing = signingOf(gate);
  const last = lastWords(signing).find(({ username }) => isSameUser(username, verdict.username));
  if (last !== undefined && isSameWord(last, verdict)) return commented;
  const logged = logTask(commented, word.activity, gate, `${word.done} version ${now} of`);
  return putRun(logged, gate, { signing: withVerdict(signing, verdict) });
}

/** Throws Invalid for a task without approval requirements. */
function requireAsking(gate: Task): void {
  if (gate.definition.approvalRequirements.length > 0) return;
  throw new Invalid(`task '${clip(titleOf(gate))}' (${gate.id}) has no approval requirements`);
}

/** Withdraws the verdict of the caller, if any. Throws Conflict, Forbidden, Invalid, NotFound. */
function withdrawApproval(before: Progress, { taskId, comment }: CommandOf['withdrawApproval']): Progress {
  const { release, context } = before;
  requireRelease(release, 'withdraw from a task');
  const gate = taskOf(release, taskId);
  requireAsking(gate);
  const { username } = personIn(context, `cannot withdraw from task '${clip(titleOf(gate))}' (${taskId})`);
  if (isEnded(gate.run.status)) throw cannot('withdraw from', gate);
  const last = lastWords(signingOf(gate)).find((each) => isSameUser(each.username, username));
  if (last === undefined || last.kind === 'WITHDRAWN') return before;
  return withdrawnFrom(addComment(before, gate, comment), taskId, username, 'Withdrew the verdict of');
}

const isSameWord = (one: Verdict, other: Verdict): boolean => wordOf(one) === wordOf(other);

/** All of it but the moment; stored members come back in another order. */
const wordOf = ({ kind, username, comment, gate, plan, ahead, teams, roles }: Verdict): string =>
  JSON.stringify([kind, username, comment, gate, plan, ahead, teams, roles]);

/** The maximum length of the comment that is stored with a verdict, in characters. */
const longestReason = 1_000;

/** The verdict of a user, if it counts for a requirement. Throws Conflict, Forbidden. */
function spoken(release: Release, gate: Task, word: Word, context: DecisionContext, comment: string): Verdict {
  const caller = personIn(context, `cannot ${word.verb} task '${clip(titleOf(gate))}' (${gate.id})`);
  const refused = whyUnheard(release, gate, word, caller);
  if (refused !== null) throw refused;
  const asked = gate.definition.approvalRequirements.filter((requirement) => asksFor(requirement, caller));
  return {
    kind: word.kind,
    username: caller.username,
    date: context.env.now,
    comment: comment.trim() === '' ? null : cut(comment, longestReason),
    gate: signingOf(gate).revision,
    plan: release.authorship.revision,
    ahead: isEarly(gate),
    teams: [...new Set(asked.filter(({ role }) => role === null).map(({ team }) => String(team)))],
    roles: [...new Set(asked.flatMap(({ role }) => role ?? []))],
  };
}

/** The user of the command. A script runs as a user who has not seen the gate. Throws Forbidden. */
function personIn({ caller, byScript }: DecisionContext, refused: string): Caller {
  if (caller === null || byScript) throw new Forbidden(`${refused}: an approval is a person's, and no script's`);
  return caller;
}
