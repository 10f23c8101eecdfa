import { productName, productVersion } from '@slipway/api-schema/system';
import { rootFolderId } from '@slipway/domain/ids';
import { missingPermission, notFound } from '@slipway/domain/model';
import { neededToReport } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { writeXlsx } from '@slipway/formats';
import { type Actor, writeAudit } from '@slipway/persistence/audit';
import { readReportedRelease } from '@slipway/persistence/reports';
import type { ReadContext } from '../model/context.ts';
import { getReleaseLocation } from '../plans/find.ts';
import { readVisibleTitles } from '../search/visible-titles.ts';
import { requirementSheet, verdictSheet } from './approval-sheets.ts';
import { activitySheets, commentSheets } from './history-sheets.ts';
import { attachmentSheet, summarySheet, taskSheet, variableSheet } from './plan-sheets.ts';
import { proofSheet } from './proof-sheet.ts';
import { type ReportFacts, reportedTasks } from './report-facts.ts';

/** Requires one of the permissions for reports. Throws Forbidden. */
function requireReports(caller: Person): void {
  if (!neededToReport.some((permission) => caller.hasPermission(permission)))
    throw missingPermission(neededToReport[0], rootFolderId);
}

type Context = Pick<ReadContext, 'database'>;

/** Returns the last segment of the id of a visible release, live or archived. Throws NotFound. */
async function visibleId({ database }: Context, caller: Person, rawId: string): Promise<string> {
  const { id, access } = await getReleaseLocation(database, caller, rawId);
  if (access.status === 'TEMPLATE') throw notFound('release', rawId);
  return id;
}

/** Returns the last segment of the id of a release that the caller may report on. Throws NotFound, Forbidden. */
export async function reportableId(context: Context, caller: Person, rawId: string): Promise<string> {
  const id = await visibleId(context, caller, rawId);
  requireReports(caller);
  return id;
}

/** The same for several releases, without duplicates. The global permission is checked first. */
export async function reportableIds(
  context: Context,
  caller: Person,
  rawIds: readonly string[],
): Promise<readonly string[]> {
  requireReports(caller);
  const ids = new Set<string>();
  for (const rawId of rawIds) ids.add(await visibleId(context, caller, rawId));
  return [...ids];
}

/** Records that a user creates the reports of these releases. */
export const recordReports = ({ database }: Context, actor: Actor, ids: readonly string[]): Promise<void> =>
  database.transaction(async (connection) => {
    for (const subject of ids)
      await writeAudit(connection, {
        actor,
        action: 'REPORT_CREATED',
        subject,
        before: null,
        after: { type: 'audit' },
      });
  }, 'brief');

async function readFacts(context: Context, caller: Person, id: string): Promise<ReportFacts> {
  const reported = await readReportedRelease(context.database, id);
  if (reported === null) throw notFound('release', id);
  const { folderId, originTemplateId } = reported.view.release;
  const titles = await readVisibleTitles(context, caller, [folderId, ...(originTemplateId ? [originTemplateId] : [])]);
  return { ...reported, titles, username: caller.username, tasks: reportedTasks(reported.view) };
}

/** The audit report of a release as a workbook. */
export interface AuditReport {
  readonly title: string;
  /** Writes the workbook while it is read. Memory contains the plan of the release and a part of its histories. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/** Reads a release for its audit report. Checks no permission. Throws NotFound. */
export async function auditReport(context: Context, caller: Person, id: string): Promise<AuditReport> {
  const facts = await readFacts(context, caller, id);
  const { database } = context;
  const sheets = () => [
    summarySheet(facts),
    taskSheet(facts),
    ...activitySheets(database, facts),
    verdictSheet(facts),
    requirementSheet(facts),
    ...commentSheets(database, facts),
    attachmentSheet(facts),
    variableSheet(facts),
    proofSheet(facts),
  ];
  const { title } = facts.view.release;
  const properties = { title, author: `${productName} ${productVersion}`, created: new Date(facts.readAt) };
  return { title, bytes: () => writeXlsx(sheets(), properties) };
}
