import { textEntry, writeZip, type ZipEntry } from '../zip/write-zip.ts';
import { requireSheetNames, type Sheet, type WrittenSheet, writeSheet } from './sheet.ts';
import {
  contentTypesXml,
  type Properties,
  packageRelationshipsXml,
  propertiesXml,
  sheetFile,
  stylesXml,
  workbookRelationshipsXml,
  workbookXml,
} from './workbook-parts.ts';

export const xlsxMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Writes a workbook on demand. Memory contains only the current part of the current sheet. Texts are stored in their
 * cells, never as formulas. Throws the errors of the sheets, and Error for an invalid name of a sheet.
 */
export function writeXlsx(sheets: readonly Sheet[], properties: Properties): AsyncGenerator<Uint8Array> {
  const names = sheets.map(({ name }) => name);
  requireSheetNames(names);
  const written: WrittenSheet[] = [];
  const sheetEntries = sheets.map((sheet, index): ZipEntry => {
    const file = sheetFile(index);
    return {
      name: file,
      compresses: true,
      bytes: () => writeSheet(sheet, { file, previous: written }, (result) => written.push(result)),
    };
  });
  const entries = [
    textEntry('[Content_Types].xml', contentTypesXml(sheets.length)),
    textEntry('_rels/.rels', packageRelationshipsXml),
    textEntry('docProps/core.xml', propertiesXml(properties)),
    textEntry('xl/workbook.xml', workbookXml(names)),
    textEntry('xl/_rels/workbook.xml.rels', workbookRelationshipsXml(sheets.length)),
    textEntry('xl/styles.xml', stylesXml),
    ...sheetEntries,
  ];
  return writeZip(entries, properties.created);
}
