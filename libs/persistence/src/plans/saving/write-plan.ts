import type { Parameter } from '../../database/database.ts';
import { type Columns, columnDefinitions, columnNames } from '../rows/columns.ts';
import type { Differences, PositionedPhase, PositionedTask } from '../rows/differences.ts';
import { passiveRecordColumns, passiveSql } from '../rows/passive.ts';
import { phaseRecord, toPhaseRecord } from '../rows/phase-row.ts';
import { taskRecord, toPositionRecord, toRunRecord, toTaskRecord } from '../rows/task-row.ts';
import type { StatementPart } from './compose.ts';

const assignmentsSql = (columns: Columns): string =>
  Object.keys(columns)
    .map((name) => `${name} = x.${name}`)
    .join(', ');
const recordsSql = (columns: Columns): string =>
  `json_to_recordset($1) as x(id text, ${columnDefinitions(columns)}, ${passiveRecordColumns})`;

const toJson = (value: unknown): string => JSON.stringify(value);

const createPart = (key: string, sql: string, ...values: Parameter[]): StatementPart => ({ key, sql, values });

/** The statement's first CTE, named `r`, answers the id of the release, or nothing: then nothing is written. */
const guardSql = 'exists (select from r)';
/**
 * How rows are found that records change: among those of the release. By their ids alone the planner, who takes any
 * list of records for a hundred, reads the whole table until that has tens of thousands of rows.
 */
const rowMatchSql = 't.release_id = r.id and t.id = x.id';

const insertPhases = `insert into live_phases (id, release_id, ${columnNames(phaseRecord)}, passive)
  select x.id, r.id, ${columnNames(phaseRecord, 'x.')}, ${passiveSql('live_phases', null, "'{}'")}
  from r, ${recordsSql(phaseRecord)} returning id, passive`;
const updatePhases = `update live_phases t set ${assignmentsSql(phaseRecord)}, passive = ${passiveSql('live_phases', null, 't.passive')}
  from r, ${recordsSql(phaseRecord)} where ${rowMatchSql}`;
const deletePhases = `delete from live_phases where id = any ($1::text[]) and ${guardSql}`;

const insertTasks = `insert into live_tasks (id, release_id, ${columnNames(taskRecord)}, passive)
  select x.id, r.id, ${columnNames(taskRecord, 'x.')}, ${passiveSql('live_tasks', 'before_passive', "'{}'")}
  from r, ${recordsSql(taskRecord)} returning id, passive`;
/** The passive part as it was before the task ran is kept at the moment at which the definition is. */
const updateTasks = `update live_tasks t set ${assignmentsSql(taskRecord)},
    before_passive = case
      when x.before_run is null then null when t.before_run is null then t.passive else t.before_passive end,
    passive = ${passiveSql('live_tasks', 'before_passive', 't.passive')}
  from r, ${recordsSql(taskRecord)} where ${rowMatchSql}`;
const updateRuns = `update live_tasks t set status = x.status, start_date = x.start_date, end_date = x.end_date, run = x.run
  from r, json_to_recordset($1) as x(id text, status text, start_date timestamptz, end_date timestamptz, run jsonb)
  where ${rowMatchSql}`;
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
 * More changed runs than this go as records. One by one they are plain index look-ups in any plan, and
 * one completion changes two; a join with records costs 40 µs more, and may be planned as a scan while the
 * table is small.
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
