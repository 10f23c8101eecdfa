import type { Instant } from '@slipway/domain/model';
import type { Weekday } from '@slipway/domain/notification-choices';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { queueEventsSql } from '../events/events.ts';

/** When a user receives the weekly mail of a dashboard. */
export interface WeeklySchedule {
  readonly weekday: Weekday;
  /** `HH:MM` in local time */
  readonly time: string;
  readonly timeZone: string;
}

/** A stored schedule, with the time of the next mail. */
export interface DashboardSubscription extends WeeklySchedule {
  readonly nextAt: Instant;
}

/** A weekly mail that is due. */
export interface DueWeeklyMail extends DashboardSubscription {
  readonly dashboardId: string;
  /** in lower case */
  readonly username: string;
  readonly title: string;
  readonly folderId: string | null;
}

const columns = 'weekday, time, time_zone as "timeZone", next_at as "nextAt"';

const statements = {
  read: {
    name: 'read-dashboard-subscription',
    text: `select ${columns} from dashboard_subscriptions where dashboard_id = $1 and username = lower($2)`,
  },
  // A user who requests the mail has not switched it off any longer.
  save: {
    name: 'save-dashboard-subscription',
    text: `with wanted as (
        update notification_preferences set preferences = preferences #- '{events,dashboard.weekly,mail}',
          version = version + 1
        where username = lower($2) and preferences #>> '{events,dashboard.weekly,mail}' = 'off')
      insert into dashboard_subscriptions (dashboard_id, username, weekday, time, time_zone, next_at)
      values ($1, lower($2), $3, $4, $5, $6)
      on conflict (dashboard_id, username) do update set weekday = excluded.weekday, time = excluded.time,
        time_zone = excluded.time_zone, next_at = excluded.next_at`,
  },
  delete: {
    name: 'delete-dashboard-subscription',
    text: 'delete from dashboard_subscriptions where dashboard_id = $1 and username = lower($2)',
  },
  due: {
    name: 'due-weekly-mails',
    text: `select s.dashboard_id as "dashboardId", s.username, ${columns}, d.title, d.folder_id as "folderId"
      from dashboard_subscriptions s join dashboards d on d.id = s.dashboard_id
      where s.next_at <= $1::timestamptz order by s.next_at limit $2 for update of s skip locked`,
  },
  write: {
    name: 'write-weekly-mails',
    text: `with due as (
        select * from json_to_recordset($1) as x(dashboard_id text, username text, title text, folder_id text,
          due_at timestamptz, next_at timestamptz)
      ), ev as (
        insert into events (type, occasion, folder_id, actor, at, data, audience)
        select 'dashboard.weekly', dashboard_id || ' ' || username || ' ' || extract(epoch from due_at), folder_id,
          'SYSTEM', $2::timestamptz,
          jsonb_build_object('subject', jsonb_build_object('id', dashboard_id, 'title', title)),
          jsonb_build_object('subjectOwner', username)
        from due on conflict (type, occasion) where occasion is not null do nothing returning id
      ), eq as (${queueEventsSql})
      update dashboard_subscriptions s set next_at = due.next_at from due
      where s.dashboard_id = due.dashboard_id and s.username = due.username`,
  },
};

export async function readDashboardSubscription(
  connection: Connection,
  dashboardId: string,
  username: string,
): Promise<DashboardSubscription | null> {
  const [row] = await connection.query<DashboardSubscription>(statements.read, [dashboardId, username]);
  return row ?? null;
}

/** Saves the schedule of a user, and switches their mails of dashboards on. */
export async function saveDashboardSubscription(
  connection: Connection,
  dashboardId: string,
  username: string,
  { weekday, time, timeZone, nextAt }: DashboardSubscription,
): Promise<void> {
  await connection.query(statements.save, [dashboardId, username, weekday, time, timeZone, timestamp(nextAt)]);
}

export async function deleteDashboardSubscription(
  connection: Connection,
  dashboardId: string,
  username: string,
): Promise<void> {
  await connection.query(statements.delete, [dashboardId, username]);
}

/** Locks due weekly mails until the transaction ends. Other processes skip them. */
export const lockDueWeeklyMails = (
  connection: Connection,
  now: Instant,
  limit: number,
): Promise<readonly DueWeeklyMail[]> => connection.query<DueWeeklyMail>(statements.due, [timestamp(now), limit]);

/** Writes the events of due weekly mails, and the times of the next ones. */
export async function writeWeeklyMails(
  connection: Connection,
  now: Instant,
  mails: readonly { readonly due: DueWeeklyMail; readonly nextAt: Instant }[],
): Promise<void> {
  const rows = mails.map(({ due: { dashboardId, username, title, folderId, nextAt: dueAt }, nextAt }) => ({
    ...{ dashboard_id: dashboardId, username, title, folder_id: folderId },
    ...{ due_at: timestamp(dueAt), next_at: timestamp(nextAt) },
  }));
  await connection.query(statements.write, [JSON.stringify(rows), timestamp(now)]);
}
