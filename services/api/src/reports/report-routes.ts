import { expects } from '@slipway/api-schema/format';
import {
  type AuditReport,
  auditReport,
  recordReports,
  reportableId,
  reportableIds,
} from '@slipway/application/reports';
import { message } from '@slipway/domain/messages';
import { notFound } from '@slipway/domain/model';
import { neededToRead, neededToReport } from '@slipway/domain/people';
import { type Person, readCurrentPerson } from '@slipway/engine';
import { writeZip, xlsxMediaType, type ZipEntry } from '@slipway/formats';
import { readReleaseTitles } from '@slipway/persistence/reports';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { fileResponse, toFileName } from '../files/zip-response.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import { reportSlots } from '../http/slots.ts';
import type { StreamedAnswer } from '../http/writing/streamed-answer.ts';

/** The maximum number of reports in one file. */
const maxIds = 100;

const idsBody = z
  .array(z.string(expects(message('expected.releaseId'))), expects(message('expected.ids')))
  .min(1, expects(message('expected.releaseId')))
  .max(maxIds, expects(message('expected.maxIds', { max: maxIds })))
  .readonly()
  .describe('ids of releases in any form');

/** Throws NotFound for an unknown report. */
function requireReportType(type: string): void {
  if (type !== 'audit') throw notFound('report', type);
}

/** Runs `work` with a slot, which the end of the response releases. */
async function withSlot(caller: Person, work: (end: () => void) => Promise<StreamedAnswer>): Promise<StreamedAnswer> {
  const end = await reportSlots.acquire(caller.username);
  return await work(end).catch((error: unknown) => {
    end();
    throw error;
  });
}

const reportFile = ({ title, bytes }: AuditReport, end: () => void): StreamedAnswer =>
  fileResponse({ name: `${title}.xlsx`, mediaType: xlsxMediaType, bytes, end });

/** A report in a zip. It is read when the previous ones are written, with the current permissions of the caller. */
async function* reportBytes(deps: Deps, caller: Person, id: string): AsyncGenerator<Uint8Array> {
  const current = await readCurrentPerson(deps.database, caller);
  const report = await auditReport(deps, current, await reportableId(deps, current, id));
  yield* report.bytes();
}

/** The number distinguishes releases with the same title. Windows forbids some characters of titles. */
const entryName = (number: number, title: string): string =>
  toFileName(`${number} ${title.replaceAll(/[:*?"<>|]/g, '_')}.xlsx`);

async function reportEntries(deps: Deps, caller: Person, ids: readonly string[]): Promise<readonly ZipEntry[]> {
  const titles = await readReleaseTitles(deps.database, ids);
  return ids.map((id, index) => ({
    name: entryName(index + 1, titles.get(id) ?? id),
    // A workbook is compressed.
    compresses: false,
    bytes: () => reportBytes(deps, caller, id),
  }));
}

/** Reports of releases as files (rest-operations.md, Audit report). */
export const reports: readonly Route[] = [
  route({
    method: 'GET',
    path: '/reports/download/{reportType}/{releaseId}',
    name: 'downloadReleaseReport',
    summary: 'The audit report of a live or archived release as a workbook (.xlsx); the report type is `audit`',
    needs: { on: 'releaseId', anyOf: [neededToRead.release], also: neededToReport },
    reply: 'bytes',
    answer: async (deps, { caller, actor, path: { reportType, releaseId } }) => {
      const id = await reportableId(deps, caller, releaseId);
      requireReportType(reportType);
      return await withSlot(caller, async (end) => {
        const report = await auditReport(deps, caller, id);
        await recordReports(deps, actor, [id]);
        return reportFile(report, end);
      });
    },
  }),
  route({
    method: 'POST',
    path: '/reports/download/{reportType}',
    name: 'downloadReleaseReports',
    summary: 'The audit reports of several releases as a zip of workbooks; each requires `release#view`',
    needs: { global: neededToReport },
    effect: 'read',
    body: jsonBody(idsBody),
    reply: 'bytes',
    answer: async (deps, { caller, actor, path: { reportType }, body }) => {
      requireReportType(reportType);
      const ids = await reportableIds(deps, caller, body);
      return await withSlot(caller, async (end) => {
        const entries = await reportEntries(deps, caller, ids);
        await recordReports(deps, actor, ids);
        return fileResponse({
          name: 'audit-reports.zip',
          mediaType: 'application/zip',
          bytes: () => writeZip(entries),
          end,
        });
      });
    },
  }),
];
