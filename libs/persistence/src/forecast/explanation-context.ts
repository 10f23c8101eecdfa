import type { ExplanationContext, NamedBlackout } from '@slipway/domain/flow';
import { type ExplanationLookup, explanationLookupFor } from '@slipway/domain/forecast';
import { targetStateOf } from '@slipway/domain/gates';
import { rootFolderId } from '@slipway/domain/ids';
import type { Release, Status } from '@slipway/domain/model';
import { readClock } from '../database/clock.ts';
import type { Connection, Database } from '../database/database.ts';
import { loadPlan } from '../plans/reading/load.ts';

/**
 * The blackouts of a folder that end in the future or ended at most a day ago. A task may still wait for the minute
 * after a blackout.
 */
const blackoutsStatement = {
  name: 'blackouts-around-now',
  text: `select id, label, start_date as "startDate", end_date as "endDate" from blackouts
    where end_date > clock_timestamp() - interval '1 day'
      and (folder_id is null or folder_id = any (select unnest(path) from folders where id = $1))
    order by start_date, id`,
};
const targetsStatement = {
  name: 'target-titles',
  text: `select id, title, status from releases where id = any ($1::text[])
    union all select id, title, status from phases where id = any ($1::text[])
    union all select id, title, status from tasks where id = any ($1::text[])`,
};
// An event source is enabled if its endpoint is.
const sourcesStatement = {
  name: 'sources-of-events',
  text: `select c.id, c.title, c.folder_id as "folderId", e.path is not null and e.properties ->> 'enabled' = 'true' as listens
    from configurations c left join configurations e on e.id = coalesce(c.event_source, c.id) where c.id = any ($1::text[])`,
};
const approversStatement = {
  name: 'dependents-of-gates',
  text: `select 'team' as kind, name from teams where name = any ($3::text[]) and scope_id = case when $1 = '${rootFolderId}'
      then $2 else (select scope_id from folders where id = $1) end
    union all select 'role', name from roles where lower(name) = any ($4::text[])`,
};
/** The maximum length of a quoted comment in a reason. The task contains the full text. */
const maxQuoteLength = 500;
const commentsStatement = {
  name: 'last-comments',
  text: `select distinct on (task_id) task_id as "taskId", left(text, ${maxQuoteLength}) as text
    from live_comments where task_id = any ($1::text[]) order by task_id, seq desc`,
};

interface TargetRow {
  readonly id: string;
  readonly title: string;
  readonly status: Status;
}

interface SourceRow {
  readonly id: string;
  readonly title: string;
  readonly folderId: string | null;
  readonly listens: boolean;
}

/**
 * Reads the data for the explanation of a release: the time of the database, blackouts, the titles and statuses of
 * targets, the last comments of failed tasks, and the attempts of scripts. Locks nothing.
 */
async function readExplanationContext(
  connection: Connection,
  { releaseId, folderId, targetIds, sourceIds, approvers: approverNames, failedIds }: ExplanationLookup,
): Promise<ExplanationContext> {
  const [now, blackoutRows, targetRows, sourceRows, approvers, lastComments] = await Promise.all([
    readClock(connection),
    connection.query<NamedBlackout>(blackoutsStatement, [folderId]),
    connection.query<TargetRow>(targetsStatement, [targetIds]),
    connection.query<SourceRow>(sourcesStatement, [sourceIds]),
    readApprovers(connection, releaseId, folderId, approverNames),
    connection.query<{ readonly taskId: string; readonly text: string }>(commentsStatement, [failedIds]),
  ]);
  return {
    now,
    blackouts: blackoutRows,
    targets: new Map(targetRows.map(({ id, title, status }) => [id, { title, status, state: targetStateOf(status) }])),
    sources: new Map(sourceRows.map(({ id, ...source }) => [id, source])),
    existingApprovers: approvers,
    comments: new Map(lastComments.map(({ taskId, text }) => [taskId, text])),
  };
}

/** Finds the existing teams and roles among these, in the scope of a release. Runs no query for an empty list. */
async function readApprovers(
  connection: Connection,
  releaseId: string,
  folderId: string,
  { teams, roles }: ExplanationLookup['approvers'],
): Promise<ExplanationContext['existingApprovers']> {
  if (teams.length === 0 && roles.length === 0) return null;
  const values = [folderId, releaseId, teams, roles.map((role) => role.toLowerCase())];
  const rows = await connection.query<{ readonly kind: 'team' | 'role'; readonly name: string }>(
    approversStatement,
    values,
  );
  const namesOfKind = (kind: 'team' | 'role') => rows.filter((row) => row.kind === kind).map(({ name }) => name);
  return { teams: namesOfKind('team'), roles: namesOfKind('role') };
}

/** A partial index of live tasks. The SQL must match the index definition, and names the table `t`. */
export interface IndexedTasks {
  /** The indexed expression. */
  readonly value: string;
  readonly where: string;
}

const hasSql = (field: string): string => `coalesce((t.definition ->> '${field}')::boolean, false)`;
const hasNoAuthor = (purpose: string): string => `not coalesce(t.definition -> 'scriptAuthors' ? '${purpose}', false)`;

/** Tasks that may run a script. A task with a script of its own has it in its properties. */
const mayRunScript = `(t.passive ? 'properties' or t.type like '%.%' or t.definition ? 'scriptType')`;

/**
 * The partial indexes of tasks with references that an installation may be unable to resolve. They contain no column
 * that changes while a release runs.
 */
export const indexedTasks = {
  /**
   * Indexed by the type that defines the behavior of the task. For a task that runs a plugin script, this is the type
   * of the script.
   */
  ofPlugins: {
    value: `coalesce(t.passive #>> '{properties,unknownType,properties,pythonScript,type}',
      t.passive #>> '{properties,unknownType,type}', t.definition ->> 'scriptType', t.type)`,
    where: `(t.type like '%.%' or t.definition ? 'scriptType' or t.passive #> '{properties,unknownType}' is not null)`,
  },
  /** Indexed by the template from which the task creates a release. */
  fromTemplates: {
    value: `(t.definition #>> '{creation,templateId}')`,
    where: `t.definition #>> '{creation,templateId}' <> ''`,
  },
  /** Tasks with scripts from before script authors were stored. Indexed by the release. */
  withoutAuthor: {
    value: 't.release_id',
    where: `(${hasSql('hasPrecondition')} and ${hasNoAuthor('precondition')}
      or ${hasSql('hasFailureHandler')} and ${hasNoAuthor('failureHandler')}
      or ${hasSql('hasAbortScript')} and ${hasNoAuthor('abort')}
      or ${mayRunScript} and ${hasNoAuthor('task')})`,
  },
} as const satisfies Readonly<Record<string, IndexedTasks>>;

/** A live release or template with the data for its explanation. */
export interface ExplanationInput {
  readonly release: Release;
  readonly data: ExplanationContext;
}

/** Reads a plan and the data for its explanation in one read transaction. Returns null if the plan does not exist. */
export const readExplanationInput = (database: Database, releaseId: string): Promise<ExplanationInput | null> =>
  database.transaction(async (connection) => {
    const plan = await loadPlan(connection, releaseId);
    if (plan === null) return null;
    const { release } = plan;
    return { release, data: await readExplanationContext(connection, explanationLookupFor(release)) };
  }, 'read');
