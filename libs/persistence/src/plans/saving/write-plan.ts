import type { Parameter } from '../../database/database.ts';
import { type Columns, names, typed } from '../rows/columns.ts';
import type { Differences, PlacedPhase, PlacedTask } from '../rows/differences.ts';
import { passiveRecordColumns, passiveSql } from '../rows/passive.ts';
import { phaseRecord, toPhaseRecord } from '../rows/phase-row.ts';
import { taskRecord, toPlaceRecord, toRunRecord, toTaskRecord } from '../rows/task-row.ts';
import type { Part } from './compose.ts';

const settings = (columns: Columns): string =>
  Object.keys(columns)
    .map((name) => `${name} = x.${name}`)
    .join(', ');
const records = (columns: Columns): string =>
  `json_to_recordset($1) as x(id text, ${typed(columns)}, ${passiveRecordColumns})`;

const json = (value: unknown): string => JSON.stringify(value);

const part = (key: string, sql: string, ...values: Parameter[]): Part => ({ key, sql, values });

/** The statement's first CTE, named `r`, answers the id of the release, or nothing: then nothing is written. */
const onlyThen = 'exists (select from r)';
/**
 * How rows are found that records change: among those of the release. By their ids alone the planner, who takes any
 * list of records for a hundred, reads the whole table until that has tens of thousands of rows.
 */
const ofRelease = 't.release_id = r.id and t.id = x.id';

const insertPhases = `insert into live_phases (id, release_id, ${names(phaseRecord)}, passive)
  select x.id, r.id, ${names(phaseRecord, 'x.')}, ${passiveSql('live_phases', null, "'{}'")}
  from r, ${records(phaseRecord)} returning id, passive`;
const updatePhases = `update live_phases t set ${settings(phaseRecord)}, passive = ${passiveSql('live_phases', null, 't.passive')}
  from r, ${records(phaseRecord)} where ${ofRelease}`;
const deletePhases = `delete from live_phases where id = any ($1::text[]) and ${onlyThen}`;

const insertTasks = `insert into live_tasks (id, release_id, ${names(taskRecord)}, passive)
  select x.id, r.id, ${names(taskRecord, 'x.')}, ${passiveSql('live_tasks', 'before_passive', "'{}'")}
  from r, ${records(taskRecord)} returning id, passive`;
/** The passive part as it was before the task ran is kept at the moment at which the definition is. */
const updateTasks = `update live_tasks t set ${settings(taskRecord)},
    before_passive = case
      when x.before_run is null then null when t.before_run is null then t.passive else t.before_passive end,
    passive = ${passiveSql('live_tasks', 'before_passive', 't.passive')}
  from r, ${records(taskRecord)} where ${ofRelease}`;
const updateRuns = `update live_tasks t set status = x.status, start_date = x.start_date, end_date = x.end_date, run = x.run
  from r, json_to_recordset($1) as x(id text, status text, start_date timestamptz, end_date timestamptz, run jsonb)
  where ${ofRelease}`;
const updateOneRun = `update live_tasks set status = $2, start_date = $3, end_date = $4, run = $5
  where id = $1 and ${onlyThen}`;
const updatePlaces = `update live_tasks t set phase_id = x.phase_id, parent_id = x.parent_id, position = x.position
  from r, json_to_recordset($1) as x(id text, phase_id text, parent_id text, position integer)
  where ${ofRelease}`;
const deleteTasks = `delete from live_tasks where id = any ($1::text[]) and ${onlyThen}`;
const deleteComments = `delete from live_comments where task_id = any ($1::text[]) and ${onlyThen}`;

export function phaseParts({ added, changed, removed }: Differences['phases']): Part[] {
  const toRecords = (phases: readonly PlacedPhase[]) =>
    json(phases.map(({ phase, position }) => toPhaseRecord(phase, position)));
  return [
    ...(added.length > 0 ? [part('pi', insertPhases, toRecords(added))] : []),
    ...(changed.length > 0 ? [part('pu', updatePhases, toRecords(changed))] : []),
    ...(removed.length > 0 ? [part('pd', deletePhases, removed)] : []),
  ];
}

/**
 * More changed runs than this go as records. One by one they are plain index look-ups in any plan, and
 * one completion changes two; a join with records costs 40 µs more, and may be planned as a scan while the
 * table is small.
 */
const fewRuns = 4;

export function taskParts({ added, changed, ran, moved, removed }: Differences['tasks']): Part[] {
  const toRecords = (tasks: readonly PlacedTask[]) => json(tasks.map(toTaskRecord));
  return [
    ...(added.length > 0 ? [part('ti', insertTasks, toRecords(added))] : []),
    ...(changed.length > 0 ? [part('tu', updateTasks, toRecords(changed))] : []),
    ...(moved.length > 0 ? [part('tm', updatePlaces, json(moved.map(toPlaceRecord)))] : []),
    ...(removed.length > 0 ? [part('td', deleteTasks, removed), part('tc', deleteComments, removed)] : []),
    ...runParts(ran),
  ];
}

function runParts(ran: Differences['tasks']['ran']): Part[] {
  const runs = ran.map(toRunRecord);
  if (runs.length > fewRuns) return [part('tr', updateRuns, json(runs))];
  return runs.map(({ id, status, start_date, end_date, run }, index) =>
    part(`t${index}`, updateOneRun, id, status, start_date, end_date, run === null ? null : json(run)),
  );
}
