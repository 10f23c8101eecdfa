import {
  blankAuthorship,
  blankPhasePassive,
  blankRelease,
  blankReleasePassive,
  type FlagStatus,
  type Instant,
  type Phase,
  type PhaseStatus,
  type Release,
  type ReleaseStatus,
  storedPassive,
  type Task,
  type Variable,
} from '@slipway/domain/model';
import { timestamp } from '../../database/instants.ts';
import { createDefaultsFilter, passiveRecord } from './passive.ts';

/** The columns of a release that decisions read. */
export interface ReleaseRow {
  readonly id: string;
  readonly archived: boolean;
  readonly version: number;
  readonly folder_id: string;
  readonly status: ReleaseStatus;
  readonly title: string;
  readonly owner: string | null;
  readonly scheduled_start_date: Instant | null;
  readonly due_date: Instant | null;
  readonly planned_duration: number | null;
  readonly start_date: Instant | null;
  readonly end_date: Instant | null;
  readonly flag_status: FlagStatus;
  readonly real_flag_status: FlagStatus;
  readonly tags: readonly string[];
  readonly auto_start: boolean;
  readonly abort_on_failure: boolean;
  readonly origin_template_id: string | null;
  readonly started_from_task_id: string | null;
  readonly risk_score: number;
  readonly total_risk_score: number;
  readonly risk_key: string | null;
  readonly risk_version: number | null;
  readonly rest: Partial<ReleaseRest>;
  readonly variables: readonly Variable[];
}

/** The members of a release that decisions read and that no query filters by. */
type ReleaseRest = Pick<
  Release,
  | 'allowPasswordsInAllFields'
  | 'maxConcurrentReleases'
  | 'scriptUsername'
  | 'scriptTokenId'
  | 'scriptUserSetBy'
  | 'riskProfile'
  | 'riskFindings'
  | 'overdueNotified'
  | 'hasFailed'
  | 'pauses'
  | 'automatedResumeCount'
  | 'maxAutomatedResumes'
  | 'abortComment'
  | 'createdFromTrigger'
  | 'calendarLinkToken'
  | 'depth'
  | 'authorship'
>;

/**
 * The values of members that are not stored because they have their default. Stored rows rely on them, so a value here
 * must never change.
 */
const blankReleaseRest: ReleaseRest = {
  allowPasswordsInAllFields: blankRelease.allowPasswordsInAllFields,
  maxConcurrentReleases: blankRelease.maxConcurrentReleases,
  scriptUsername: blankRelease.scriptUsername,
  scriptTokenId: null,
  scriptUserSetBy: null,
  riskProfile: blankRelease.riskProfile,
  riskFindings: [],
  overdueNotified: false,
  hasFailed: false,
  pauses: [],
  automatedResumeCount: 0,
  maxAutomatedResumes: 10,
  abortComment: null,
  createdFromTrigger: false,
  calendarLinkToken: null,
  depth: 0,
  authorship: blankAuthorship,
};

export const releaseColumns = `id, archived, version, folder_id, status, title, owner, scheduled_start_date, due_date,
  planned_duration, start_date, end_date, flag_status, real_flag_status, tags, auto_start, abort_on_failure,
  origin_template_id, started_from_task_id, risk_score, total_risk_score, risk_key, risk_version, rest, variables`;

export const toRelease = (row: ReleaseRow, phases: readonly Phase[]): Release => ({
  id: row.id,
  folderId: row.folder_id,
  status: row.status,
  title: row.title,
  owner: row.owner,
  scheduledStartDate: row.scheduled_start_date,
  dueDate: row.due_date,
  plannedDuration: row.planned_duration,
  startDate: row.start_date,
  endDate: row.end_date,
  flagStatus: row.flag_status,
  realFlagStatus: row.real_flag_status,
  tags: row.tags,
  autoStart: row.auto_start,
  abortOnFailure: row.abort_on_failure,
  originTemplateId: row.origin_template_id,
  startedFromTaskId: row.started_from_task_id,
  riskScore: row.risk_score,
  totalRiskScore: row.total_risk_score,
  riskFollows:
    row.risk_key === null || row.risk_version === null ? null : { key: row.risk_key, version: row.risk_version },
  archived: row.archived,
  variables: row.variables,
  ...blankReleaseRest,
  ...row.rest,
  passive: storedPassive,
  phases,
});

/** The columns that a save writes, with their types. */
export const releaseRecord = {
  folder_id: 'text',
  status: 'text',
  title: 'text',
  owner: 'text',
  scheduled_start_date: 'timestamptz',
  due_date: 'timestamptz',
  planned_duration: 'bigint',
  start_date: 'timestamptz',
  end_date: 'timestamptz',
  flag_status: 'text',
  real_flag_status: 'text',
  tags: 'text[]',
  auto_start: 'boolean',
  abort_on_failure: 'boolean',
  origin_template_id: 'text',
  started_from_task_id: 'text',
  risk_score: 'integer',
  total_risk_score: 'integer',
  risk_key: 'text',
  risk_version: 'bigint',
  rest: 'jsonb',
  variables: 'jsonb',
  variable_ids: 'text[]',
} as const;

const restWithoutDefaults = createDefaultsFilter<ReleaseRest>(blankReleaseRest);
const releasePassiveWithoutDefaults = createDefaultsFilter(blankReleasePassive);

export const toReleaseRecord = (release: Release) => ({
  id: release.id,
  folder_id: release.folderId,
  status: release.status,
  title: release.title,
  owner: release.owner,
  scheduled_start_date: timestamp(release.scheduledStartDate),
  due_date: timestamp(release.dueDate),
  planned_duration: release.plannedDuration,
  start_date: timestamp(release.startDate),
  end_date: timestamp(release.endDate),
  flag_status: release.flagStatus,
  real_flag_status: release.realFlagStatus,
  tags: release.tags,
  auto_start: release.autoStart,
  abort_on_failure: release.abortOnFailure,
  origin_template_id: release.originTemplateId,
  started_from_task_id: release.startedFromTaskId,
  risk_score: release.riskScore,
  total_risk_score: release.totalRiskScore,
  risk_key: release.riskFollows?.key ?? null,
  risk_version: release.riskFollows?.version ?? null,
  rest: restWithoutDefaults(release) ?? {},
  variables: release.variables,
  variable_ids: release.variables.length === 0 ? null : release.variables.map(({ id }) => id),
  ...passiveRecord(release.passive, releasePassiveWithoutDefaults),
});

/** The columns of a phase that decisions read. */
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

/** The columns that a save writes, with their types. */
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

const phasePassiveWithoutDefaults = createDefaultsFilter(blankPhasePassive);

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
  ...passiveRecord(phase.passive, phasePassiveWithoutDefaults),
});
