import type { Outcome, Team } from '@slipway/domain';
import { currentTraceparent } from '@slipway/tracing';
import type { Connection, Parameter, Statement } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';
import { statusSql } from '../../database/statuses.ts';
import { refusingNowhere, refusingUnstorable } from '../../database/unstorable.ts';
import { teamRecordsOf } from '../../people/teams.ts';
import { copyTeamsSql, pairsOfReleases } from '../../people/teams-sql.ts';
import { riskColumns, toRiskRecord } from '../../risk/history.ts';
import { type Columns, names, typed } from '../rows/columns.ts';
import { type Differences, differences } from '../rows/differences.ts';
import {
  awaitColumns,
  commentColumns,
  entryColumns,
  toAwaitRecord,
  toCommentRecord,
  toEntryRecord,
} from '../rows/history-rows.ts';
import { passiveRecordColumns, passiveSql } from '../rows/passive.ts';
import { phaseRecord, toPhaseRecord } from '../rows/phase-row.ts';
import { releaseRecord, toReleaseRecord } from '../rows/release-row.ts';
import { taskRecord, toTaskRecord } from '../rows/task-row.ts';
import { peopleOf } from './change-part.ts';

/** The passive part of a new row, which has none of its own yet. */
const passiveIn = (table: string, keeps: Parameters<typeof passiveSql>[1]): string => passiveSql(table, keeps, "'{}'");

/**
 * Most rows are tasks, so they are sent as an array for each column: PostgreSQL reads JSON records at a third of the
 * speed. A column without any value is one null.
 */
const taskColumns: Columns = {
  id: 'text',
  release_id: 'text',
  ...taskRecord,
  // an array has no arrays for elements
  part_ids: 'text',
  value: 'jsonb',
  copy_of: 'text',
  copy_before: 'boolean',
  changes: 'jsonb',
};
const before = 7;
const taskArrays = Object.values(taskColumns)
  .map((type, index) => `$${before + 1 + index}::${type}[]`)
  .join(', ');

const copies = copyTeamsSql(pairsOfReleases);

/**
 * SQL for any number of releases, so that it has one plan: empty parts cost almost nothing. `teams` are the CTEs of
 * their teams.
 */
const insertSql = (teams: string): string => `with r as (
      insert into live_releases (id, ${names(releaseRecord)}, passive, next_wake_at, traceparent, version)
      select x.id, ${names(releaseRecord, 'x.')}, ${passiveIn('live_releases', null)}, x.wake_at, x.traceparent,
        floor(extract(epoch from clock_timestamp()) * 1000000)
      from json_to_recordset($1) as x(id text, wake_at timestamptz, traceparent text, ${typed(releaseRecord)}, ${passiveRecordColumns})
      where not exists (select from archived_ids a where a.id = x.id)
      returning id, version, folder_id, status, owner, origin_template_id
    ), p as (
      insert into live_phases (id, release_id, ${names(phaseRecord)}, passive)
      select x.id, x.release_id, ${names(phaseRecord, 'x.')}, ${passiveIn('live_phases', null)}
      from json_to_recordset($2) as x(id text, release_id text, ${typed(phaseRecord)}, ${passiveRecordColumns})
    ), t as (
      insert into live_tasks (id, release_id, ${names(taskRecord)}, passive)
      select x.id, x.release_id, ${names(taskRecord, 'x.').replace('x.part_ids', 'x.part_ids::text[]')}, ${passiveIn('live_tasks', 'before_passive')}
      from unnest(${taskArrays}) as x(${names(taskColumns)})
    ), e as (
      insert into live_activities (release_id, ${names(entryColumns)})
      select x.release_id, ${names(entryColumns, 'x.')} from json_to_recordset($3) as x(release_id text, ${typed(entryColumns)})
    ), c as (
      insert into live_comments (release_id, ${names(commentColumns)})
      select x.release_id, ${names(commentColumns, 'x.')} from json_to_recordset($4) as x(release_id text, ${typed(commentColumns)})
    ), a as (
      insert into awaits (release_id, ${names(awaitColumns)})
      select x.release_id, ${names(awaitColumns, 'x.')} from json_to_recordset($5) as x(release_id text, ${typed(awaitColumns)})
    ), rh as (
      insert into risk_history (release_id, ${names(riskColumns)})
      select x.release_id, ${names(riskColumns, 'x.')} from json_to_recordset($6) as x(release_id text, ${typed(riskColumns)})
    ), pc as (
      insert into plan_changes (release_id, folder_id, template, listed, people)
      select r.id, r.folder_id, r.status = ${statusSql('TEMPLATE')}, true, x.people
      from r left join json_to_recordset($7) as x(id text, people text[]) on x.id = r.id
    ), ${teams}
    select id, version from r`;

const insert = { name: 'insert-plans', text: insertSql(`gt as (${copies.gt}), gm as (${copies.gm})`) };

const last = before + Object.keys(taskColumns).length;
const insertTemplatesStatement = {
  name: 'insert-templates',
  text: insertSql(`nt as (
      insert into teams (id, scope_id, name, permissions, position)
      select x.id, r.id, x.name, x.permissions, x.position
      from r join json_to_recordset($${last + 1}) as x(id text, scope_id text, name text, permissions text[], position int)
        on x.scope_id = r.id
      returning id
    ), nm as (
      insert into team_members (team_id, principal, name, position)
      select x.team_id, x.principal, x.name, x.position
      from nt join json_to_recordset($${last + 2}) as x(team_id text, principal text, name text, position int)
        on x.team_id = nt.id
    )`),
};

/**
 * Writes any number of releases that are new, each with all that belongs to it, in one statement; answers their
 * versions by id. Throws Invalid for what PostgreSQL cannot store, NotFound where a folder is gone, and Error where the
 * archive has one of the ids. `traced` are those that are kept with the trace under way: a batch may have many causes.
 */
export async function insertPlans(
  connection: Connection,
  outcomes: readonly Outcome[],
  traced: (outcome: Outcome) => boolean = () => true,
): Promise<ReadonlyMap<string, number>> {
  if (outcomes.length === 0) return new Map();
  return await written(connection, insert, recordsOf(outcomes, traced), outcomes.length);
}

/** A template that is new, and its teams where it is at the top. */
export interface MadeTemplate {
  readonly outcome: Outcome;
  readonly teams: readonly Team[];
}

/** Writes any number of templates that are new, with their teams, likewise. Throws as `insertPlans` does. */
export async function insertTemplates(
  connection: Connection,
  templates: readonly MadeTemplate[],
): Promise<ReadonlyMap<string, number>> {
  if (templates.length === 0) return new Map();
  const outcomes = templates.map(({ outcome }) => outcome);
  const teams = teamRecordsOf(templates.map((each) => [each.outcome.release.id, each.teams]));
  const records = [...recordsOf(outcomes, () => true), ...teams];
  return await written(connection, insertTemplatesStatement, records, outcomes.length);
}

/** Runs a statement that inserts this number of rows. Returns their versions by id. */
async function written(
  connection: Connection,
  statement: Statement,
  records: readonly Parameter[],
  count: number,
): Promise<ReadonlyMap<string, number>> {
  type Row = { readonly id: string; readonly version: number };
  const rows = await refusingNowhere(() => refusingUnstorable(() => connection.query<Row>(statement, records)));
  if (rows.length < count) throw new Error('a release with the id of a new one exists in the archive');
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** The parameters of the statement: one for each table, and of tasks one for each column. */
function recordsOf(outcomes: readonly Outcome[], traced: (outcome: Outcome) => boolean): readonly Parameter[] {
  const traceparent = currentTraceparent();
  const of = (each: (outcome: Outcome, release_id: string) => readonly object[]): string =>
    JSON.stringify(outcomes.flatMap((outcome) => each(outcome, outcome.release.id)));
  const changes = new Map(outcomes.map(({ release }) => [release.id, differences(null, release)]));
  return [
    of((outcome) => [
      spare({
        ...toReleaseRecord(outcome.release),
        wake_at: timestamp(outcome.wakeAt),
        traceparent: traced(outcome) ? traceparent : null,
      }),
    ]),
    of((_, release_id) =>
      (changes.get(release_id)?.phases.added ?? []).map(({ phase, position }) =>
        spare({ release_id, ...toPhaseRecord(phase, position) }),
      ),
    ),
    of(({ entries }, release_id) => entries.map((entry) => ({ release_id, ...toEntryRecord(entry) }))),
    of(({ comments }, release_id) => comments.map((comment) => ({ release_id, ...toCommentRecord(comment) }))),
    of(({ awaits }, release_id) => awaits.map((one) => spare({ release_id, ...toAwaitRecord(one) }))),
    of(({ risk }, release_id) => (risk === null ? [] : [{ release_id, ...toRiskRecord(risk) }])),
    JSON.stringify(
      [...changes].flatMap(([id, change]) => {
        const people = peopleOf(change);
        return people === null ? [] : [{ id, people }];
      }),
    ),
    ...taskArraysOf(changes),
  ];
}

function taskArraysOf(changes: ReadonlyMap<string, Differences>): readonly Parameter[] {
  const records = [...changes].flatMap(([release_id, { tasks }]) =>
    tasks.added.map((placed): Readonly<Record<string, unknown>> => {
      const { part_ids, ...record } = toTaskRecord(placed);
      return { ...record, release_id, part_ids: part_ids && arrayOf(part_ids) };
    }),
  );
  return Object.keys(taskColumns).map((name) => {
    const says = records.some((record) => record[name] !== null && record[name] !== false);
    return says ? arrayOf(records.map((record) => record[name])) : null;
  });
}

const bare = /^[\w-]+$/;

/** Values as PostgreSQL reads an array; the driver takes three times as long to write one. */
const arrayOf = (values: readonly unknown[]): string => `{${values.map(elementOf).join()}}`;

function elementOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return bare.test(text) && text.toLowerCase() !== 'null' ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Omits nulls, which halves the payload of a task; missing members are read as null. */
function spare(record: Readonly<Record<string, unknown>>): object {
  const kept: Record<string, unknown> = {};
  for (const name in record) if (record[name] !== null) kept[name] = record[name];
  return kept;
}
