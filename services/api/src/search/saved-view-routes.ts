import { expects, list } from '@slipway/api-schema/format';
import { savedView } from '@slipway/api-schema/search';
import { message } from '@slipway/domain/messages';
import { requireSelf } from '@slipway/domain/people';
import { listSavedViews, removeSavedView, saveView } from '@slipway/persistence/search';
import { z } from 'zod';
import { jsonBody, type Route, route } from '../http/route.ts';

/**
 * Routes for saved views: names for addresses of the board. Each user sees only their own views. A token with
 * restricted permissions has no access to them. The routes extend the API of the family.
 */
export const savedViews: readonly Route[] = [
  route({
    method: 'GET',
    path: '/me/views',
    name: 'getMyViews',
    summary: 'The views that the caller has saved, by name',
    needs: 'anyone',
    reply: list(savedView),
    answer: async ({ database }, { caller, login }) =>
      login.isLimited ? [] : [...(await listSavedViews(database, caller.username))],
  }),
  route({
    method: 'PUT',
    path: '/me/views',
    name: 'saveMyView',
    summary: 'Saves a view; one that has its name is replaced',
    needs: 'anyone',
    body: jsonBody(savedView),
    reply: savedView,
    answer: async ({ database }, { caller, login, body }) => {
      requireSelf(login, 'saveViews');
      await database.transaction((connection) => saveView(connection, caller.username, body));
      return body;
    },
  }),
  route({
    method: 'DELETE',
    path: '/me/views',
    name: 'deleteMyView',
    summary: 'Deletes a view that the caller has saved; nothing happens where there is none',
    needs: 'anyone',
    query: z.object({ name: z.string(expects(message('expected.viewName'))) }),
    reply: null,
    answer: async ({ database }, { caller, login, query }) => {
      requireSelf(login, 'deleteViews');
      await removeSavedView(database, caller.username, query.name);
    },
  }),
];
