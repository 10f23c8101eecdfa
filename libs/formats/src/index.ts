export { type CalendarEvent, writeCalendar } from './calendar/write-calendar.ts';
export { BadFile, reasonOf, toSingleLine } from './errors/bad-file.ts';
export { type ReadTemplate, templateFromGroovy } from './groovy/reading/template.ts';
export { writeGroovy } from './groovy/writing/template.ts';
export { type FileTemplate, templatesIn } from './template/read-template.ts';
export { isUntouchedPlaceholder, unknownTypeOf, withTypeRestored, withTypesRestored } from './template/unknown-task.ts';
export { modelVersionIn, requireSupportedModel } from './template/upgrade.ts';
export {
  attachmentEntry,
  groovyEntry,
  hasZipSignature,
  maxDefinitionBytes,
  releaseEntries,
  templateEntries,
  templateInZip,
} from './template/xlr.ts';
export type { Cell } from './xlsx/cells.ts';
export { divideRows } from './xlsx/divide-rows.ts';
export type { Row, Sheet, WrittenSheet } from './xlsx/sheet.ts';
export { writeXlsx, xlsxMediaType } from './xlsx/write-xlsx.ts';
export { attachedFile, withAttachmentsOf } from './yaml/attachments.ts';
export { codeSchema } from './yaml/code-schema.ts';
export { type Difference, differences } from './yaml/differences.ts';
export { type CodeFiles, documentsIn, referencedTexts, rootDocumentOf } from './yaml/documents.ts';
export type { CodeAttachment, CodeItem, CodeItemOf, CodeTeam, FolderTitles } from './yaml/items.ts';
export { type LargeArchive, largeArchive } from './yaml/large-archive.ts';
export { itemsIn } from './yaml/read-items.ts';
export { type Members, maxCharacters } from './yaml/read-yaml.ts';
export { templateJson } from './yaml/template-json.ts';
export { type OutputDocument, type OutputFiles, writeDocuments } from './yaml/writing/write-documents.ts';
export { type Naming, writeTemplate, writeVariable } from './yaml/writing/write-template.ts';
export { declaredSize, unzip, type ZipSource } from './zip/unzip.ts';
export { textEntry, writeZip, type ZipEntry } from './zip/write-zip.ts';
export type { ZipRules } from './zip/zip-entry.ts';
