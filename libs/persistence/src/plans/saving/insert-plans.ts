import type { Outcome } from '@slipway/domain/decision';
import type { Team } from '@slipway/domain/people';
import { currentTraceparent } from '@slipway/tracing';
import type { Connection, Parameter, Statement } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';
import { releasesSql, statusSql } from '../../database/statuses.ts';
import { convertMissingFolder, convertStorageErrors } from '../../database/storage-errors.ts';
import { insertEventsOfReleasesSql, queueEventsSql, toEventRecord } from '../../events/events.ts';
import { copyTeamsSql, teamRecordsOf, templateReleasePairsSql } from '../../people/teams.ts';
import { riskColumns, toRiskRecord } from '../../risk/risk-scores.ts';
import { type Columns, columnDefinitions, columnNames } from '../rows/columns.ts';
import { compareReleases, type Differences } from '../rows/differences.ts';
import {
  awaitColumns,
  commentColumns,
  entryColumns,
  toAwaitRecord,
  toCommentRecord,
  toEntryRecord,
} from '../rows/history-rows.ts';
import { passiveRecordColumns, passiveSql } from '../rows/passive.ts';
import { phaseRecord, releaseRecord, toPhaseRecord, toReleaseRecord } from '../rows/release-row.ts';
import { taskRecord, toTaskRecord } from '../rows/task-row.ts';
import { findAffectedPeople } from './compose.ts';
import { firstVersionRecords, firstVersionsSql } from './version-part.ts';

/** SQL for the passive part of a new row, which has no stored part. */
const newPassiveSql = (table: string, keeps: Parameters<typeof passiveSql>[1]): string =>
  passiveSql(table, keeps, "'{}'");

/**
 * Tasks are the most numerous rows, so they are sent as one array for each column. PostgreSQL parses JSON records at a
 * third of the speed. A column without values is sent as one null.
 */
const taskColumns: Columns = {
  id: 'text',
  release_id: 'text',
  ...taskRecord,
  // The elements of a PostgreSQL array cannot be arrays.
  part_ids: 'text',
  value: 'jsonb',
  copy_of: 'text',
  copy_before: 'boolean',
  changes: 'jsonb',
};
const taskParameterOffset = 8;
const taskArrays = Object.values(taskColumns)
  .map((type, index) => `$${taskParameterOffset + 1 + index}::${type}[]`)
  .join(', ');

const copies = copyTeamsSql(templateReleasePairsSql);

/**
 * SQL that inserts any number of releases. Its text is constant, so it is planned once; empty parts cost almost
 * nothing. `teams` are the CTEs that insert their teams.
 */
const insertSql = (teams: string): string => `with r as (
      insert into live_releases (id, ${columnNames(releaseRecord)}, passive, next_wake_at, traceparent, version)
      select x.id, ${columnNames(releaseRecord, 'x.')}, ${newPassiveSql('live_releases', null)}, x.wake_at, x.traceparent,
        floor(extract(epoch from clock_timestamp()) * 1000000)
      from json_to_recordset($1) as x(id text, wake_at timestamptz, traceparent text, ${columnDefinitions(releaseRecord)}, ${passiveRecordColumns})
      where not exists (select from archived_ids a where a.id = x.id)
      returning id, version, folder_id, status, owner, origin_template_id
    ), p as (
      insert into live_phases (id, release_id, ${columnNames(phaseRecord)}, passive)
      select x.id, x.release_id, ${columnNames(phaseRecord, 'x.')}, ${newPassiveSql('live_phases', null)}
      from json_to_recordset($2) as x(id text, release_id text, ${columnDefinitions(phaseRecord)}, ${passiveRecordColumns})
    ), t as (
      insert into live_tasks (id, release_id, ${columnNames(taskRecord)}, passive)
      select x.id, x.release_id, ${columnNames(taskRecord, 'x.').replace('x.part_ids', 'x.part_ids::text[]')}, ${newPassiveSql('live_tasks', 'before_passive')}
      from unnest(${taskArrays}) as x(${columnNames(taskColumns)})
    ), e as (
      insert into live_activities (release_id, ${columnNames(entryColumns)})
      select x.release_id, ${columnNames(entryColumns, 'x.')} from json_to_recordset($3) as x(release_id text, ${columnDefinitions(entryColumns)})
    ), c as (
      insert into live_comments (release_id, ${columnNames(commentColumns)})
      select x.release_id, ${columnNames(commentColumns, 'x.')} from json_to_recordset($4) as x(release_id text, ${columnDefinitions(commentColumns)})
    ), a as (
      insert into awaits (release_id, ${columnNames(awaitColumns)})
      select x.release_id, ${columnNames(awaitColumns, 'x.')} from json_to_recordset($5) as x(release_id text, ${columnDefinitions(awaitColumns)})
    ), rh as (
      insert into risk_history (release_id, ${columnNames(riskColumns)})
      select x.release_id, ${columnNames(riskColumns, 'x.')} from json_to_recordset($6) as x(release_id text, ${columnDefinitions(riskColumns)})
    ), pc as (
      insert into plan_changes (release_id, folder_id, template, listed, people)
      select r.id, r.folder_id, r.status = ${statusSql('TEMPLATE')}, true, x.people
      from r left join json_to_recordset($7) as x(id text, people text[]) on x.id = r.id
    ), ev as (
      ${insertEventsOfReleasesSql('$8')}
    ), eq as (
      ${queueEventsSql}
    ), ie as (
      insert into insight_pending (release_id) select id from r where status in ${releasesSql.over} on conflict do nothing
    ), ${teams}
    select id, version from r`;

const insert = { name: 'insert-plans', text: insertSql(`gt as (${copies.gt}), gm as (${copies.gm})`) };

const teamParameterOffset = taskParameterOffset + Object.keys(taskColumns).length;
const insertTemplatesStatement = {
  name: 'insert-templates',
  text: insertSql(`nt as (
      insert into teams (id, scope_id, name, permissions, position)
      select x.id, r.id, x.name, x.permissions, x.position
      from r join json_to_recordset($${teamParameterOffset + 1}) as x(id text, scope_id text, name text, permissions text[], position int)
        on x.scope_id = r.id
      returning id
    ), nm as (
      insert into team_members (team_id, principal, name, position)
      select x.team_id, x.principal, x.name, x.position
      from nt join json_to_recordset($${teamParameterOffset + 2}) as x(team_id text, principal text, name text, position int)
        on x.team_id = nt.id
    ), tf as (${firstVersionsSql(teamParameterOffset + 3)})`),
};

/**
 * Inserts any number of releases with all their data in one statement. Returns their versions by id. Throws Invalid for
 * values that PostgreSQL cannot store, NotFound for a deleted folder, Error for an id in the archive. The releases in
 * `traced` are stored with the current trace, because a batch can have many causes.
 */
export async function insertPlans(
  connection: Connection,
  outcomes: readonly Outcome[],
  isTraced: (outcome: Outcome) => boolean = () => true,
): Promise<ReadonlyMap<string, number>> {
  if (outcomes.length === 0) return new Map();
  return await insertRows(connection, insert, toParameters(outcomes, isTraced), outcomes.length);
}

/** A new template, with its teams if it is at the top level. */
export interface TemplateInsert {
  readonly outcome: Outcome;
  readonly teams: readonly Team[];
}

/**
 * Inserts any number of templates with their teams. Returns their versions by id. Throws the errors of `insertPlans`.
 */
export async function insertTemplates(
  connection: Connection,
  templates: readonly TemplateInsert[],
): Promise<ReadonlyMap<string, number>> {
  if (templates.length === 0) return new Map();
  const outcomes = templates.map(({ outcome }) => outcome);
  const teams = teamRecordsOf(templates.map((each) => [each.outcome.release.id, each.teams]));
  const records = [...toParameters(outcomes, () => true), ...teams, firstVersionRecords(outcomes)];
  return await insertRows(connection, insertTemplatesStatement, records, outcomes.length);
}

/** Runs a statement that inserts this number of releases. Returns their versions by id. */
async function insertRows(
  connection: Connection,
  statement: Statement,
  records: readonly Parameter[],
  count: number,
): Promise<ReadonlyMap<string, number>> {
  type Row = { readonly id: string; readonly version: number };
  const rows = await convertMissingFolder(() => convertStorageErrors(() => connection.query<Row>(statement, records)));
  if (rows.length < count) throw new Error('a release with the id of a new one exists in the archive');
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** The parameters of the statement: one for each table, but one for each column of the tasks. */
function toParameters(outcomes: readonly Outcome[], isTraced: (outcome: Outcome) => boolean): readonly Parameter[] {
  const traceparent = currentTraceparent();
  const toRowsJson = (each: (outcome: Outcome, release_id: string) => readonly object[]): string =>
    JSON.stringify(outcomes.flatMap((outcome) => each(outcome, outcome.release.id)));
  const changes = new Map(outcomes.map(({ release }) => [release.id, compareReleases(null, release)]));
  return [
    toRowsJson((outcome) => [
      omitNulls({
        ...toReleaseRecord(outcome.release),
        wake_at: timestamp(outcome.wakeAt),
        traceparent: isTraced(outcome) ? traceparent : null,
      }),
    ]),
    toRowsJson((_, release_id) =>
      (changes.get(release_id)?.phases.added ?? []).map(({ phase, position }) =>
        omitNulls({ release_id, ...toPhaseRecord(phase, position) }),
      ),
    ),
    toRowsJson(({ entries }, release_id) => entries.map((entry) => ({ release_id, ...toEntryRecord(entry) }))),
    toRowsJson(({ comments }, release_id) => comments.map((comment) => ({ release_id, ...toCommentRecord(comment) }))),
    toRowsJson(({ awaits }, release_id) =>
      awaits.map((pendingAwait) => omitNulls({ release_id, ...toAwaitRecord(pendingAwait) })),
    ),
    toRowsJson(({ risk }, release_id) => (risk === null ? [] : [{ release_id, ...toRiskRecord(risk) }])),
    JSON.stringify(
      [...changes].flatMap(([id, change]) => {
        const people = findAffectedPeople(change);
        return people === null ? [] : [{ id, people }];
      }),
    ),
    toRowsJson((outcome, release_id) =>
      outcome.events.map((event) => ({
        ...{ release_id, traceparent: isTraced(outcome) ? traceparent : null },
        ...toEventRecord(event),
      })),
    ),
    ...toTaskArrays(changes),
  ];
}

function toTaskArrays(changes: ReadonlyMap<string, Differences>): readonly Parameter[] {
  const records = [...changes].flatMap(([release_id, { tasks }]) =>
    tasks.added.map((positioned): Readonly<Record<string, unknown>> => {
      const { part_ids, ...record } = toTaskRecord(positioned);
      return { ...record, release_id, part_ids: part_ids && toArrayLiteral(part_ids) };
    }),
  );
  return Object.keys(taskColumns).map((name) => {
    const hasValues = records.some((record) => record[name] !== null && record[name] !== false);
    return hasValues ? toArrayLiteral(records.map((record) => record[name])) : null;
  });
}

const plainWord = /^[\w-]+$/;

/** Formats values as a PostgreSQL array. The driver takes three times as long. */
const toArrayLiteral = (values: readonly unknown[]): string => `{${values.map(toArrayElement).join()}}`;

function toArrayElement(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return plainWord.test(text) && text.toLowerCase() !== 'null' ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Omits nulls, which halves the payload of a task; missing members are read as null. */
function omitNulls(record: Readonly<Record<string, unknown>>): object {
  const result: Record<string, unknown> = {};
  for (const name in record) if (record[name] !== null) result[name] = record[name];
  return result;
}
