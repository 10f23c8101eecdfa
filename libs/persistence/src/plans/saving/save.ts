import type { CommentChange, Outcome } from '@slipway/domain/decision';
import { rootFolderId } from '@slipway/domain/ids';
import { isOver, type Release } from '@slipway/domain/model';
import type { Team } from '@slipway/domain/people';
import { currentTraceparent } from '@slipway/tracing';
import type { Connection } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';
import { convertMissingFolder, convertStorageErrors } from '../../database/storage-errors.ts';
import { insertEventsSql, queueEventsSql, toEventRecord } from '../../events/events.ts';
import { endedReleasesSql } from '../../live/ended-releases.ts';
import { copyTeamsSql, teamRecords, templateReleasePairsSql } from '../../people/teams.ts';
import { riskColumns, toRiskRecord } from '../../risk/risk-scores.ts';
import type { Plan } from '../reading/load.ts';
import type { ReleaseView, TaskView } from '../reading/views.ts';
import { columnDefinitions, columnNames } from '../rows/columns.ts';
import { compareReleases } from '../rows/differences.ts';
import { commentColumns, entryColumns, toCommentRecord, toEntryRecord } from '../rows/history-rows.ts';
import { toReleaseRecord } from '../rows/release-row.ts';
import { awaitParts } from './awaits.ts';
import { changePart, compose, type RequestedResults, type StatementPart } from './compose.ts';
import { convertDuplicateKey, type IdempotencyKey, keyPart } from './idempotency-keys.ts';
import {
  findViewablePosition,
  type RequestedRelease,
  requestRelease,
  type SavedReleaseRow,
  type SavedTaskRow,
  toReleaseView,
  toTaskView,
} from './saved-release.ts';
import { isLarge, requireSizeLimit } from './stored-size.ts';
import { firstVersionPart, versionParts } from './version-part.ts';
import { insertRelease, insertReleaseFrom, phaseParts, releasePart, taskParts } from './write-plan.ts';

export interface SaveResult {
  /** The version of the release after the save. */
  readonly version: number;
  /** The ids of the releases with gates that wait for an object that ended or moved. */
  readonly waiters: readonly string[];
  /** The requested task, if the same round trip could return it. */
  readonly taskView: TaskView | null;
  /** The release, if requested and the same round trip could return it. */
  readonly releaseView: ReleaseView | null;
  /** The version of all risk profiles, if the release uses one. The decision may have used an older version. */
  readonly riskVersion: number | null;
  /** The trace of the save, as stored with the release; null without tracing. */
  readonly traceparent: string | null;
}

/** Further work of the statement of a save. */
export interface SaveOptions {
  /**
   * The id of a task or of the release itself, to return its state after the save. Most callers return it in their
   * response.
   */
  readonly shows?: string | null;
  /** The idempotency key, which is stored in the same statement as the changes. */
  readonly key?: IdempotencyKey | null;
  /**
   * Whether to reject a large change. A large change needs a transaction, which is rolled back if the release becomes
   * too large.
   */
  readonly smallOnly?: boolean;
}

/**
 * Writes the changes of an outcome in one statement. Returns null and writes nothing if the stored version of the plan
 * is not the expected one. Throws Invalid for values that PostgreSQL cannot store and for more text than a release can
 * have. Throws DuplicateRequest if the key is already stored.
 */
export async function savePlan(
  connection: Connection,
  before: Plan,
  outcome: Outcome,
  { shows = null, key = null, smallOnly = false }: SaveOptions = {},
): Promise<SaveResult | null> {
  const { id } = before.release;
  const changes = compareReleases(before.release, outcome.release);
  const traceparent = currentTraceparent();
  const guard = [id, before.version, timestamp(outcome.wakeAt), traceparent];
  const planParts = [
    releasePart(outcome.release, changes, guard),
    ...phaseParts(changes.phases),
    ...taskParts(changes.tasks),
  ];
  const length = partBytes(planParts);
  const parts = [
    ...planParts,
    ...historyParts(outcome),
    ...awaitParts(before.awaits, outcome.awaits),
    ...versionParts(before.release, outcome, changes, length),
    ...endedPart(before.release, outcome),
    changePart(outcome.release, changes),
    ...eventParts(outcome, traceparent),
    ...(key === null ? [] : [keyPart(key)]),
  ];
  const isLargeChange = isLarge(changes, length, outcome.release);
  if (isLargeChange && smallOnly) return null;
  const position = shows === null || shows === id ? null : findViewablePosition(outcome.release, shows);
  const endedIds = [...outcome.ended, ...outcome.moves.map(({ from }) => from)];
  const task = position === null ? null : { id: position.task.id, folderId: outcome.release.folderId };
  const requestedRelease = shows === id ? requestRelease(outcome.release, false) : null;
  const risk = outcome.release.riskFollows !== null;
  const row = await runSave(connection, parts, { endedIds, task, release: requestedRelease, risk });
  if (row === null) return null;
  if (isLargeChange) await requireSizeLimit(connection, id);
  return {
    ...toSaveResult(outcome, row, requestedRelease, traceparent),
    taskView: position === null ? null : toTaskView(outcome, position, row),
  };
}

/** The part of the save that ends a release: it adds the release to the outbox of insights. */
const endedPart = (before: Release | null, { release }: Outcome): StatementPart[] =>
  isOver(release.status) && (before === null || !isOver(before.status))
    ? [{ key: 'ie', sql: endedReleasesSql, values: [] }]
    : [];

const partBytes = (parts: readonly StatementPart[]): number =>
  parts.reduce((sum, { values }) => sum + values.reduce((all: number, value) => all + lengthOf(value), 0), 0);
const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

/** Further work of the statement that creates a release. */
interface InsertOptions extends Pick<SaveOptions, 'key'> {
  /** Whether to return the created release. */
  readonly shows?: boolean;
  /** The template and version that the decision used. If the stored version is another, no release is created. */
  readonly from?: { readonly id: string; readonly version: number } | null;
  /** The teams of a new template at the top level. A release at the top level gets the teams of its template. */
  readonly teams?: readonly Team[];
}

/**
 * Inserts a release or template. Returns null if the archive contains a release with its id, or its template has
 * changed. Throws the errors of `savePlan`.
 */
export async function insertPlan(
  connection: Connection,
  outcome: Outcome,
  { key = null, shows = false, from = null, teams = [] }: InsertOptions = {},
): Promise<SaveResult | null> {
  const changes = compareReleases(null, outcome.release);
  const record = JSON.stringify(toReleaseRecord(outcome.release));
  const traceparent = currentTraceparent();
  const releaseValues = [record, timestamp(outcome.wakeAt), traceparent];
  const parts = [
    from === null
      ? { key: 'ri', sql: insertRelease, values: releaseValues }
      : { key: 'rif', sql: insertReleaseFrom, values: [...releaseValues, from.id, from.version] },
    ...phaseParts(changes.phases),
    ...taskParts(changes.tasks),
    ...historyParts(outcome),
    ...awaitParts([], outcome.awaits),
    ...firstVersionPart(outcome),
    ...endedPart(null, outcome),
    changePart(outcome.release, changes),
    ...eventParts(outcome, traceparent),
    ...teamParts(outcome, teams),
    ...(key === null ? [] : [keyPart(key)]),
  ];
  const requestedRelease = shows ? requestRelease(outcome.release, true) : null;
  const row = await runSave(connection, parts, {
    endedIds: [],
    task: null,
    release: requestedRelease,
    risk: outcome.release.riskFollows !== null,
  });
  return row === null ? null : toSaveResult(outcome, row, requestedRelease, traceparent);
}

const copies = copyTeamsSql(templateReleasePairsSql);
const insertTeams = `insert into teams (id, scope_id, name, permissions, position)
  select x.id, r.id, x.name, x.permissions, x.position
  from r, json_to_recordset($1) as x(id text, name text, permissions text[], position int)
  returning id, scope_id, name, permissions, position`;
const insertMembers = `insert into team_members (team_id, principal, name, position)
  select x.team_id, x.principal, x.name, x.position
  from r, json_to_recordset($1) as x(team_id text, principal text, name text, position int)
  returning team_id, principal, name, position`;

/** Returns the teams of a new top-level object: the given teams, or those of its template. */
function teamParts({ release }: Outcome, teams: readonly Team[]): StatementPart[] {
  if (release.folderId !== rootFolderId) return [];
  if (teams.length > 0) {
    const [teamRows, memberRows] = teamRecords(teams);
    return [
      { key: 'nt', sql: insertTeams, values: [teamRows] },
      { key: 'nm', sql: insertMembers, values: [memberRows] },
    ];
  }
  if (release.originTemplateId === null) return [];
  return [
    { key: 'gt', sql: copies.gt, values: [] },
    { key: 'gm', sql: copies.gm, values: [] },
  ];
}

const insertEntries = `insert into live_activities (release_id, ${columnNames(entryColumns)})
  select r.id, ${columnNames(entryColumns, 'x.')}
  from r, json_to_recordset($1) as x(${columnDefinitions(entryColumns)})`;
const insertComments = `insert into live_comments (release_id, ${columnNames(commentColumns)})
  select r.id, ${columnNames(commentColumns, 'x.')}
  from r, json_to_recordset($1) as x(${columnDefinitions(commentColumns)})`;
const updateComment = `update live_comments t set text = $2, version = t.version + 1, edited_date = $3,
    mentions = nullif($4::text[], '{}')
  from r where t.release_id = r.id and t.id = $1`;
const deleteComment = 'delete from live_comments t using r where t.release_id = r.id and t.id = $1';

const insertRisk = `insert into risk_history (release_id, ${columnNames(riskColumns)})
  select r.id, ${columnNames(riskColumns, 'x.')} from r, json_to_record($1) as x(${columnDefinitions(riskColumns)})`;

function historyParts({ entries, comments, commentChange, risk }: Outcome): StatementPart[] {
  return [
    ...(entries.length > 0
      ? [{ key: 'e', sql: insertEntries, values: [JSON.stringify(entries.map(toEntryRecord))] }]
      : []),
    ...(comments.length > 0
      ? [{ key: 'c', sql: insertComments, values: [JSON.stringify(comments.map(toCommentRecord))] }]
      : []),
    ...(commentChange === undefined ? [] : [commentChangePart(commentChange)]),
    ...(risk === null ? [] : [{ key: 'rh', sql: insertRisk, values: [JSON.stringify(toRiskRecord(risk))] }]),
  ];
}

const eventParts = ({ events, release }: Outcome, traceparent: string | null): StatementPart[] =>
  events.length === 0
    ? []
    : [
        {
          ...{ key: 'ev', sql: insertEventsSql },
          values: [JSON.stringify(events.map(toEventRecord)), release.folderId, traceparent],
        },
        { key: 'eq', sql: queueEventsSql, values: [] },
      ];

const commentChangePart = ({ id, text, date, mentions }: CommentChange): StatementPart =>
  text === null
    ? { key: 'cd', sql: deleteComment, values: [id] }
    : { key: 'cu', sql: updateComment, values: [id, text, timestamp(date), mentions] };

async function runSave(
  connection: Connection,
  parts: readonly StatementPart[],
  requested: RequestedResults,
): Promise<SavedRow | null> {
  const { statement, values } = compose(parts, requested);
  const query = () => connection.query<SavedRow>(statement, values);
  const [row] = await convertDuplicateKey(() => convertMissingFolder(() => convertStorageErrors(query)));
  return row ?? null;
}

interface SavedRow extends SavedTaskRow, SavedReleaseRow {
  readonly waiters?: readonly string[] | null;
  readonly riskVersion?: number;
}

const toSaveResult = (
  outcome: Outcome,
  row: SavedRow,
  requestedRelease: RequestedRelease | null,
  traceparent: string | null,
): SaveResult => ({
  version: row.version,
  waiters: row.waiters ?? [],
  riskVersion: row.riskVersion ?? null,
  traceparent,
  taskView: null,
  releaseView: requestedRelease === null ? null : toReleaseView(outcome, requestedRelease, row),
});
