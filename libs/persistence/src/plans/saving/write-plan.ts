import type { Release } from '@slipway/domain/model';
import type { Parameter } from '../../database/database.ts';
import { statusSql } from '../../database/statuses.ts';
import { type Columns, columnDefinitions, columnNames } from '../rows/columns.ts';
import type { Differences, PositionedPhase, PositionedTask } from '../rows/differences.ts';
import { passiveRecordColumns, passiveSql } from '../rows/passive.ts';
import { phaseRecord, releaseRecord, toPhaseRecord, toReleaseRecord } from '../rows/release-row.ts';
import { runColumns, taskRecord, toPositionRecord, toRunRecord, toTaskRecord } from '../rows/task-row.ts';
import type { StatementPart } from './compose.ts';

const assignmentsSql = (columns: Columns): string =>
  Object.keys(columns)
    .map((name) => `${name} = x.${name}`)
    .join(', ');
const recordsSql = (columns: Columns): string =>
  `json_to_recordset($1) as x(id text, ${columnDefinitions(columns)}, ${passiveRecordColumns})`;

const toJson = (value: unknown): string => JSON.stringify(value);

const createPart = (key: string, sql: string, ...values: Parameter[]): StatementPart => ({ key, sql, values });

/** The first CTE of the statement, `r`, returns the id of the release, or no row. Without a row, nothing is written. */
const guardSql = 'exists (select from r)';
/**
 * Matches changed rows within the release. With ids only, the planner estimates a hundred records for any list, and
 * scans the whole table until it has tens of thousands of rows.
 */
const rowMatchSql = 't.release_id = r.id and t.id = x.id';

const insertPhases = `insert into live_phases (id, release_id, ${columnNames(phaseRecord)}, passive)
  select x.id, r.id, ${columnNames(phaseRecord, 'x.')}, ${passiveSql('live_phases', null, "'{}'")}
  from r, ${recordsSql(phaseRecord)} returning id, passive`;
/** Updates phases to the records `x` in `from`, which also has `r` with the ids of the releases. */
export const updatePhasesSql = (from: string): string =>
  `update live_phases t set ${assignmentsSql(phaseRecord)}, passive = ${passiveSql('live_phases', null, 't.passive')}
  from ${from} where ${rowMatchSql}`;
const updatePhases = updatePhasesSql(`r, ${recordsSql(phaseRecord)}`);
const deletePhases = `delete from live_phases where id = any ($1::text[]) and ${guardSql}`;

const insertTasks = `insert into live_tasks (id, release_id, ${columnNames(taskRecord)}, passive)
  select x.id, r.id, ${columnNames(taskRecord, 'x.')}, ${passiveSql('live_tasks', 'before_passive', "'{}'")}
  from r, ${recordsSql(taskRecord)} returning id, passive`;
/** The passive part from before the run is stored at the same time as the definition from before the run. */
const updateTasks = `update live_tasks t set ${assignmentsSql(taskRecord)},
    before_passive = case
      when x.before_run is null then null when t.before_run is null then t.passive else t.before_passive end,
    passive = ${passiveSql('live_tasks', 'before_passive', 't.passive')}
  from r, ${recordsSql(taskRecord)} where ${rowMatchSql}`;
/** Updates runs of tasks likewise. */
export const updateRunsSql = (from: string): string =>
  `update live_tasks t set status = x.status, start_date = x.start_date, end_date = x.end_date, run = x.run
  from ${from} where ${rowMatchSql}`;
const updateRuns = updateRunsSql(`r, json_to_recordset($1) as x(${columnDefinitions(runColumns)})`);
const updateOneRun = `update live_tasks set status = $2, start_date = $3, end_date = $4, run = $5
  where id = $1 and ${guardSql}`;
const updatePositions = `update live_tasks t set phase_id = x.phase_id, parent_id = x.parent_id, position = x.position
  from r, json_to_recordset($1) as x(id text, phase_id text, parent_id text, position integer)
  where ${rowMatchSql}`;
const deleteTasks = `delete from live_tasks where id = any ($1::text[]) and ${guardSql}`;
const deleteComments = `delete from live_comments where task_id = any ($1::text[]) and ${guardSql}`;

export function phaseParts({ added, changed, removed }: Differences['phases']): StatementPart[] {
  const toRecords = (phases: readonly PositionedPhase[]) =>
    toJson(phases.map(({ phase, position }) => toPhaseRecord(phase, position)));
  return [
    ...(added.length > 0 ? [createPart('pi', insertPhases, toRecords(added))] : []),
    ...(changed.length > 0 ? [createPart('pu', updatePhases, toRecords(changed))] : []),
    ...(removed.length > 0 ? [createPart('pd', deletePhases, removed)] : []),
  ];
}

/**
 * The maximum number of run changes that are sent as single statements. These are index lookups in every query plan,
 * and one completed task changes two rows. A join with records costs 40 µs more, and may become a scan while the table
 * is small.
 */
const maxSingleRuns = 4;

export function taskParts({ added, changed, runChanges, moved, removed }: Differences['tasks']): StatementPart[] {
  const toRecords = (tasks: readonly PositionedTask[]) => toJson(tasks.map(toTaskRecord));
  return [
    ...(added.length > 0 ? [createPart('ti', insertTasks, toRecords(added))] : []),
    ...(changed.length > 0 ? [createPart('tu', updateTasks, toRecords(changed))] : []),
    ...(moved.length > 0 ? [createPart('tm', updatePositions, toJson(moved.map(toPositionRecord)))] : []),
    ...(removed.length > 0 ? [createPart('td', deleteTasks, removed), createPart('tc', deleteComments, removed)] : []),
    ...runParts(runChanges),
  ];
}

function runParts(runChanges: Differences['tasks']['runChanges']): StatementPart[] {
  const runs = runChanges.map(toRunRecord);
  if (runs.length > maxSingleRuns) return [createPart('tr', updateRuns, toJson(runs))];
  return runs.map(({ id, status, start_date, end_date, run }, index) =>
    createPart(`t${index}`, updateOneRun, id, status, start_date, end_date, run === null ? null : toJson(run)),
  );
}

const releaseColumns = Object.keys(releaseRecord);
const releaseRecordSql = `json_to_record($0) as x(id text, ${Object.entries(releaseRecord)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')}, ${passiveRecordColumns})`;

const touchRelease = `update live_releases set version = version + 1, next_wake_at = $3, traceparent = $4
  where id = $1 and version = $2 returning id, version, passive`;
/** Updates only author and revision. The variables can be large and are not sent again. */
const updateAuthorship = `update live_releases set version = version + 1, next_wake_at = $3, traceparent = $4,
    rest = jsonb_set(rest, '{authorship}', $5::jsonb)
  where id = $1 and version = $2 returning id, version, passive`;
const updateRelease = `update live_releases t set version = t.version + 1, next_wake_at = $3, traceparent = $4,
    ${releaseColumns.map((name) => `${name} = x.${name}`).join(', ')}, passive = ${passiveSql('live_releases', null, 't.passive')}
  from ${releaseRecordSql.replace('$0', '$5')} where t.id = $1 and t.version = $2 returning t.id, t.version, t.passive`;
/**
 * A version starts with the current time in microseconds. An object that is deleted and created again under the same id
 * thus never repeats a version, so that cached plans and ETags stay distinct.
 */
const insertReleaseSql = (
  condition: string,
) => `insert into live_releases (id, ${releaseColumns.join(', ')}, passive, next_wake_at, traceparent, version)
  select x.id, ${releaseColumns.map((name) => `x.${name}`).join(', ')}, ${passiveSql('live_releases', null, "'{}'")}, $2, $3,
    floor(extract(epoch from clock_timestamp()) * 1000000)
  from ${releaseRecordSql.replace('$0', '$1')} where not exists (select from archived_ids a where a.id = x.id)${condition}
  returning id, version, passive, folder_id, status, owner, origin_template_id`;
/** Inserts a release from the record `$1`, with its next wake `$2` and its trace `$3`. */
export const insertRelease = insertReleaseSql('');
/**
 * Inserts a release likewise, but only if the template `$4` has the version `$5`. All copied data are then from that
 * version.
 */
export const insertReleaseFrom = insertReleaseSql(`
    and exists (select from live_releases f where f.id = $4 and f.version = $5 and f.status = ${statusSql('TEMPLATE')})`);

/**
 * The part of a save that updates the row of the release with this id and version. It also sets the next wake and the
 * trace.
 */
export function releasePart(
  release: Release,
  { release: isChanged, isAuthorshipOnly }: Differences,
  guard: StatementPart['values'],
): StatementPart {
  if (isChanged) return { key: 'rf', sql: updateRelease, values: [...guard, JSON.stringify(toReleaseRecord(release))] };
  if (isAuthorshipOnly)
    return { key: 'ra', sql: updateAuthorship, values: [...guard, JSON.stringify(release.authorship)] };
  return { key: 'r', sql: touchRelease, values: guard };
}
