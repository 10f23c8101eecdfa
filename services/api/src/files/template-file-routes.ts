import { clip, Invalid, neededToChange, neededToRead, rootFolderId } from '@slipway/domain';
import { attachmentEntry, releaseEntries, templateEntries, type ZipEntry } from '@slipway/formats';
import {
  type ExportedPlan,
  exportedRelease,
  exportedTemplate,
  folderToImport,
  importTemplates,
} from '@slipway/resources';
import { importAnswer, importedBody, list, optional } from '@slipway/wire';
import { z } from 'zod';
import { productVersion } from '../context/version.ts';
import { contentTypeOf, fileNameOf } from '../http/body/file-names.ts';
import { parseBy } from '../http/query.ts';
import { type Route, route } from '../http/route.ts';
import { provesUser } from '../people/proves-user.ts';
import { readTemplateFile } from './read-template-file.ts';
import { zipAnswer } from './zip-answer.ts';

const importQuery = z.object({
  folderId: optional(z.string()).describe('the folder in which they are made'),
  version: optional(z.string()).describe('of the model of bare JSON; a zip tells its own'),
});

const naming = { name: fileNameOf, type: contentTypeOf };

const entriesOf = (attachments: ExportedPlan['attachments']): readonly ZipEntry[] =>
  attachments.map(({ id, bytes }) => attachmentEntry(id, bytes));

/** A file decides nothing about where its template goes: whoever relies on that is told. */
const folderMissed = (folder: string | null): readonly string[] =>
  folder === null
    ? []
    : [`folder '${clip(folder)}' was left out: folderId says where a template goes, else it is the top`];

/** Templates out of files, and into them (operations.md; import-formats.md). */
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
    reply: list(importAnswer),
    answer: async (deps, { caller, actor, query: { folderId, version }, file }) => {
      const written = folderId ? folderId : rootFolderId;
      await folderToImport(deps, caller, written);
      if (file === null) throw new Invalid('file: expected a part of this name');
      const { templates, beside: files, folder } = await readTemplateFile(file, version);
      const missed = folderId ? [] : folderMissed(folder);
      const read = templates.map(({ template, warnings }) => ({
        body: parseBy(importedBody, template),
        warnings: [...missed, ...warnings],
      }));
      const proves = provesUser(deps, actor);
      return await importTemplates(deps, caller, { templates: read, folderId: written, proves, files, naming });
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
      return zipAnswer(`${title}.xlr`, [...templateEntries(plan, productVersion), ...entriesOf(attachments)]);
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
      return zipAnswer(`${title}.zip`, [...entries, ...entriesOf(attachments)]);
    },
  }),
];
