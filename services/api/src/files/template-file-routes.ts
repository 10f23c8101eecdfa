import { Invalid, neededToChange, rootFolderId } from '@slipway/domain';
import { folderToImport, importTemplates } from '@slipway/resources';
import { importAnswer, importedBody, list, optional } from '@slipway/wire';
import { z } from 'zod';
import { parseBy } from '../http/query.ts';
import { type Route, route } from '../http/route.ts';
import { provesUser } from '../people/proves-user.ts';
import { readTemplateFile } from './read-template-file.ts';

const importQuery = z.object({
  folderId: optional(z.string()).describe('the folder in which they are made'),
  version: optional(z.string()).describe('of the model of bare JSON; a zip tells its own'),
});

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
      const templates = (await readTemplateFile(file, version)).map(({ template, warnings }) => ({
        body: parseBy(importedBody, template),
        warnings,
      }));
      return await importTemplates(deps, caller, { templates, folderId: written, proves: provesUser(deps, actor) });
    },
  }),
];
