import { createHash } from 'node:crypto';
import { productName, productVersion } from '@slipway/api-schema/system';
import type { Row, Sheet, WrittenSheet } from '@slipway/formats';
import { dateCell } from './report-cells.ts';
import type { ReportFacts } from './report-facts.ts';

/** The proof of an audit report. It is the last sheet, because it has the checksums of the other sheets. */
export const proofSheet = (facts: ReportFacts): Sheet => ({
  name: 'Proof',
  columns: [
    { title: 'Property', width: 28 },
    { title: 'Value', width: 68 },
    { title: 'Rows', width: 12 },
    { title: 'File in the workbook', width: 32 },
  ],
  rows: (previous) => [...originRows(facts), ...previous.map(sheetRow), totalRow(previous)],
});

const originRows = ({ readAt, username, archived, view }: ReportFacts): readonly Row[] => [
  ['Created (UTC)', dateCell(readAt)],
  ['Created by', username],
  ['Product', `${productName} ${productVersion}`],
  ['Release', view.release.id],
  ['Version of the release', String(view.version)],
  ['Archived', archived],
];

const sheetRow = ({ name, checksum, rows, file }: WrittenSheet): Row => [`SHA-256 of ${name}`, checksum, rows, file];

/** The checksum of the list of files that `sha256sum` prints for the sheets. */
const totalRow = (sheets: readonly WrittenSheet[]): Row => [
  'SHA-256 of the data',
  createHash('sha256')
    .update(sheets.map(({ checksum, file }) => `${checksum}  ${file}\n`).join(''))
    .digest('hex'),
  sheets.reduce((sum, { rows }) => sum + rows, 0),
];
