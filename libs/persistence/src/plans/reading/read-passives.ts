import {
  blankPhasePassive,
  blankReleasePassive,
  blankTaskPassive,
  type PhasePassive,
  type ReleasePassive,
  type TaskPassive,
} from '@slipway/domain/model';
import type { Connection } from '../../database/database.ts';

const select = {
  name: 'read-passives',
  text: 'select id, passive from live_tasks where id = any ($1::text[])',
};

/** The passive parts of live tasks, by id: for the few decisions that read texts. */
export async function readPassives(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TaskPassive>> {
  const rows = await connection.query<{ readonly id: string; readonly passive: Partial<TaskPassive> }>(select, [ids]);
  return new Map(rows.map(({ id, passive }) => [id, { ...blankTaskPassive, ...passive }]));
}

const selectPhases = {
  name: 'read-phase-passives',
  text: 'select id, passive from live_phases where id = any ($1::text[])',
};

/** The passive parts of live phases, by id. */
export async function readPhasePassives(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PhasePassive>> {
  const rows = await connection.query<{ readonly id: string; readonly passive: Partial<PhasePassive> }>(selectPhases, [
    ids,
  ]);
  return new Map(rows.map(({ id, passive }) => [id, { ...blankPhasePassive, ...passive }]));
}

const selectRelease = {
  name: 'read-release-passive',
  text: 'select passive from live_releases where id = $1',
};

/** The passive part of a live release; blank where there is none. */
export async function readReleasePassive(connection: Connection, id: string): Promise<ReleasePassive> {
  const [row] = await connection.query<{ readonly passive: Partial<ReleasePassive> }>(selectRelease, [id]);
  return { ...blankReleasePassive, ...row?.passive };
}
