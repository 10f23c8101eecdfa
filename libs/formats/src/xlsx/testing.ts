import { message } from '@slipway/domain/messages';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { unzip } from '../zip/unzip.ts';

const megabyte = 1024 * 1024;
const rules = {
  archive: message('archiveKind.archive'),
  entries: 50,
  entryBytes: 500 * megabyte,
  totalBytes: 500 * megabyte,
  keptOfEntry: 500 * megabyte,
  keptBytes: 500 * megabyte,
  mayHoldArchives: true,
};

type Xml = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: true,
  htmlEntities: true,
  isArray: (name) => ['sheet', 'row', 'c', 'Override', 'Relationship', 'col', 'xf'].includes(name),
});

const isXml = (value: unknown): value is Xml => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the element at a path below `value`, or an empty element. */
const inside = (value: unknown, ...path: readonly string[]): Xml => {
  const found = path.reduce<unknown>((parent, name) => (isXml(parent) ? parent[name] : undefined), value);
  return isXml(found) ? found : {};
};

const listOf = (value: unknown): readonly Xml[] => (Array.isArray(value) ? value.filter(isXml) : []);

/** The value that a spreadsheet shows in a cell: dates have the text of a `Date`. */
function shownValue(cell: Xml): string | number | boolean {
  if (cell['@t'] === 'inlineStr') {
    const text = inside(cell, 'is').t;
    const content = isXml(text) ? (text['#text'] ?? '') : text;
    return String(content).replaceAll(/_x([\dA-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  }
  if (cell['@t'] === 'b') return cell.v === '1';
  const number = Number(cell.v);
  return cell['@s'] === '2' ? new Date(Math.round((number - 25_569) * 86_400_000)).toISOString() : number;
}

/** A read sheet: the rows with their header, by cell references such as `A1`, and as lists of values. */
export interface ReadSheet {
  readonly xml: string;
  readonly cells: ReadonlyMap<string, string | number | boolean>;
  readonly rows: readonly (readonly (string | number | boolean)[])[];
}

const readSheet = (xml: string): ReadSheet => {
  const rows = listOf(inside(parser.parse(xml), 'worksheet', 'sheetData').row);
  return {
    xml,
    rows: rows.map((row) => listOf(row.c).map(shownValue)),
    cells: new Map(rows.flatMap((row) => listOf(row.c).map((cell) => [String(cell['@r']), shownValue(cell)] as const))),
  };
};

/** Reads the sheets of a workbook by their names. Throws Error for a part that is not well-formed or not declared. */
export async function readXlsx(bytes: Buffer): Promise<ReadonlyMap<string, ReadSheet>> {
  const files = await unzip(bytes, () => true, rules);
  const text = (name: string): string => {
    const content = files.get(name);
    if (content === undefined) throw new Error(`the workbook has no part '${name}'`);
    return content.toString();
  };
  for (const name of files.keys()) {
    const result = XMLValidator.validate(text(name));
    if (result !== true) throw new Error(`${name}: ${result.err.msg}`);
  }
  const declared = listOf(inside(parser.parse(text('[Content_Types].xml')), 'Types').Override);
  for (const { '@PartName': part } of declared) text(String(part).slice(1));
  const targets = listOf(inside(parser.parse(text('xl/_rels/workbook.xml.rels')), 'Relationships').Relationship);
  const sheets = listOf(inside(parser.parse(text('xl/workbook.xml')), 'workbook', 'sheets').sheet);
  return new Map(
    sheets.map((sheet) => {
      const target = targets.find((relationship) => relationship['@Id'] === sheet['@r:id']);
      return [String(sheet['@name']), readSheet(text(`xl/${target?.['@Target']}`))];
    }),
  );
}
