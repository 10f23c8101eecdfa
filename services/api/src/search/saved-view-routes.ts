import { expects, list, optional, wholeNumber } from '@slipway/api-schema/format';
import { savedViewBody, savedViewResponse } from '@slipway/api-schema/search';
import { changeView, deleteOwnView, deleteView, savedViewsOf, saveOwnView } from '@slipway/application/search';
import { message } from '@slipway/domain/messages';
import { requireSelf } from '@slipway/domain/people';
import { z } from 'zod';
import { jsonBody, type Route, route } from '../http/route.ts';

/**
 * Routes for saved views: names for addresses of the board. A view is private, or shared with the users of a folder or
 * team. It grants no permission: its address shows each user what they can view. A token with restricted permissions
 * has no access to views. The routes extend the API of the family.
 */
export const savedViews: readonly Route[] = [
  route({
    method: 'GET',
    path: '/me/views',
    name: 'getMyViews',
    summary: 'The views of the caller by name, then the views that other users share with the caller',
    needs: 'anyone',
    reply: list(savedViewResponse),
    answer: async (deps, { caller, login }) => (login.isLimited ? [] : await savedViewsOf(deps, caller)),
  }),
  route({
    method: 'PUT',
    path: '/me/views',
    name: 'saveMyView',
    summary:
      'Saves a view of the caller; one that has its name is replaced. Sharing requires folder#edit of the folder',
    needs: 'anyone',
    body: jsonBody(savedViewBody),
    reply: savedViewResponse,
    answer: async (deps, { caller, actor, login, body }) => {
      requireSelf(login, 'saveViews');
      return await saveOwnView(deps, { caller, actor }, body);
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
    answer: async (deps, { caller, actor, login, query }) => {
      requireSelf(login, 'deleteViews');
      await deleteOwnView(deps, { caller, actor }, query.name);
    },
  }),
  route({
    method: 'PUT',
    path: '/me/views/{viewId}',
    name: 'changeView',
    summary: 'Changes a view of the caller, or one that is shared with a folder where the caller has folder#edit',
    needs: 'anyone',
    body: jsonBody(savedViewBody),
    reply: savedViewResponse,
    answer: async (deps, { caller, actor, login, path, body }) => {
      requireSelf(login, 'saveViews');
      return await changeView(deps, { caller, actor }, path.viewId, body);
    },
  }),
  route({
    method: 'DELETE',
    path: '/me/views/{viewId}',
    name: 'deleteView',
    summary: 'Deletes a view of the caller, or one that is shared with a folder where the caller has folder#edit',
    needs: 'anyone',
    query: z.object({ version: optional(wholeNumber()).describe('another version returns 409') }),
    reply: null,
    answer: async (deps, { caller, actor, login, path, query }) => {
      requireSelf(login, 'deleteViews');
      await deleteView(deps, { caller, actor }, path.viewId, query.version);
    },
  }),
];
