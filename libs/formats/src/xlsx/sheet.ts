import { createHash } from 'node:crypto';
import { type Cell, cellXml, columnLetters, headerXml } from './cells.ts';

export interface Column {
  readonly title: string;
  /** in characters */
  readonly width: number;
}

export type Row = readonly Cell[];

/** A sheet of a workbook. */
export interface Sheet {
  /** at most 31 characters, unique in the workbook without regard to case */
  readonly name: string;
  readonly columns: readonly Column[];
  /** Returns the rows below the header. It is called after the previous sheets were written. */
  readonly rows: (previous: readonly WrittenSheet[]) => AsyncIterable<Row> | Iterable<Row>;
}

/** A written sheet. */
export interface WrittenSheet {
  readonly name: string;
  /** the name of its file in the workbook, such as `xl/worksheets/sheet1.xml` */
  readonly file: string;
  /** the number of rows below the header */
  readonly rows: number;
  /** SHA-256 of its file, in hexadecimal */
  readonly checksum: string;
}

/** The maximum number of rows of a sheet, without the header. */
export const maxRows = 1_048_575;
const maxColumns = 16_384;
const maxNameLength = 31;
/** The characters that a part of a sheet has in memory before it is compressed. */
const partLength = 64 * 1024;

/** Throws Error for a name that spreadsheets reject, or that another sheet has. */
export function requireSheetNames(names: readonly string[]): void {
  const seen = new Set(['history']);
  for (const name of names) {
    const isValid = /^[^\p{Cc}:\\/?*[\]]+$/u.test(name) && !/^'|'$/.test(name) && name.length <= maxNameLength;
    if (!isValid || seen.has(name.toLowerCase())) throw new Error(`'${name}' cannot be the name of a sheet`);
    seen.add(name.toLowerCase());
  }
}

const startXml = (columns: readonly Column[]): string => {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title }, index) => headerXml(title, `${columnLetters(index)}1`));
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>
<row r="1">${titles.join('')}</row>
`;
};

const endXml = '</sheetData></worksheet>\n';

/**
 * Writes the file of a sheet in parts. `done` receives the sheet when all rows are written. Throws Error for too many
 * rows or columns.
 */
export async function* writeSheet(
  { name, columns, rows }: Sheet,
  { file, previous }: { readonly file: string; readonly previous: readonly WrittenSheet[] },
  done: (sheet: WrittenSheet) => void,
): AsyncGenerator<Uint8Array> {
  if (columns.length > maxColumns) throw new Error(`sheet '${name}' has more than ${maxColumns} columns`);
  const hash = createHash('sha256');
  const toPart = (text: string): Buffer => {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    return bytes;
  };
  const letters = columns.map((_, index) => columnLetters(index));
  let text = startXml(columns);
  let count = 0;
  for await (const row of rows(previous)) {
    if (count === maxRows) throw new Error(`sheet '${name}' has more than ${maxRows} rows`);
    count += 1;
    text += `<row r="${count + 1}">${letters.map((letter, index) => cellXml(row[index] ?? null, `${letter}${count + 1}`)).join('')}</row>\n`;
    if (text.length < partLength) continue;
    yield toPart(text);
    text = '';
  }
  yield toPart(text + endXml);
  done({ name, file, rows: count, checksum: hash.digest('hex') });
}
