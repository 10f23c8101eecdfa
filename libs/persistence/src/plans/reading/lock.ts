import type { Instant, PhaseStatus, ReleaseStatus, TargetState, TaskStatus } from '@slipway/domain';
import type { Connection } from '../../database/database.ts';

/** A live release whose row this transaction has locked. */
export interface Locked {
  readonly version: number;
  /** the database's clock, read once the lock was held */
  readonly now: Instant;
}

const lock = { name: 'lock-release', text: 'select version from live_releases where id = $1 for update' };
const clock = {
  name: 'clock',
  text: 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now',
};

/** The database's clock. */
export async function readClock(connection: Connection): Promise<Instant> {
  const [row] = await connection.query<{ readonly now: Instant }>(clock);
  return row?.now ?? Number.NaN;
}

/** Locks a live release or template until the transaction ends; null when there is none. Waits for who has it. */
export async function lockRelease(connection: Connection, id: string): Promise<Locked | null> {
  const [[row], now] = await Promise.all([
    connection.query<{ readonly version: number }>(lock, [id]),
    readClock(connection),
  ]);
  return row === undefined ? null : { version: row.version, now };
}

const version = { name: 'release-version', text: 'select version from live_releases where id = $1' };

/** The stored version of a live release or template; null when there is none. */
export async function readVersion(connection: Connection, id: string): Promise<number | null> {
  const [row] = await connection.query<{ readonly version: number }>(version, [id]);
  return row?.version ?? null;
}

const shareTemplate = {
  name: 'lock-template',
  text: `select version from live_releases where id = $1 and status = 'TEMPLATE' for share nowait`,
};

/**
 * Keeps a template as it is until the transaction ends, and answers its version; null when there is none. Never waits:
 * fails with 55P03.
 */
export async function lockTemplateShared(connection: Connection, id: string): Promise<number | null> {
  const [row] = await connection.query<{ readonly version: number }>(shareTemplate, [id]);
  return row?.version ?? null;
}

const holdTemplate = {
  name: 'hold-template',
  text: `select version, coalesce((passive ->> 'allowConcurrentReleasesFromTrigger')::boolean, true)
      as "allowConcurrentReleasesFromTrigger"
    from live_releases where id = $1 and status = 'TEMPLATE' for no key update`,
};

/** A template that this transaction holds. */
export interface HeldTemplate {
  readonly version: number;
  readonly allowConcurrentReleasesFromTrigger: boolean;
}

/**
 * Holds a template until the transaction ends, so that triggers make releases from it one after the other; null when
 * there is none. Waits for who has it.
 */
export async function lockTemplate(connection: Connection, id: string): Promise<HeldTemplate | null> {
  const [row] = await connection.query<HeldTemplate>(holdTemplate, [id]);
  return row ?? null;
}

/** Who waits is told after the target's change; who begins to wait must see it or be seen: hence the share lock. */
const lockTargets = {
  name: 'lock-targets',
  text: `select id from live_releases where id in (
      select release_id from live_tasks where id = any ($1::text[])
      union select release_id from live_phases where id = any ($1::text[])
      union select unnest($1::text[]))
    order by id for share nowait`,
};
const targets = {
  name: 'target-states',
  text: `select id, status from releases where id = any ($1::text[])
    union all select id, status from phases where id = any ($1::text[])
    union all select id, status from tasks where id = any ($1::text[])`,
};

/**
 * What the releases, phases and tasks with these ids are to a gate. Their releases stay as they are until the
 * transaction ends; never waits for another one: fails with 55P03 while a target's release is being changed.
 */
export async function readTargets(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TargetState>> {
  const [, rows] = await Promise.all([
    connection.query(lockTargets, [ids]),
    connection.query<{ readonly id: string; readonly status: ReleaseStatus | PhaseStatus | TaskStatus }>(targets, [
      ids,
    ]),
  ]);
  const found = new Map(rows.map(({ id, status }) => [id, stateOf(status)]));
  return new Map(ids.map((id) => [id, found.get(id) ?? 'missing']));
}

/**
 * Which of the releases, phases and tasks with these ids are done. Nothing is locked: what is done stays done to
 * the gate that has seen it.
 */
export async function doneTargets(connection: Connection, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await connection.query<{
    readonly id: string;
    readonly status: ReleaseStatus | PhaseStatus | TaskStatus;
  }>(targets, [ids]);
  return rows.filter(({ status }) => stateOf(status) === 'done').map(({ id }) => id);
}

/** Done means COMPLETED or SKIPPED (decisions.md, Flow); a template is nothing that one can wait for. */
export function stateOf(status: ReleaseStatus | PhaseStatus | TaskStatus): TargetState {
  if (status === 'COMPLETED' || status === 'SKIPPED') return 'done';
  if (status === 'ABORTED') return 'aborted';
  return status === 'TEMPLATE' ? 'missing' : 'open';
}

const countLock = { name: 'lock-count', text: 'select pg_advisory_xact_lock(5516002)' };
const count = {
  name: 'count-made',
  text: `select count(*) as count from live_releases
    where started_from_task_id is not null and status in ('IN_PROGRESS', 'FAILED', 'FAILING', 'PAUSED')`,
};

/** How many releases run that tasks have made. Holds off others who count until the transaction ends. */
export async function countRunningCreated(connection: Connection): Promise<number> {
  const [, [row]] = await Promise.all([
    connection.query(countLock),
    connection.query<{ readonly count: number }>(count),
  ]);
  return row?.count ?? 0;
}
