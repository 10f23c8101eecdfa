import type { AuditAction, AuditEntry, Instant, Json } from '@slipway/domain/model';
import type { Connection, Parameter } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { convertStorageErrors } from '../database/storage-errors.ts';

/** The user who made a change, and the IP address of the client. */
export interface Actor {
  readonly username: string;
  /** The IP address of the client; null for a change without a request. */
  readonly address: string | null;
}

/** A change. `before` and `after` contain no secrets; a changed secret appears as a mask. */
export interface AuditRecord {
  readonly actor: Actor;
  readonly action: AuditAction;
  /** The name of a user or role, the id of an object with teams, or the note of a token. */
  readonly subject: string;
  /** The changed members before the change; null for a new object. */
  readonly before: Json;
  /** The changed members after the change; null for a deleted object. */
  readonly after: Json;
}

const insertStatement = {
  name: 'insert-audit',
  text: `insert into audit (action, username, address, subject, before, after)
    values ($1, $2, $3, $4, $5::jsonb, $6::jsonb)`,
};

const toJson = (value: Json): string | null => (value === null ? null : JSON.stringify(value));

/** Records a change. Call it in the transaction of the change, so that both are stored or neither. */
export async function writeAudit(connection: Connection, record: AuditRecord): Promise<void> {
  const { actor, action, subject, before, after } = record;
  const values = [action, actor.username, actor.address, subject, toJson(before), toJson(after)];
  await convertStorageErrors(() => connection.query(insertStatement, values));
}

/** The filter of audit entries. Absent members match all entries. Names match case-insensitively. */
interface AuditFilter {
  readonly username?: string | undefined;
  readonly subject?: string | undefined;
  readonly actions?: readonly AuditAction[] | undefined;
  readonly address?: string | undefined;
  /** Inclusive lower bound of the time. */
  readonly from?: Instant | undefined;
  /** Exclusive upper bound of the time. */
  readonly to?: Instant | undefined;
  /** Only entries older than the entry with this `seq`. */
  readonly before?: number | undefined;
}

const entryColumns = 'seq, at, action, username, address, subject, before, after, count, last_at as "lastAt"';

function toConditions({ username, subject, actions, address, from, to, before }: AuditFilter) {
  const clauses: readonly (readonly [condition: (n: number) => string, value: Parameter | undefined])[] = [
    [(n) => `lower(username) = lower($${n})`, username],
    [(n) => `lower(subject) = lower($${n})`, subject],
    [(n) => `action = any ($${n}::text[])`, actions],
    [(n) => `address = $${n}`, address],
    [(n) => `coalesce(last_at, at) >= $${n}`, from === undefined ? undefined : timestamp(from)],
    [(n) => `at < $${n}`, to === undefined ? undefined : timestamp(to)],
    [(n) => `seq < $${n}`, before],
  ];
  const conditions: string[] = [];
  const values: Parameter[] = [];
  for (const [condition, value] of clauses) {
    if (value === undefined) continue;
    values.push(value);
    conditions.push(condition(values.length));
  }
  return { conditions, values };
}

/** Reads one page of the audit log, newest entries first. */
export async function readAudit(
  connection: Connection,
  filter: AuditFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly AuditEntry[]> {
  const { conditions, values } = toConditions(filter);
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const page = `limit $${values.length + 1} offset $${values.length + 2}`;
  const text = `select ${entryColumns} from audit ${where} order by seq desc ${page}`;
  return await connection.query<AuditEntry>({ text }, [...values, limit, offset]);
}

/** Login attempts with the same method, user and address. */
export interface LoginAttempts {
  readonly action: AuditAction & `LOGIN_${string}`;
  /** Null for an unknown name, because the user may have entered a password as the name. */
  readonly username: string | null;
  /** The IP address of the client; null if the addresses were too many to count separately. */
  readonly address: string | null;
  /** The login method, such as `password`. */
  readonly by: string;
  readonly count: number;
}

const recordAttemptStatement = {
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
 * Records login attempts. Attempts within one hour with the same action, method, user and address are one entry with a
 * count, so that a flood of attempts creates few entries.
 */
export async function recordLoginAttempts(connection: Connection, attempts: readonly LoginAttempts[]): Promise<void> {
  if (attempts.length > 0) await connection.query(recordAttemptStatement, [JSON.stringify(attempts)]);
}

const deleteExpiredStatement = {
  name: 'delete-audit',
  text: `delete from audit where seq in (
      select seq from audit where at < now() - $1 * interval '1 day' and coalesce(last_at, at) < now() - $1 * interval '1 day'
      order by at limit $2 for update skip locked)
    returning seq`,
};

/** Deletes entries older than this number of days, at most `limit`. Returns their number. */
export async function deleteExpiredAudit(connection: Connection, days: number, limit: number): Promise<number> {
  return (await connection.query(deleteExpiredStatement, [days, limit])).length;
}
