import type { AuditAction, Instant, Json } from '@slipway/domain/model';
import type { Connection, Parameter } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';

/** A line of the audit log; `seq` rises with time and is unique. */
export interface AuditEntry {
  readonly seq: number;
  readonly at: Instant;
  readonly action: AuditAction;
  readonly username: string | null;
  readonly address: string | null;
  readonly subject: string | null;
  readonly before: Json;
  readonly after: Json;
  readonly count: number;
  /** of attempts: when the last one was */
  readonly lastAt: Instant | null;
}

/** The filter of entries; absent members match all. Names are compared in any letter case. */
export interface AuditFilter {
  readonly username?: string | undefined;
  readonly subject?: string | undefined;
  readonly actions?: readonly AuditAction[] | undefined;
  readonly address?: string | undefined;
  /** not before */
  readonly from?: Instant | undefined;
  /** before */
  readonly to?: Instant | undefined;
  /** the lines that come after the one with this `seq` where the newest comes first */
  readonly before?: number | undefined;
}

const columns = 'seq, at, action, username, address, subject, before, after, count, last_at as "lastAt"';

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

/** One page of the audit log, the newest line first. */
export async function readAudit(
  connection: Connection,
  filter: AuditFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly AuditEntry[]> {
  const { conditions, values } = toConditions(filter);
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const page = `limit $${values.length + 1} offset $${values.length + 2}`;
  const text = `select ${columns} from audit ${where} order by seq desc ${page}`;
  return await connection.query<AuditEntry>({ text }, [...values, limit, offset]);
}
