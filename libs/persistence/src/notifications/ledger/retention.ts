import type { Connection } from '../../database/database.ts';

const statements = {
  months: {
    name: 'maintain-notification-months',
    text: 'select add_notification_months(), drop_notification_months()',
  },
  attempts: {
    name: 'delete-expired-attempts',
    text: `with expired as (
        select id from notification_attempts where at < now() - interval '90 days' order by at limit $1)
      delete from notification_attempts a using expired e where a.id = e.id returning a.id`,
  },
  deliveries: {
    name: 'delete-expired-deliveries',
    text: `with expired as (
        select id, created_at from notification_deliveries_other where created_at < now() - interval '90 days' limit $1)
      delete from notification_deliveries_other d using expired e
      where d.id = e.id and d.created_at = e.created_at returning d.id`,
  },
};

/** Creates the partitions of the ledger for the coming months, and drops those that are older than 90 days. */
export async function maintainNotificationMonths(connection: Connection): Promise<void> {
  await connection.query(statements.months);
}

/** Deletes at most `limit` attempts that are older than 90 days. Returns their number. */
export const deleteExpiredAttempts = async (connection: Connection, limit: number): Promise<number> =>
  (await connection.query(statements.attempts, [limit])).length;

/** Deletes at most `limit` expired deliveries outside of the partitions of months. Returns their number. */
export const deleteExpiredDeliveries = async (connection: Connection, limit: number): Promise<number> =>
  (await connection.query(statements.deliveries, [limit])).length;
