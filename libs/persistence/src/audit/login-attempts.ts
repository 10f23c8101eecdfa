import type { AuditAction } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';

/** Attempts to log in that are alike. */
export interface LoginAttempts {
  readonly action: AuditAction & `LOGIN_${string}`;
  /** Null for an unknown name, which may be a password by mistake. */
  readonly username: string | null;
  /** of the client; null: too many to name each */
  readonly address: string | null;
  /** what the login was tried with, such as `password` */
  readonly by: string;
  readonly count: number;
}

const recordStatement = {
  name: 'note-attempts',
  text: `with now as (select clock_timestamp() as at),
      given as (
        select at, action, by, username, address, count, concat_ws(' ', action, by,
          to_char(at, 'YYYY-MM-DD"T"HH24'), coalesce(address, '-'), lower(username)) as attempt
        from now, json_to_recordset($1) as t (action text, by text, username text, address text, count int)
      )
    insert into audit (at, action, username, address, subject, attempt, count, last_at)
    select at, action, min(username), address, by, attempt, sum(count), at from given
    group by at, action, address, by, attempt
    order by attempt
    on conflict (attempt) do update set count = audit.count + excluded.count, last_at = excluded.last_at`,
};

/**
 * Writes down attempts to log in. Those of one hour that have action, user and address in common are one line with their
 * count, so that a flood of them makes few lines.
 */
export async function recordLoginAttempts(connection: Connection, attempts: readonly LoginAttempts[]): Promise<void> {
  if (attempts.length > 0) await connection.query(recordStatement, [JSON.stringify(attempts)]);
}
