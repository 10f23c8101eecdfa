import { finishTask } from '../completion/finish.ts';
import { afterEvent } from '../decision/cause.ts';
import type { FactOf } from '../decision/handlers.ts';
import { addComment, maxCommentLength, namedObject } from '../decision/log.ts';
import { type OutcomeDraft, withRun } from '../decision/outcome-draft.ts';
import { textOf } from '../messages/english.ts';
import { message } from '../messages/message.ts';
import { truncate } from '../model/errors.ts';
import { taskOf, tasksOf, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { MailRun, Task, TaskRun } from '../model/task.ts';
import { sendsMail } from '../model/task-types.ts';
import { failTask } from './failure.ts';

/** The pauses after temporary faults, in milliseconds. The task fails after one more. */
const retryPausesMs = [5_000, 30_000, 120_000] as const;
/** The maximum length of a stored reason, in characters. The row is rewritten with each attempt. */
const maxReasonLength = 1_000;

const newMail = (id: string): MailRun => ({
  ...{ id, attempt: 0, faults: 0, sending: false, until: null, reason: null },
});

/** Starts a task that sends its mail, or fails it without a mail server. */
export function startMail(before: OutcomeDraft, task: Task, running: Partial<TaskRun>): OutcomeDraft {
  const { env } = before.context;
  if (env.automatedTypes.mail === 'fail') {
    const started = withRun(before, task, running);
    return failTask(started, taskOf(started.release, task.id), message('taskComment.withoutMailServer'));
  }
  return withRun(before, task, { ...running, mail: newMail(env.newId('Mail')) });
}

/**
 * Adds the mail again that an earlier version removed from a task in progress, with the same id. Does nothing if the
 * task has ended or has a mail.
 */
export function mailRestored(before: OutcomeDraft, { mailId, taskId }: FactOf['mailRestored']): OutcomeDraft {
  for (const task of tasksOf(before.release)) {
    const { definition, run } = task;
    if (task.id !== taskId || !sendsMail(definition.type) || run.status !== 'IN_PROGRESS' || run.mail !== null)
      continue;
    return withRun(before, task, { mail: newMail(mailId) });
  }
  return before;
}

interface WaitingTask {
  readonly task: Task;
  readonly mail: MailRun;
}

/** Returns the task that waits for this attempt; null if no task waits for it, because the fact is outdated. */
function waitingTask(release: Release, mailId: string, attempt: number): WaitingTask | null {
  for (const task of tasksOf(release)) {
    const { mail } = task.run;
    if (mail?.id === mailId) return mail.attempt === attempt ? { task, mail } : null;
  }
  return null;
}

/**
 * A scheduler claims a mail for the first time, after a pause, or again after the lease has expired. If several
 * schedulers try at the same time, only the first claim has the next attempt number.
 */
export function mailClaimed(
  before: OutcomeDraft,
  { mailId, attempt, leaseUntil }: FactOf['mailClaimed'],
): OutcomeDraft {
  const waiting = waitingTask(before.release, mailId, attempt - 1);
  if (waiting === null) return before;
  const { task, mail } = waiting;
  if (mail.until !== null && mail.until > before.context.env.now) return before;
  return withRun(before, task, { mail: { ...mail, attempt, sending: true, until: leaseUntil } });
}

/** Completes the task of a mail that the mail server accepted. */
export function mailAccepted(before: OutcomeDraft, { mailId, attempt, refused }: FactOf['mailAccepted']): OutcomeDraft {
  const waiting = waitingTask(before.release, mailId, attempt);
  if (waiting === null) return before;
  const { task } = waiting;
  const sent = afterEvent(before, message('cause.mailSent', { task: namedObject(task.id, titleOf(task)) }));
  const list = refused.join('; ');
  const commented =
    refused.length === 0
      ? sent
      : addComment(sent, task, truncate(textOf(message('taskComment.recipientsRefused', { list })), maxCommentLength));
  return finishTask(commented, taskOf(commented.release, task.id), 'COMPLETED');
}

/** Retries a mail after a temporary fault, or fails its task. */
export function mailRejected(before: OutcomeDraft, fact: FactOf['mailRejected']): OutcomeDraft {
  const waiting = waitingTask(before.release, fact.mailId, fact.attempt);
  if (waiting === null) return before;
  const { task, mail } = waiting;
  const reason = truncate(fact.reason, maxReasonLength);
  const pause = fact.permanent ? undefined : retryPausesMs[mail.faults];
  if (pause !== undefined) {
    const until = before.context.env.now + pause;
    return withRun(before, task, { mail: { ...mail, faults: mail.faults + 1, sending: false, until, reason } });
  }
  const failed = afterEvent(before, message('cause.mailFailed', { task: namedObject(task.id, titleOf(task)) }));
  return failTask(failed, task, message('taskComment.mailFailed', { fault: reason }));
}
