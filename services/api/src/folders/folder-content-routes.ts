import { folderTitle } from '@slipway/api-schema/folders';
import { expects, flag, list, optional, wholeNumber } from '@slipway/api-schema/format';
import { releaseResponse } from '@slipway/api-schema/plans';
import { filterBody } from '@slipway/api-schema/search';
import { getFolder, moveFolder, renameFolder } from '@slipway/application/folders';
import { getRelease, templateMove } from '@slipway/application/plans';
import { findTemplateIds } from '@slipway/application/search';
import { neededForCommand } from '@slipway/domain/commands';
import { message } from '@slipway/domain/messages';
import { neededToChange, neededToEdit, neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { jsonBody, type Route, route } from '../http/route.ts';
import { pageOf, paging, searchPage, templatePage } from '../search/search-routes.ts';

const depth = optional(wholeNumber()).describe('accepted; whole releases are answered');

/** The content of folders and their paths (rest-operations.md, Folders). */
export const folderContents: readonly Route[] = [
  route({
    method: 'GET',
    path: '/folders/{folderId}/templates',
    name: 'getFolderTemplates',
    effect: 'replicaRead',
    summary: 'The templates in a folder by title, one page of them',
    needs: { on: 'folderId', anyOf: [neededToRead.folder] },
    query: paging.extend({ depth }),
    reply: list(releaseResponse),
    answer: async (deps, { caller, path, query }) => {
      const { id: folderId } = await getFolder(deps.database, path.folderId, {
        caller,
        anyOf: [neededToRead.folder],
      });
      const ids = await findTemplateIds(deps, caller, { folderId }, pageOf(query));
      return await templatePage(deps, caller, ids, query);
    },
  }),
  route({
    method: 'POST',
    path: '/folders/{folderId}/releases',
    name: 'searchFolderReleases',
    summary: 'The releases in a folder and below it that match a filter, one page of them',
    needs: { on: 'folderId', anyOf: [neededToRead.folder] },
    effect: 'replicaRead',
    query: paging.omit({ resultsPerPage: true }).extend({
      numberbypage: optional(wholeNumber()).describe('default 100, at most 1000'),
      depth,
    }),
    body: jsonBody(filterBody),
    reply: list(releaseResponse),
    answer: async (deps, { caller, path, query, body }) => {
      const folder = await getFolder(deps.database, path.folderId, { caller, anyOf: [neededToRead.folder] });
      return searchPage(deps, {
        caller,
        body: { ...body, parentId: folder.id },
        archived: body.onlyArchived ?? false,
        page: pageOf({ page: query.page, resultsPerPage: query.numberbypage, view: query.view }),
        phases: query.view !== 'summary',
      });
    },
  }),
  route({
    method: 'POST',
    path: '/folders/{folderId}/move',
    name: 'moveFolder',
    summary: 'Moves a folder with all that is in it; old ids keep answering',
    needs: { on: 'folderId', anyOf: [neededToChange.folder] },
    query: z.object({ newParentId: z.string(expects(message('expected.folderId'))) }),
    reply: null,
    answer: (deps, { caller, actor, path, query }) =>
      moveFolder(deps, { caller, actor }, path.folderId, query.newParentId),
  }),
  route({
    method: 'POST',
    path: '/folders/{folderId}/rename',
    name: 'renameFolder',
    summary: 'Gives a folder another title',
    needs: { on: 'folderId', anyOf: [neededToChange.folder] },
    query: z.object({ newName: folderTitle }),
    reply: null,
    answer: (deps, { caller, path, query }) => renameFolder(deps, caller, path.folderId, query.newName),
  }),
  route({
    method: 'POST',
    path: '/folders/{folderId}/templates/{templateId}',
    name: 'moveTemplate',
    summary: 'Moves a template into a folder; old ids keep answering',
    needs: {
      all: [
        { on: 'templateId', anyOf: [neededToChange.template] },
        { on: 'folderId', anyOf: [neededToChange.template], atTop: neededToChange.newTemplate },
      ],
    },
    query: z.object({
      mergePermissions: optional(flag).describe(
        'adds its own teams to those that hold in the folder, be it to those of a folder above; otherwise they are dropped',
      ),
    }),
    reply: null,
    answer: async (deps, { caller, actor, path, query: { mergePermissions = false } }) => {
      const { id, command } = await templateMove(
        deps,
        caller,
        { ...path, mergePermissions },
        neededForCommand('moveTemplate'),
      );
      await deps.engine.dispatch(id, { kind: 'command', caller, command, address: actor.address });
    },
  }),
  route({
    method: 'POST',
    path: '/folders/{folderId}/releases/{releaseId}',
    name: 'moveRelease',
    summary:
      'Moves an unfinished release into a folder where the caller can also edit releases; old ids keep answering',
    needs: {
      all: [
        { on: 'releaseId', anyOf: neededToEdit.anyOf },
        { on: 'folderId', anyOf: [neededToChange.newRelease], atTop: neededToChange.releaseOfAny },
      ],
    },
    reply: null,
    answer: async (deps, { caller, actor, path: { folderId, releaseId } }) => {
      const folder = await getFolder(deps.database, folderId);
      const needed = neededForCommand('moveRelease');
      const { release } = await getRelease(deps.database, caller, releaseId, { needed, phases: false });
      const command = { type: 'moveRelease', folderId: folder.id } as const;
      await deps.engine.dispatch(release.id, { kind: 'command', caller, command, address: actor.address });
    },
  }),
];
