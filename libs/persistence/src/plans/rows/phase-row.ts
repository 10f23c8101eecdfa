import type { FlagStatus, Instant, Phase, PhaseStatus, Task } from '@slipway/domain/model';
import { blankPhasePassive, storedPassive } from '@slipway/domain/model';
import { timestamp } from '../../database/instants.ts';
import { createDefaultsFilter } from './defaults-filter.ts';
import { passiveRecord } from './passive.ts';

/** The narrow part of a phase's row. */
export interface PhaseRow {
  readonly id: string;
  readonly release_id: string;
  readonly title: string;
  readonly owner: string | null;
  readonly status: PhaseStatus;
  readonly scheduled_start_date: Instant | null;
  readonly due_date: Instant | null;
  readonly planned_duration: number | null;
  readonly start_date: Instant | null;
  readonly end_date: Instant | null;
  readonly flag_status: FlagStatus;
  readonly color: string;
  readonly overdue_notified: boolean;
  readonly origin_id: string | null;
}

export const phaseColumns = `id, release_id, title, owner, status, scheduled_start_date, due_date, planned_duration,
  start_date, end_date, flag_status, color, overdue_notified, origin_id`;

export const toPhase = (row: PhaseRow, tasks: readonly Task[]): Phase => ({
  id: row.id,
  title: row.title,
  owner: row.owner,
  status: row.status,
  scheduledStartDate: row.scheduled_start_date,
  dueDate: row.due_date,
  plannedDuration: row.planned_duration,
  startDate: row.start_date,
  endDate: row.end_date,
  flagStatus: row.flag_status,
  color: row.color,
  overdueNotified: row.overdue_notified,
  originId: row.origin_id,
  passive: storedPassive,
  tasks,
});

/** Columns that a save writes, with their types. */
export const phaseRecord = {
  position: 'integer',
  title: 'text',
  owner: 'text',
  status: 'text',
  scheduled_start_date: 'timestamptz',
  due_date: 'timestamptz',
  planned_duration: 'bigint',
  start_date: 'timestamptz',
  end_date: 'timestamptz',
  flag_status: 'text',
  color: 'text',
  overdue_notified: 'boolean',
  origin_id: 'text',
} as const;

const passiveWithoutDefaults = createDefaultsFilter(blankPhasePassive);

export const toPhaseRecord = (phase: Phase, position: number) => ({
  id: phase.id,
  position,
  title: phase.title,
  owner: phase.owner,
  status: phase.status,
  scheduled_start_date: timestamp(phase.scheduledStartDate),
  due_date: timestamp(phase.dueDate),
  planned_duration: phase.plannedDuration,
  start_date: timestamp(phase.startDate),
  end_date: timestamp(phase.endDate),
  flag_status: phase.flagStatus,
  color: phase.color,
  overdue_notified: phase.overdueNotified,
  origin_id: phase.originId,
  ...passiveRecord(phase.passive, passiveWithoutDefaults),
});
