import { expects, oneOf, optional, wholeNumber } from '@slipway/api-schema/format';
import { folderTasksResponse } from '@slipway/api-schema/search';
import { renderFolderTasks } from '@slipway/application/search';
import { waitKinds } from '@slipway/domain/forecast';
import { message } from '@slipway/domain/messages';
import { neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';

const maxPageSize = 1_000;

const query = z.object({
  waitsFor: optional(oneOf(['unassigned', ...waitKinds])).describe(
    'unassigned: tasks without owner and team; otherwise what the tasks wait for; by default, all tasks except assigned ones that a user completes',
  ),
  text: optional(z.string().max(200, expects(message('expected.maxCharacters', { max: 200 })))).describe(
    'part of the title of the task or of its release',
  ),
  after: optional(z.string()).describe('`next` of the page before'),
  resultsPerPage: optional(wholeNumber(1)).describe(`100 unless given, at most ${maxPageSize} are answered`),
});

/** Routes for the waiting tasks in a folder. They extend the API of the family. */
export const folderTasks: readonly Route[] = [
  route({
    method: 'GET',
    path: '/folders/{folderId}/waiting-tasks',
    name: 'getFolderWaitingTasks',
    summary: 'The unassigned and waiting tasks of running releases in a folder and below it, the longest wait first',
    effect: 'replicaRead',
    needs: { on: 'folderId', anyOf: [neededToRead.folder] },
    query,
    reply: folderTasksResponse,
    answer: (deps, { caller, path, query: { waitsFor = null, text, after, resultsPerPage = 100 } }) =>
      renderFolderTasks(deps, caller, path.folderId, {
        filter: { kind: waitsFor, text: text?.trim() || null },
        after: after ?? null,
        limit: Math.min(resultsPerPage, maxPageSize),
      }),
  }),
];
