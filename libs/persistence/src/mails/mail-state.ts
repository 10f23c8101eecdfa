import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';

/** The numbers of mails, and the last outcomes. Null: no mail was accepted or rejected yet. */
interface MailState {
  /** mails of notifications, of tasks and with links for new passwords that are not sent yet */
  readonly waiting: number;
  /** mails of notifications that were rejected permanently, in the ledger */
  readonly failed: number;
  /** mails of notifications whose retries have ended, in the ledger */
  readonly dead: number;
  readonly acceptedAt: Instant | null;
  readonly rejectedAt: Instant | null;
  readonly rejectedReason: string | null;
}

/** An address that has rejected mails, of a user who still has it. */
interface SuspendedAddress {
  readonly address: string;
  readonly username: string;
  /** null: an earlier version has suspended the address */
  readonly suspendedAt: Instant | null;
  readonly reason: string | null;
}

/** The maximum number of listed addresses. */
const maxListed = 1_000;

const statements = {
  state: {
    name: 'read-mail-state',
    text: `select (
        (select count(*) from notification_deliveries where state in ('pending', 'held') and channel = 'mail')
        + (select count(*) from awaits where kind = 'mail')
        + (select count(*) from password_resets where sealed_secret is not null and expires_at > now()))::int as waiting,
      (select count(*)::int from notification_deliveries where state = 'failed' and channel = 'mail') as failed,
      (select count(*)::int from notification_deliveries where state = 'dead' and channel = 'mail') as dead,
      (select at from mail_outcomes where kind = 'accepted') as "acceptedAt",
      r.at as "rejectedAt", r.reason as "rejectedReason"
    from (select) one left join mail_outcomes r on r.kind = 'rejected'`,
  },
  suspended: {
    name: 'list-suspended-addresses',
    text: `select u.email as address, u.username, p.suspended_at as "suspendedAt", p.suspended_reason as reason
      from notification_preferences p join users u on lower(u.username) = p.username
      where p.address_suspended = u.email order by p.suspended_at desc nulls last, p.username limit ${maxListed}`,
  },
  end: {
    name: 'end-suspension',
    text: `with ended as (
        select p.username as key, u.username, p.address_suspended as address, p.suspended_at, p.suspended_reason
        from notification_preferences p join users u on lower(u.username) = p.username
        where p.address_suspended = u.email and lower(u.email) = lower($1)
        order by p.username for update of p)
      update notification_preferences p
      set hard_bounces = 0, address_suspended = null, suspended_at = null, suspended_reason = null
      from ended e where p.username = e.key
      returning e.address, e.username, e.suspended_at as "suspendedAt", e.suspended_reason as reason`,
  },
};

export async function readMailState(connection: Connection): Promise<MailState> {
  const [row] = await connection.query<MailState>(statements.state);
  if (row === undefined) throw new Error('the state of mail has no row');
  return row;
}

/** Returns at most 1,000 suspended addresses, the latest first. An address of several users has several rows. */
export const listSuspendedAddresses = (connection: Connection): Promise<readonly SuspendedAddress[]> =>
  connection.query<SuspendedAddress>(statements.suspended);

/** Sends mails to an address again, for each user who has it. Returns the ended suspensions. */
export const endSuspension = (connection: Connection, address: string): Promise<readonly SuspendedAddress[]> =>
  connection.query<SuspendedAddress>(statements.end, [address]);
