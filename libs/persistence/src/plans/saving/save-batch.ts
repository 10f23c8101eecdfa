import type { Outcome } from '@slipway/domain/decision';
import { isTemplate, type TaskPosition } from '@slipway/domain/model';
import { currentTraceparent } from '@slipway/tracing';
import type { Connection, Parameter, Statement } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';
import { eventColumns, insertEventsOfBatchSql, queueEventsSql, toEventRecord } from '../../events/events.ts';
import type { Plan } from '../reading/load.ts';
import { commentsSql } from '../reading/read-task.ts';
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
import { passiveColumns } from '../rows/passive.ts';
import { phaseRecord, toPhaseRecord } from '../rows/release-row.ts';
import { runColumns, toRunRecord } from '../rows/task-row.ts';
import { compareAwaits, sameAwaitSql } from './awaits.ts';
import { findAffectedPeople } from './compose.ts';
import type { SaveOptions, SaveResult } from './save.ts';
import { findViewablePosition, type SavedTaskRow, toTaskView } from './saved-release.ts';
import { isLarge } from './stored-size.ts';
import { updatePhasesSql, updateRunsSql } from './write-plan.ts';

/** A save that one statement can write together with others: it changes the run of a release, and not its plan. */
export interface BatchedSave {
  readonly outcome: Outcome;
  readonly traceparent: string | null;
  /** The task to return. */
  readonly position: TaskPosition | null;
  /** The rows to write as JSON objects, by the part of the statement that writes them. */
  readonly rows: Readonly<Record<RowKind, readonly string[]>>;
}

const releaseColumns = {
  version: 'bigint',
  next_wake_at: 'timestamptz',
  traceparent: 'text',
  folder_id: 'text',
  people: 'text[]',
  task_id: 'text',
} as const;
const phaseColumns = { id: 'text', ...phaseRecord, ...passiveColumns } as const;
const keyColumns = { id: 'text', fingerprint: 'text' } as const;

/**
 * The records `$1` of one part, as `x`. `n` is the position within its release. The number `$2` of records is for the
 * planner, which otherwise expects a hundred and scans tables that are not large.
 */
const recordsSql = (columns: Columns): string =>
  `(select * from json_to_recordset($1) as x(release_id text, n integer, ${columnDefinitions(columns)}) limit $2)`;
/** The records of the releases that the statement updates, which are `r`. */
const rowsSql = (columns: Columns): string => `${recordsSql(columns)} x join r on r.id = x.release_id`;
const insertSql = (table: string, columns: Columns): string =>
  `insert into ${table} (release_id, ${columnNames(columns)})
    select r.id, ${columnNames(columns, 'x.')} from ${rowsSql(columns)} order by x.n`;

/** The parts that write the rows of each kind. */
const parts = {
  phases: updatePhasesSql(rowsSql(phaseColumns)),
  runs: updateRunsSql(rowsSql(runColumns)),
  entries: insertSql('live_activities', entryColumns),
  comments: insertSql('live_comments', commentColumns),
  removedAwaits: `delete from awaits a using ${rowsSql(awaitColumns)} where ${sameAwaitSql}`,
  addedAwaits: insertSql('awaits', awaitColumns),
  ev: insertEventsOfBatchSql(rowsSql({ ...eventColumns, folder_id: 'text', traceparent: 'text' })),
  keys: `insert into idempotency_keys (id, fingerprint, release_id)
    select x.id, x.fingerprint, r.id from ${rowsSql(keyColumns)}`,
} as const;
type PartKind = keyof typeof parts;
type RowKind = PartKind | 'releases';
const partKinds: readonly PartKind[] = [
  'phases',
  'runs',
  'entries',
  'comments',
  'removedAwaits',
  'addedAwaits',
  'ev',
  'keys',
];

/**
 * Locks the releases that have the expected version, and updates them. A release that another transaction has locked is
 * skipped, because it must not block the others, and two batches must not wait for each other.
 */
const releasesSql = `b as materialized ${recordsSql(releaseColumns)},
  l as materialized (
    select t.id from b join live_releases t on t.id = b.release_id and t.version = b.version
    for no key update of t skip locked),
  r as (
    update live_releases t set version = t.version + 1, next_wake_at = b.next_wake_at, traceparent = b.traceparent
    from b join l on l.id = b.release_id where t.id = b.release_id returning t.id, t.version),
  pc as (
    insert into plan_changes (release_id, folder_id, template, listed, people)
    select r.id, b.folder_id, false, false, b.people from r join b on b.release_id = r.id)`;

/** The ids `$1` of ended objects have the releases `waiters`. They are read when all releases are updated. */
const waitersSql = '(select waiters_for($1) as waiters from (select count(*) from r) updated)';

const resultSql = `r.id, r.version, (select version from risk_settings) as "riskVersion",
  (select passive from live_tasks where id = b.task_id) as passive, ${commentsSql('b.task_id')} as comments,
  (select path from folders where id = b.folder_id and b.task_id is not null) as path`;

/** Whether a release continues its run: its phases and tasks change, and neither its row nor its structure does. */
const isRunOnly = ({ release, isAuthorshipOnly, phases, tasks }: Differences): boolean =>
  !release &&
  !isAuthorshipOnly &&
  phases.added.length + phases.removed.length === 0 &&
  tasks.added.length + tasks.changed.length + tasks.moved.length + tasks.removed.length === 0;

/** Prepares a save for a batch. Returns null if it needs a statement of its own. */
export function toBatchedSave(before: Plan, outcome: Outcome, options: SaveOptions = {}): BatchedSave | null {
  const { shows = null, key = null } = options;
  const { release, comments, entries, events } = outcome;
  if (outcome.commentChange !== undefined || outcome.risk !== null || outcome.moves.length > 0) return null;
  if (isTemplate(release.status) || shows === release.id) return null;
  const changes = compareReleases(before.release, release);
  if (!isRunOnly(changes)) return null;
  const phases = changes.phases.changed.map(({ phase, position }) => toPhaseRecord(phase, position));
  if (isLarge(changes, JSON.stringify(phases).length, release)) return null;
  const position = shows === null ? null : findViewablePosition(release, shows);
  const traceparent = currentTraceparent();
  const { folderId } = release;
  const { removed, added } = compareAwaits(before.awaits, outcome.awaits);
  const toRows = (records: readonly object[]): readonly string[] =>
    records.map((record, n) => JSON.stringify({ release_id: release.id, n, ...record }));
  const row = {
    ...{ version: before.version, next_wake_at: timestamp(outcome.wakeAt), traceparent, folder_id: folderId },
    ...{ people: findAffectedPeople(changes), task_id: position?.task.id ?? null },
  };
  return {
    ...{ outcome, traceparent, position },
    rows: {
      releases: toRows([row]),
      phases: toRows(phases),
      runs: toRows(changes.tasks.runChanges.map(toRunRecord)),
      entries: toRows(entries.map(toEntryRecord)),
      comments: toRows(comments.map(toCommentRecord)),
      removedAwaits: toRows(removed.map(toAwaitRecord)),
      addedAwaits: toRows(added.map(toAwaitRecord)),
      ev: toRows(events.map((event) => ({ ...toEventRecord(event), folder_id: folderId, traceparent }))),
      keys: toRows(key === null ? [] : [key]),
    },
  };
}

const statements = new Map<string, Statement>();

/** Returns the statement for these kinds of rows. Each combination is composed and prepared once. */
function statementFor(kinds: readonly PartKind[], hasEnded: boolean): Statement {
  const name = `save-batch ${kinds.map((kind) => partKinds.indexOf(kind)).join('')}${hasEnded ? 'w' : ''}`;
  const known = statements.get(name);
  if (known !== undefined) return known;
  let count = 0;
  const withParameters = (sql: string, parameters: number): string => {
    const first = count;
    count += parameters;
    return sql.replace(/\$(\d)/g, (_, number: string) => `$${first + Number(number)}`);
  };
  const ctes = [
    withParameters(releasesSql, 2),
    ...kinds.map((kind) => `${kind} as (${withParameters(parts[kind], 2)})`),
    ...(kinds.includes('ev') ? [`eq as (${queueEventsSql})`] : []),
  ];
  const waiters = hasEnded ? `, ${withParameters(waitersSql, 1)} w` : '';
  const result = `${resultSql}${hasEnded ? ', w.waiters' : ''} from r join b on b.release_id = r.id${waiters}`;
  const statement = { name, text: `with ${ctes.join(',\n')}\nselect ${result}` };
  statements.set(name, statement);
  return statement;
}

interface SavedRow extends SavedTaskRow {
  readonly id: string;
  readonly riskVersion: number | null;
  readonly waiters?: readonly string[] | null;
}

/**
 * Writes saves of different releases in one statement. Returns their results in the same order; null for a release that
 * is locked or has another version, for which nothing is written. The first result has the waiters of all. Throws the
 * error of any of them, and then writes none.
 */
export async function saveBatch(
  connection: Connection,
  saves: readonly BatchedSave[],
): Promise<readonly (SaveResult | null)[]> {
  const rowsOf = (kind: RowKind): readonly string[] => saves.flatMap(({ rows }) => rows[kind]);
  const kinds = partKinds.filter((kind) => saves.some(({ rows }) => rows[kind].length > 0));
  const ended = saves.flatMap((save) => save.outcome.ended);
  const values: Parameter[] = (['releases', ...kinds] as const).flatMap((kind) => {
    const rows = rowsOf(kind);
    return [`[${rows.join(',')}]`, rows.length];
  });
  if (ended.length > 0) values.push(ended);
  const rows = await connection.query<SavedRow>(statementFor(kinds, ended.length > 0), values);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  let waiters = rows[0]?.waiters ?? [];
  return saves.map(({ outcome, traceparent, position }) => {
    const row = rowOf.get(outcome.release.id);
    if (row === undefined) return null;
    const result: SaveResult = {
      ...{ version: row.version, waiters, traceparent, releaseView: null },
      riskVersion: outcome.release.riskFollows === null ? null : row.riskVersion,
      taskView: position === null ? null : toTaskView(outcome, position, row),
    };
    waiters = [];
    return result;
  });
}
