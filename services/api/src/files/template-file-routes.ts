import { clip, Invalid, neededToChange, neededToRead, rootFolderId } from '@slipway/domain';
import { attachmentEntry, releaseEntries, templateEntries, type ZipEntry, zipped } from '@slipway/formats';
import {
  type ExportedPlan,
  exportedRelease,
  exportedTemplate,
  folderToImport,
  importTemplates,
} from '@slipway/resources';
import { contentTypeOf, fileNameOf, importAnswer, importedBody, list, optional, productVersion } from '@slipway/wire';
import { z } from 'zod';
import { parseBy } from '../http/query.ts';
import { type Route, route } from '../http/route.ts';
import { provesUser } from '../people/proves-user.ts';
import { readTemplateFile } from './read-template-file.ts';
import { zipAnswer } from './zip-answer.ts';

const importQuery = z.object({
  folderId: optional(z.string()).describe('the folder in which they are made'),
  version: optional(z.string()).describe('the model version of bare JSON; a zip contains its own'),
});

const naming = { name: fileNameOf, type: contentTypeOf };

const entriesOf = (attachments: ExportedPlan['attachments']): readonly ZipEntry[] =>
  attachments.map(({ id, bytes }) => attachmentEntry(id, bytes));

/** A file cannot choose the folder of its template: a client that expects it gets a warning. */
const folderMissed = (folder: string | null): readonly string[] =>
  folder === null
    ? []
    : [`folder '${clip(folder)}' was left out: set folderId, otherwise the template is created at the top`];

/** Templates out of files, and into them (rest-operations.md; file-formats.md). */
export const templateFiles: readonly Route[] = [
  route({
    method: 'POST',
    path: '/templates/import',
    name: 'importTemplate',
    summary: 'Makes templates of a file: an .xlr, a zip with a Releasefile.groovy, or JSON; all of them or none',
    needs: {
      named: [neededToChange.newTemplate, neededToChange.template],
      why: 'the query names its folder',
      inQuery: { on: 'folderId', anyOf: [neededToChange.template], atTop: neededToChange.newTemplate },
    },
    query: importQuery,
    takesFile: 'orJson',
    takesLargeFile: true,
    reply: list(importAnswer),
    answer: async (deps, { caller, actor, query: { folderId, version }, file, largeFile }) => {
      const written = folderId ? folderId : rootFolderId;
      await folderToImport(deps, caller, written);
      const sent = largeFile === null ? file : { name: largeFile.name, bytes: largeFile.spool };
      if (sent === null) throw new Invalid('file: expected a part of this name');
      const reading = { version, mostBytes: deps.config.importMaxBytes, sender: { username: caller.username } };
      const read = await readTemplateFile(sent, reading);
      const { beside: files, folder } = read;
      const missed = folderId ? [] : folderMissed(folder);
      const templates = read.templates.map(({ template, warnings }) => ({
        body: parseBy(importedBody, template),
        warnings: [...missed, ...warnings],
      }));
      const proves = provesUser(deps, actor);
      return await importTemplates(deps, caller, { templates, folderId: written, proves, files, naming });
    },
  }),
  route({
    method: 'GET',
    path: '/templates/zip/{templateId}',
    name: 'exportTemplateToZip',
    summary: 'A template with its attachments as a file that import takes; passwords are masked',
    needs: { on: 'templateId', anyOf: [neededToRead.template] },
    streams: true,
    reply: null,
    answer: async (deps, { caller, path }) => {
      const { title, plan, attachments } = await exportedTemplate(deps, caller, path.templateId);
      const entries = templateEntries(plan, productVersion);
      return zipAnswer(`${title}.xlr`, () => zipped([...entries, ...entriesOf(attachments)]));
    },
  }),
  route({
    method: 'GET',
    path: '/releases/{releaseId}/export',
    name: 'exportRelease',
    summary: 'A release, live or archived, with its log and attachments in one zip',
    needs: { on: 'releaseId', anyOf: [neededToRead.release] },
    streams: true,
    reply: null,
    answer: async (deps, { caller, path }) => {
      const { title, plan, activities, attachments } = await exportedRelease(deps, caller, path.releaseId);
      const entries = releaseEntries(plan, activities, productVersion);
      return zipAnswer(`${title}.zip`, () => zipped([...entries, ...entriesOf(attachments)]));
    },
  }),
];
