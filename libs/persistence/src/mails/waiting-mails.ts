import type { Connection } from '../database/database.ts';

/** A mail that a task waits for and that can be claimed. */
export interface WaitingMail {
  readonly releaseId: string;
  readonly mailId: string;
  readonly taskId: string;
}

/** The mails that are due, and the time of the next one. */
export interface WaitingMails {
  readonly mails: readonly WaitingMail[];
  /** the time in milliseconds until the next pause or lease ends; null if there is none */
  readonly nextInMs: number | null;
}

/** Uses `now()`, because an index cannot be searched with `clock_timestamp()`. Null values are in no range. */
const statement = {
  name: 'waiting-mails',
  text: `(select release_id as "releaseId", reference as "mailId", task_id as "taskId", 0::float8 as "inMs" from awaits
      where kind = 'mail' and until is null limit $1)
    union all
    (select release_id, reference, task_id, 0 from awaits
      where kind = 'mail' and until <= now() order by until nulls first limit $1)
    union all
    (select release_id, reference, task_id, extract(epoch from until - now()) * 1000 from awaits
      where kind = 'mail' and until > now() order by until nulls first limit 1)`,
};

/** Finds mails that are unclaimed, or whose pause or lease has ended, at most `limit` of each kind. */
export async function findWaitingMails(connection: Connection, limit: number): Promise<WaitingMails> {
  const rows = await connection.query<WaitingMail & { readonly inMs: number }>(statement, [limit]);
  return {
    mails: rows.filter(({ inMs }) => inMs === 0),
    nextInMs: rows.find(({ inMs }) => inMs > 0)?.inMs ?? null,
  };
}

const removal = {
  name: 'remove-unused-mail',
  text: `delete from awaits a where a.kind = 'mail' and a.reference = $1 and not exists (
    select from live_tasks t where t.release_id = a.release_id and t.id = a.task_id and t.status = 'IN_PROGRESS'
      and t.run #>> '{mail,id}' = $1)`,
};

/** Removes the entry of a mail for which no task waits: an earlier version ended the task without removing the entry. */
export async function removeUnusedMail(connection: Connection, { mailId }: Pick<WaitingMail, 'mailId'>): Promise<void> {
  await connection.query(removal, [mailId]);
}
