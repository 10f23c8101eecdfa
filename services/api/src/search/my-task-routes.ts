import { expects, oneOf, optional, wholeNumber } from '@slipway/api-schema/format';
import { myTasksResponse } from '@slipway/api-schema/search';
import { renderMyTasks } from '@slipway/application/search';
import { message } from '@slipway/domain/messages';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';

const maxPageSize = 1_000;

const query = z.object({
  whose: optional(oneOf(['me', 'teams', 'unassigned'])).describe(
    'me: tasks of the caller, and tasks without owner and team of their releases; teams: tasks of their teams, and gates that ask for their approval; both by default; unassigned: tasks without owner and team that the caller may assign',
  ),
  text: optional(z.string().max(200, expects(message('expected.maxCharacters', { max: 200 })))).describe(
    'part of the title of the task or of its release',
  ),
  after: optional(z.string()).describe('`next` of the page before'),
  resultsPerPage: optional(wholeNumber(1)).describe(`100 unless given, at most ${maxPageSize} are answered`),
});

/** Routes for the pending tasks of the current user. They extend the API of the family. */
export const myTasks: readonly Route[] = [
  route({
    method: 'GET',
    path: '/me/tasks',
    name: 'getMyTasks',
    summary: 'The tasks that wait for the caller and their teams, by due date',
    needs: 'anyone',
    query,
    reply: myTasksResponse,
    answer: ({ database, typePrefix }, { caller, query: { whose = null, text, after, resultsPerPage = 100 } }) =>
      renderMyTasks({ database, typePrefix }, caller, {
        filter: { whose, text: text?.trim() || null },
        after: after ?? null,
        limit: Math.min(resultsPerPage, maxPageSize),
      }),
  }),
];
