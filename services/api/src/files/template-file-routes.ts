import { contentTypeOf, fileNameOf } from '@slipway/api-schema/attachments';
import { importBody, importResponse, showImportResult } from '@slipway/api-schema/files';
import { list, optional } from '@slipway/api-schema/format';
import { productVersion } from '@slipway/api-schema/system';
import {
  type ExportedPlan,
  exportedRelease,
  exportedTemplate,
  folderToImport,
  importTemplates,
} from '@slipway/application/files';
import { rootFolderId } from '@slipway/domain/ids';
import { type Message, message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { attachmentEntry, releaseEntries, templateEntries, writeZip, type ZipEntry } from '@slipway/formats';
import { z } from 'zod';
import { parseBy } from '../http/query.ts';
import { fileBody, type Route, route } from '../http/route.ts';
import { createCredentialCheck } from '../people/confirm-credentials.ts';
import { readTemplateFile } from './read-template-file.ts';
import { zipResponse } from './zip-response.ts';

const importQuery = z.object({
  folderId: optional(z.string()).describe('the folder in which they are made'),
  version: optional(z.string()).describe('the model version of bare JSON; a zip contains its own'),
});

const naming = { name: fileNameOf, type: contentTypeOf };

const entriesOf = (attachments: ExportedPlan['attachments']): readonly ZipEntry[] =>
  attachments.map(({ id, bytes }) => attachmentEntry(id, bytes));

/** A file cannot choose the folder of its template: a client that expects it gets a warning. */
const folderWarnings = (folder: string | null): readonly Message[] =>
  folder === null ? [] : [message('file.withoutFolder', { folder })];

/** Import and export of templates (rest-operations.md; file-formats.md). */
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
    body: fileBody({ orJson: true, large: true }),
    reply: list(importResponse),
    answer: async (deps, { caller, actor, query: { folderId, version }, file, largeFile }) => {
      const targetFolderId = folderId ? folderId : rootFolderId;
      await folderToImport(deps, caller, targetFolderId);
      const source = largeFile === null ? file : { name: largeFile.name, bytes: largeFile.spool };
      if (source === null) throw new Invalid(message('body.partExpected'));
      const readOptions = { version, maxBytes: deps.config.importMaxBytes, sender: { username: caller.username } };
      const parsedFile = await readTemplateFile(source, readOptions);
      const { extraFiles: files, folder } = parsedFile;
      const missingFolderWarnings = folderId ? [] : folderWarnings(folder);
      const templates = parsedFile.templates.map(({ template, warnings }) => ({
        body: parseBy(importBody, template),
        warnings: [...missingFolderWarnings, ...warnings],
      }));
      const credentialCheck = createCredentialCheck(deps, actor);
      const results = await importTemplates(deps, caller, {
        templates,
        folderId: targetFolderId,
        credentialCheck,
        files,
        naming,
      });
      return results.map(showImportResult);
    },
  }),
  route({
    method: 'GET',
    path: '/templates/zip/{templateId}',
    name: 'exportTemplateToZip',
    summary: 'A template with its attachments as a file that import takes; passwords are masked',
    needs: { on: 'templateId', anyOf: [neededToRead.template] },
    reply: 'bytes',
    answer: async (deps, { caller, path }) => {
      const { title, plan, attachments } = await exportedTemplate(deps, caller, path.templateId);
      const entries = templateEntries(plan, productVersion);
      return zipResponse(`${title}.xlr`, () => writeZip([...entries, ...entriesOf(attachments)]));
    },
  }),
  route({
    method: 'GET',
    path: '/releases/{releaseId}/export',
    name: 'exportRelease',
    summary: 'A release, live or archived, with its log and attachments in one zip',
    needs: { on: 'releaseId', anyOf: [neededToRead.release] },
    reply: 'bytes',
    answer: async (deps, { caller, path }) => {
      const { title, plan, activities, attachments } = await exportedRelease(deps, caller, path.releaseId);
      const entries = releaseEntries(plan, activities, productVersion);
      return zipResponse(`${title}.zip`, () => writeZip([...entries, ...entriesOf(attachments)]));
    },
  }),
];
