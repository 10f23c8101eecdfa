import { textEntry, type ZipEntry } from '../zip/write-zip.ts';
import { manifestFor } from './upgrade.ts';
import { definitionFile, manifestFile, templateFile } from './xlr.ts';

/** JSON as the family writes it into files: a slash is escaped, which no parser minds (file-formats.md, .xlr). */
const withEscapedSlashes = (value: object): string => JSON.stringify(value).replaceAll('/', '\\/');

/** The files of an `.xlr`: a rendered template, and the manifest. */
export const templateEntries = (template: object, productVersion: string): readonly ZipEntry[] => [
  textEntry(templateFile, withEscapedSlashes(template)),
  textEntry(manifestFile, JSON.stringify(manifestFor(productVersion))),
];

/** A template in Groovy. */
export const groovyEntry = (text: string): ZipEntry => textEntry(definitionFile, text);

/** The content of an attachment beside its template or release, named by the last part of its id. */
export const attachmentEntry = (id: string, bytes: ZipEntry['bytes']): ZipEntry => ({
  name: `attachments/${id}`,
  compresses: false,
  bytes,
});

/** The files of an exported release: itself and its log, each as it is answered. */
export const releaseEntries = (
  release: object,
  activities: readonly object[],
  productVersion: string,
): readonly ZipEntry[] => [
  textEntry('release.json', JSON.stringify(release)),
  textEntry('activities.json', JSON.stringify(activities)),
  textEntry(manifestFile, JSON.stringify(manifestFor(productVersion))),
];
