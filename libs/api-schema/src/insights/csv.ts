import { type CsvValue, csvLine } from '../search/release-csv.ts';
import type { InsightDeploymentRow } from './deployments.ts';
import type {
  InsightCalendarResponse,
  InsightQueryResponse,
  InsightReleaseRow,
  InsightTasksResponse,
  InsightWaitsResponse,
} from './responses.ts';

const line = (values: readonly CsvValue[]): string => csvLine(values);

/** Begins with the byte order mark, with which spreadsheets recognize UTF-8. */
const table = (head: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  `\uFEFF${[head, ...rows].map(line).join('')}`;

/** Returns the points of a query as CSV. */
export const insightQueryCsv = ({ series }: InsightQueryResponse): string =>
  table(
    ['metric', 'group', 'title', 'from', 'to', 'n', 'value', 'p50', 'p85', 'p95'],
    series.flatMap(({ metric, group, points }) =>
      points.map(({ from, to, n, value, p50, p85, p95 }) => [
        ...[metric, group?.id, group?.title, from, to],
        ...[n, value, p50, p85, p95],
      ]),
    ),
  );

const releaseColumns = [
  ...['id', 'title', 'status', 'folderId', 'folderTitle', 'templateId', 'templateTitle', 'tags'],
  ...['created', 'started', 'ended', 'due', 'plannedSeconds', 'durationSeconds'],
  ...['machine', 'people', 'dependency', 'capacity', 'schedule', 'failed', 'paused', 'other'],
  ...['tasks', 'automated', 'failures', 'restarts', 'maxRisk', 'troubled', 'state'],
];

/** Returns the first line of an export of releases. */
export const insightReleasesCsvHead = (): string => table(releaseColumns, []);

/** Returns the line of a release. */
export const insightReleaseCsvLine = ({ seconds, ...row }: InsightReleaseRow): string =>
  line([
    ...[row.id, row.title, row.status, row.folderId, row.folderTitle, row.templateId, row.templateTitle],
    row.tags.join(', '),
    ...[row.created, row.started, row.ended, row.due, row.plannedSeconds, row.durationSeconds],
    ...[seconds?.machine, seconds?.people, seconds?.dependency, seconds?.capacity],
    ...[seconds?.schedule, seconds?.failed, seconds?.paused, seconds?.other],
    ...[row.tasks, row.automated, row.failures, row.restarts, row.maxRisk, row.troubled, row.state],
  ]);

/** Returns the rows of tasks as CSV. */
export const insightTasksCsv = ({ rows }: InsightTasksResponse): string =>
  table(
    [
      ...['templateId', 'templateTitle', 'phaseTitle', 'taskTitle', 'taskType', 'n', 'p50', 'p85', 'sum', 'share'],
      ...['runs', 'failures', 'failedRuns', 'failureRate', 'failedSeconds'],
    ],
    rows.map((row) => [
      ...[row.templateId, row.templateTitle, row.phaseTitle, row.taskTitle, row.taskType],
      ...[row.n, row.p50, row.p85, row.sum, row.share],
      ...[row.runs, row.failures, row.failedRuns, row.failureRate, row.failedSeconds],
    ]),
  );

/** Returns the cells of waits as CSV. */
export const insightWaitsCsv = ({ cells }: InsightWaitsResponse): string =>
  table(
    ['source', 'waiting', 'waitingTitle', 'awaited', 'awaitedTitle', 'seconds', 'n', 'p50'],
    cells.map(({ source, waiting, awaited, seconds, n, p50 }) => [
      ...[source, waiting.id, waiting.title, awaited.id, awaited.title],
      ...[seconds, n, p50],
    ]),
  );

/** Returns the days of a heat map as CSV. */
export const insightCalendarCsv = ({ days }: InsightCalendarResponse): string =>
  table(
    ['day', 'started', 'ended', 'failed', 'runningAtNoon', 'blackout'],
    days.map(({ day, started, ended, failed, runningAtNoon, blackout }) => [
      ...[day, started, ended, failed, runningAtNoon, blackout],
    ]),
  );

const deploymentColumns = [
  ...['id', 'releaseId', 'releaseTitle', 'taskId', 'folderId', 'application', 'environment', 'stage'],
  ...['started', 'ended', 'outcome', 'failedAttempt', 'kind', 'mark', 'markedBy', 'markComment', 'incidents'],
  ...['failed', 'recoveredAt', 'leadSeconds', 'commits'],
];

/** Returns the first line of an export of deployments. */
export const insightDeploymentsCsvHead = (): string => table(deploymentColumns, []);

/** Returns the line of a deployment. */
export const insightDeploymentCsvLine = (row: InsightDeploymentRow): string =>
  line([
    ...[row.id, row.releaseId, row.releaseTitle, row.taskId, row.folderId],
    ...[row.application, row.environment, row.stage, row.started, row.ended],
    ...[row.outcome, row.failedAttempt, row.kind, row.mark, row.markedBy, row.markComment],
    row.incidents.map(({ id }) => id).join(', '),
    ...[row.failed, row.recoveredAt, row.leadSeconds, row.commits],
  ]);
