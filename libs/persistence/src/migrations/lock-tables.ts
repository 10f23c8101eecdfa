import type { Knex } from 'knex';
import pg from 'pg';

/** One attempt to lock several tables. */
export interface LockAttempt {
  /** The table or partition that the previous attempt could not lock. This attempt locks it first. */
  readonly firstTable: string | null;
  /** The maximum time in milliseconds that the attempt may block other transactions. */
  readonly timeoutMs: number;
}

const partitionsSql = `select relation from unnest(?::text[]) with ordinality as wanted (name, nth),
  lateral (select name::regclass, 0 union select relid::regclass, level from pg_partition_tree(name::regclass))
    as family (relation, level)`;

/** SQL for tables with their partitions, in the order in which queries lock them: a table before its partitions. */
const tablesInLockOrder = `${partitionsSql} group by nth, relation order by relation::text is distinct from ?, nth, min(level), relation::oid`;

/**
 * Locks tables one after another. If another transaction waits for a table that is already locked here and holds a lock
 * of a later one, waiting would be a deadlock: the attempt then fails immediately and releases its locks. The total
 * wait is shorter than `deadlock_timeout`, so the server cancels no transaction.
 */
const lockInTurnSql = `do $$
  declare
    wanted regclass[] := current_setting('slipway.wanted')::regclass[];
    taken regclass[] := '{}';
    next regclass;
    inWay regclass;
    patience interval := least(current_setting('lock_timeout')::interval,
      0.5 * current_setting('deadlock_timeout')::interval);
    until timestamptz;
  begin
    foreach next in array wanted loop
      if taken <> '{}' then
        select held.relation into inWay from pg_locks waiting join pg_locks held using (pid, database)
          where database = (select oid from pg_database where datname = current_database())
            and not waiting.granted and waiting.relation = any (taken)
            and held.granted and held.relation = any (wanted) and held.relation <> all (taken)
          limit 1;
        if found then
          raise lock_not_available using message = 'a transaction that holds it waits for this one', table = inWay::text;
        end if;
        until := coalesce(until, clock_timestamp() + patience);
        perform set_config('lock_timeout',
          greatest(1, 1000 * extract(epoch from until - clock_timestamp()))::int::text, true);
      end if;
      begin
        execute format('lock table only %s in access exclusive mode', next);
      exception when lock_not_available then
        raise lock_not_available using message = 'another transaction holds it', table = next::text;
      end;
      taken := taken || next;
    end loop;
    -- for other locks that the step takes: they have no order, so a deadlock is possible
    perform set_config('lock_timeout', '150ms', true);
  end $$`;

/**
 * The timeout of waits that block no other transaction. It is longer than autovacuum and similar workers keep a lock
 * that another transaction requests.
 */
const longLockTimeout = "set local lock_timeout = '10s'";

/**
 * Locks tables and all their partitions exclusively until the transaction ends. Fails with 55P03 if this does not
 * succeed soon. First it waits for autovacuum and similar workers, which give up their lock within a second; this wait
 * blocks no reader or writer. Then it acquires the exclusive locks together.
 */
export async function lockTables(
  transaction: Knex.Transaction,
  tables: readonly string[],
  { firstTable, timeoutMs }: LockAttempt,
): Promise<void> {
  if (tables.length === 0) return;
  await transaction.raw(longLockTimeout);
  for (const table of tables) await transaction.raw('lock table ?? in share update exclusive mode', [table]);
  const { rows } = await transaction.raw<{ readonly rows: readonly { readonly relation: string }[] }>(
    tablesInLockOrder,
    [[...tables], firstTable],
  );
  const relations = `{${rows.map(({ relation }) => relation).join(',')}}`;
  await transaction.raw("select set_config('slipway.wanted', ?, true), set_config('lock_timeout', ?, true)", [
    relations,
    String(Math.round(timeoutMs)),
  ]);
  await transaction.raw(lockInTurnSql);
}

/** Returns the table or partition that `lockTables` could not lock, from its error. Returns null for other errors. */
export const findBlockedTable = (error: unknown): string | null =>
  (error instanceof pg.DatabaseError ? error.table : null) ?? null;

interface Holder {
  /** The process id; null for a prepared transaction, which has no process. */
  readonly pid: number | null;
  /** This and the next members are null if the database user may not view them. */
  readonly kind: string | null;
  readonly person: string | null;
  readonly program: string | null;
  readonly state: string | null;
  readonly seconds: number | null;
}

const holders = `select distinct l.pid, a.backend_type as kind, a.usename as person, nullif(a.application_name, '') as program,
    a.state, round(extract(epoch from clock_timestamp() - a.xact_start))::int as seconds
  from pg_locks l left join pg_stat_activity a using (pid)
  where l.granted and l.pid is distinct from pg_backend_pid()
    and l.database = (select oid from pg_database where datname = current_database())
    and l.relation in (${partitionsSql})
  order by seconds desc nulls last`;

/** The maximum number of listed transactions, oldest first. The oldest ones block all attempts; recent ones vary. */
const maxListed = 3;

const describeHolder = ({ pid, kind, person, program, state, seconds }: Holder): string => {
  if (pid === null) return 'a prepared transaction';
  const words = [kind === 'client backend' ? null : kind, person && `user ${person}`, program, state];
  const knownWords = words.filter((word) => word !== null);
  return `process ${pid} (${[...knownWords, ...(seconds === null ? [] : [`for ${seconds} s`])].join(', ')})`;
};

/** Describes the transactions that hold locks on these tables. */
export async function describeHolders(database: Knex, tables: readonly string[]): Promise<string> {
  const { rows } = await database.raw<{ readonly rows: readonly Holder[] }>(holders, [[...tables]]);
  const more = rows.length - maxListed;
  const listed = rows.slice(0, maxListed).map(describeHolder);
  if (listed.length === 0) return 'no transaction holds them at this moment: many alternate';
  return `in use by ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
