import { type Instant, isObject } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { readSetting } from '../database/settings.ts';

const settingName = 'held-scheduling';
const pauseStatement = {
  text: `insert into settings (name, value) values ('${settingName}', jsonb_build_object('as of', $1::bigint))
    on conflict (name) do update set value = excluded.value`,
};
const resumeStatement = { text: `delete from settings where name = '${settingName}' returning name` };

/** Pauses all schedulers after a restore of an earlier state, because the due work may already have been done. */
export async function pauseScheduling(connection: Connection, asOf: Instant): Promise<void> {
  await connection.query(pauseStatement, [asOf]);
}

/** Resumes all schedulers. Returns false if they were not paused. */
export const resumeScheduling = async (connection: Connection): Promise<boolean> =>
  (await connection.query(resumeStatement)).length > 0;

/** Returns the time of the restored state if schedulers are paused, otherwise null. */
export async function readSchedulingPause(connection: Connection): Promise<Instant | null> {
  const setting = await readSetting(connection, settingName);
  const asOf = isObject(setting) ? setting['as of'] : undefined;
  return typeof asOf === 'number' ? asOf : null;
}

/** Due work that a scheduler would start immediately. */
export interface PendingWork {
  readonly kind: 'trigger' | 'script' | 'mail' | 'request' | 'event' | 'release';
  /** The last segment of the id of a trigger, a release or a received event. */
  readonly id: string;
  readonly title: string;
  /** The time since which it is due; null if it is due immediately. */
  readonly dueAt: Instant | null;
}

const kinds: Record<PendingWork['kind'], string> = {
  trigger: `select id, title, next_fire_at as due_at from triggers where next_fire_at <= clock_timestamp()`,
  script: `select a.release_id as id, r.title || ' / ' || coalesce(t.title, '') as title, a.until as due_at
    from awaits a join live_releases r on r.id = a.release_id left join live_tasks t on t.id = a.task_id
    where a.kind = 'script' and (a.until is null or a.until <= clock_timestamp())`,
  mail: `select a.release_id as id, r.title || ' / ' || coalesce(t.title, '') as title, a.until as due_at
    from awaits a join live_releases r on r.id = a.release_id left join live_tasks t on t.id = a.task_id
    where a.kind = 'mail' and (a.until is null or a.until <= clock_timestamp())`,
  request: `select j.release_id as id, coalesce(r.title, '') as title, j.written_at as due_at
    from script_journal j left join live_releases r on r.id = j.release_id where j.reply is null`,
  event: `select d.id, c.title, d.received_at as due_at from deliveries d join configurations c on c.id = d.endpoint_id
    where d.verdict = 'ACCEPTED' and d.processed_at is null`,
  release: `select id, title, next_wake_at as due_at from live_releases where next_wake_at <= clock_timestamp()`,
};

const text = Object.entries(kinds)
  .map(
    ([kind, sql]) =>
      `(select '${kind}' as kind, id, title, due_at as "dueAt" from (${sql}) as ${kind}_owed order by due_at limit $1)`,
  )
  .join(' union all ');

/**
 * Lists the due work: due triggers, waiting and running scripts, mails of tasks, script requests without a response, accepted events
 * that were not dispatched, and due releases. Of each kind, it returns the longest due ones, at most `limit`.
 */
export const readPendingWork = (connection: Connection, limit: number): Promise<readonly PendingWork[]> =>
  connection.query<PendingWork>({ text }, [limit]);
