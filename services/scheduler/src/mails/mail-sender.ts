import { mailOf, namesIn, type ReadyMail, resolveMail } from '@slipway/domain/mails';
import { type Message, textOf } from '@slipway/domain/messages';
import { type MailRun, type Task, tasksOf } from '@slipway/domain/model';
import { crashPoint, type Engine } from '@slipway/engine';
import { type Mailer, messageIdOf, textToHtml } from '@slipway/notifications';
import { type Database, readClock } from '@slipway/persistence/database';
import { findWaitingMails, readAddresses, removeUnusedMail, type WaitingMail } from '@slipway/persistence/mails';
import { type ReleaseView, readRelease } from '@slipway/persistence/plans';
import { type Logger, type RepeatedTask, repeat } from '@slipway/process';

/** Sends the mails for which tasks wait. */
export interface MailSender {
  /** Claims no further mails, and waits for those that are being sent. */
  stop(): Promise<void>;
}

export interface MailSenderOptions {
  readonly engine: Pick<Engine, 'dispatch'>;
  readonly database: Database;
  readonly mailer: Pick<Mailer, 'send' | 'close' | 'from'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** the interval from the start of one poll to the start of the next */
  readonly intervalMs?: number;
  /** the lease of a claim in milliseconds, longer than the time limit of the mailer */
  readonly leaseMs?: number;
}

/** The maximum number of mails that a process sends at the same time, as many as the mailer has connections. */
const maxActive = 5;
/** After a crash of its process, a mail is sent again after this time, in milliseconds. */
const defaultLeaseMs = 60_000;
/** The minimum time before the next poll, if several pauses end shortly after one another. */
const minIntervalMs = 50;

/**
 * Sends the mails of tasks, found by polls: each second, when the next pause ends, and while more are waiting. No
 * transaction is open while the mail server is contacted. Several processes can do this.
 */
export function startMailSender(options: MailSenderOptions): MailSender {
  const { database, logger, mailer, intervalMs = 1_000 } = options;
  const active = new Map<string, Promise<void>>();
  let polling: RepeatedTask | undefined;
  let hasMore = false;
  const run = async (waiting: WaitingMail): Promise<void> => {
    try {
      await sendMail(options, waiting);
    } catch (error) {
      hasMore = false;
      logger.warn({ error, ...waiting }, 'could not send the mail of a task; will retry');
    } finally {
      active.delete(waiting.mailId);
      if (hasMore) polling?.now();
    }
  };
  const poll = async (): Promise<void> => {
    const free = maxActive - active.size;
    if (free <= 0) return;
    const { mails, nextInMs } = await findWaitingMails(database, 2 * maxActive);
    const unstarted = mails.filter(({ mailId }) => !active.has(mailId));
    hasMore = unstarted.length > free;
    // Not awaited, because a slow mail server must not delay the next poll.
    for (const waiting of unstarted.slice(0, free)) active.set(waiting.mailId, run(waiting));
    if (nextInMs !== null) polling?.within(Math.max(minIntervalMs, nextInMs));
  };
  polling = repeat(intervalMs, poll, (error) => logger.warn({ error }, 'could not find waiting mails; will retry'));
  return {
    stop: async () => {
      hasMore = false;
      await polling?.stop();
      await Promise.all(active.values());
      mailer.close();
    },
  };
}

interface Waiting {
  readonly view: ReleaseView;
  readonly task: Task;
  readonly mail: MailRun;
}

/** Returns the task that waits for this mail; null if no task waits for it. */
async function findWaiting(database: Database, { releaseId, mailId }: WaitingMail): Promise<Waiting | null> {
  const view = await readRelease(database, releaseId);
  if (!view) return null;
  for (const task of tasksOf(view.release)) {
    const { mail } = task.run;
    if (mail?.id === mailId) return { view, task, mail };
  }
  return null;
}

/**
 * Adds a mail again to its task: during a rolling update, a scheduler of an earlier version removes it when it saves the
 * task. If the task has ended meanwhile, the mail is not sent. The next poll finds a mail that was added.
 */
async function restoreMail({ engine, database, logger }: MailSenderOptions, waiting: WaitingMail): Promise<void> {
  const { releaseId, mailId, taskId } = waiting;
  const restored = await engine.dispatch(releaseId, {
    kind: 'fact',
    fact: { type: 'mailRestored', mailId, taskId },
  });
  if (restored.outcome === null) await removeUnusedMail(database, waiting);
  else logger.warn(waiting, 'an earlier version had removed the mail of a task; it will be sent');
}

/** Claims a mail, sends it, and reports the outcome. Another process may have been faster. */
async function sendMail(options: MailSenderOptions, waiting: WaitingMail): Promise<void> {
  const { engine, database, mailer, leaseMs = defaultLeaseMs } = options;
  const { releaseId, mailId } = waiting;
  const found = await findWaiting(database, waiting);
  if (found === null) return await restoreMail(options, waiting);
  const attempt = found.mail.attempt + 1;
  const leaseUntil = (await readClock(database)) + leaseMs;
  const claim = { type: 'mailClaimed', mailId, attempt, leaseUntil } as const;
  if ((await engine.dispatch(releaseId, { kind: 'fact', fact: claim })).outcome === null) return;
  const report = { mailId, attempt };
  const mail = await readyMail(database, found);
  if ('code' in mail) {
    const rejection = { type: 'mailRejected', ...report, permanent: true, reason: textOf(mail) } as const;
    await engine.dispatch(releaseId, { kind: 'fact', fact: rejection });
    return;
  }
  crashPoint('before-mail');
  const result = await mailer.send({
    ...mail,
    messageId: messageIdOf(mailId, mailer.from),
    html: textToHtml(mail.text),
    references: [messageIdOf(releaseId, mailer.from)],
  });
  crashPoint('after-mail');
  switch (result.kind) {
    case 'accepted': {
      const refused = result.refused.map(({ address, reason }) => `${address}: ${reason}`);
      await engine.dispatch(releaseId, { kind: 'fact', fact: { type: 'mailAccepted', ...report, refused } });
      break;
    }
    case 'rejected': {
      const { permanent, reason } = result;
      await engine.dispatch(releaseId, { kind: 'fact', fact: { type: 'mailRejected', ...report, permanent, reason } });
      break;
    }
  }
  crashPoint('after-mail-fact');
}

async function readyMail(database: Database, { view, task }: Waiting): Promise<ReadyMail | Message> {
  const mail = mailOf(task, view.details.tasks.get(task.id)?.properties ?? {});
  return resolveMail(mail, await readAddresses(database, namesIn(mail)));
}
