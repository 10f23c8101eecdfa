import type { Await } from '@slipway/domain/decision';
import type { Instant, Release } from '@slipway/domain/model';
import type { Connection } from '../../database/database.ts';
import { type PhaseRow, phaseColumns, toPhase } from '../rows/phase-row.ts';
import { type ReleaseRow, releaseColumns, toRelease } from '../rows/release-row.ts';
import { type TaskRow, taskColumns, toTask } from '../rows/task-row.ts';
import { toTree } from '../rows/tree.ts';

/** A live release or template as rules see it, without its passive parts. */
export interface Plan {
  readonly release: Release;
  /** goes up by one with every save */
  readonly version: number;
  /** what it waits for, as stored */
  readonly awaits: readonly Await[];
  /** when time alone changes something, as stored */
  readonly wakeAt: Instant | null;
  /** The trace of its latest change; null without tracing. */
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
 * Loads a live plan, or answers null when there is none. Several statements that travel together: the
 * connection has to be a transaction that holds the release's lock, or a snapshot.
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
