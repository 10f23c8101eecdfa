import type { Await } from '@slipway/domain/decision';
import type { Instant, Release } from '@slipway/domain/model';
import { readClock } from '../../database/clock.ts';
import type { Connection } from '../../database/database.ts';
import { statusSql } from '../../database/statuses.ts';
import {
  type PhaseRow,
  phaseColumns,
  type ReleaseRow,
  releaseColumns,
  toPhase,
  toRelease,
} from '../rows/release-row.ts';
import { type TaskRow, taskColumns, toTask, toTree } from '../rows/task-row.ts';

/** A live release or template for decisions, without its passive parts. */
export interface Plan {
  readonly release: Release;
  /** The version, which each save increases by one. */
  readonly version: number;
  /** The stored pending work of the release. */
  readonly awaits: readonly Await[];
  /** The stored time of the next wake, which is the next change without another event. */
  readonly wakeAt: Instant | null;
  /** The trace of the latest change; null without tracing. */
  readonly traceparent: string | null;
}

const selectRelease = {
  name: 'load-release',
  text: `select ${releaseColumns}, next_wake_at, traceparent from live_releases where id = $1`,
};
const selectPhases = {
  name: 'load-phases',
  text: `select ${phaseColumns} from live_phases where release_id = $1 order by position`,
};
const selectTasks = {
  name: 'load-tasks',
  text: `select ${taskColumns} from live_tasks where release_id = $1 order by position`,
};
const selectAwaits = {
  name: 'load-awaits',
  text: 'select task_id as "taskId", kind, purpose, reference, until from awaits where release_id = $1',
};

interface WakeRow {
  readonly next_wake_at: Instant | null;
  readonly traceparent: string | null;
}

/**
 * Loads a live plan, or returns null if there is none. Sends several statements together, so the connection must be a
 * transaction that holds the lock of the release, or a snapshot.
 */
export async function loadPlan(connection: Connection, id: string): Promise<Plan | null> {
  const [[row], phases, tasks, awaits] = await Promise.all([
    connection.query<ReleaseRow & WakeRow>(selectRelease, [id]),
    connection.query<PhaseRow>(selectPhases, [id]),
    connection.query<TaskRow>(selectTasks, [id]),
    connection.query<Await>(selectAwaits, [id]),
  ]);
  if (row === undefined) return null;
  const tasksIn = toTree(tasks, toTask);
  const release = toRelease(
    row,
    phases.map((phase) => toPhase(phase, tasksIn(phase.id))),
  );
  return { release, version: row.version, awaits, wakeAt: row.next_wake_at, traceparent: row.traceparent };
}

/** A live release whose row this transaction has locked. */
interface ReleaseLock {
  readonly version: number;
  /** The database time after the lock was acquired. */
  readonly now: Instant;
}

const lockStatement = { name: 'lock-release', text: 'select version from live_releases where id = $1 for update' };

/**
 * Locks a live release or template until the transaction ends. Waits for other holders of the lock. Returns null if
 * there is no such object.
 */
export async function lockRelease(connection: Connection, id: string): Promise<ReleaseLock | null> {
  const [[row], now] = await Promise.all([
    connection.query<{ readonly version: number }>(lockStatement, [id]),
    readClock(connection),
  ]);
  return row === undefined ? null : { version: row.version, now };
}

const version = { name: 'release-version', text: 'select version from live_releases where id = $1' };

/** Returns the stored version of a live release or template, or null if there is none. */
export async function readVersion(connection: Connection, id: string): Promise<number | null> {
  const [row] = await connection.query<{ readonly version: number }>(version, [id]);
  return row?.version ?? null;
}

const shareTemplateStatement = {
  name: 'lock-template',
  text: `select version from live_releases where id = $1 and status = ${statusSql('TEMPLATE')} for share nowait`,
};

/**
 * Prevents changes of a template until the transaction ends, and returns its version, or null if there is none. Never
 * waits: fails with 55P03 if another transaction holds the lock.
 */
export async function lockTemplateShared(connection: Connection, id: string): Promise<number | null> {
  const [row] = await connection.query<{ readonly version: number }>(shareTemplateStatement, [id]);
  return row?.version ?? null;
}

const lockTemplateStatement = {
  name: 'hold-template',
  text: `select version, coalesce((passive ->> 'allowConcurrentReleasesFromTrigger')::boolean, true)
      as "allowConcurrentReleasesFromTrigger"
    from live_releases where id = $1 and status = ${statusSql('TEMPLATE')} for no key update`,
};

/** A template that this transaction has locked. */
interface TemplateLock {
  readonly version: number;
  readonly allowConcurrentReleasesFromTrigger: boolean;
}

/**
 * Locks a template until the transaction ends, so that triggers create releases from it one after the other. Waits for
 * other holders of the lock. Returns null if there is no such template.
 */
export async function lockTemplate(connection: Connection, id: string): Promise<TemplateLock | null> {
  const [row] = await connection.query<TemplateLock>(lockTemplateStatement, [id]);
  return row ?? null;
}
