import { followedBody, followedResponse, followedStateResponse } from '@slipway/api-schema/notifications';
import {
  changeFollowed,
  removeFollowed,
  renderFollowed,
  renderFollowedState,
} from '@slipway/application/notifications';
import { requireSelf } from '@slipway/domain/people';
import { jsonBody, type Route, route } from '../http/route.ts';

/** Routes for the releases, tasks and folders that the caller follows or has muted (notifications.md, Recipients). */
export const followed: readonly Route[] = [
  route({
    method: 'GET',
    path: '/me/followed',
    name: 'getFollowed',
    summary: 'The releases, tasks and folders that the caller follows or has muted',
    needs: 'anyone',
    reply: followedResponse,
    answer: async (deps, { caller, login }) => (login.isLimited ? [] : await renderFollowed(deps, caller)),
  }),
  route({
    method: 'GET',
    path: '/me/followed/{followedId}',
    name: 'getFollowedState',
    summary: 'Whether the caller follows an object or has muted it, and the object around it that decides',
    needs: 'anyone',
    reply: followedStateResponse,
    answer: (deps, { caller, path }) => renderFollowedState(deps, caller, path.followedId),
  }),
  route({
    method: 'PUT',
    path: '/me/followed/{followedId}',
    name: 'follow',
    summary: 'Follows or mutes a release, task or folder',
    needs: 'anyone',
    body: jsonBody(followedBody),
    reply: null,
    answer: async (deps, { caller, login, path, body }) => {
      requireSelf(login, 'changeNotifications');
      await changeFollowed(deps, caller, path.followedId, body);
    },
  }),
  route({
    method: 'DELETE',
    path: '/me/followed/{followedId}',
    name: 'unfollow',
    summary: 'Neither follows nor mutes a release, task or folder',
    needs: 'anyone',
    reply: null,
    answer: async (deps, { caller, login, path }) => {
      requireSelf(login, 'changeNotifications');
      await removeFollowed(deps, caller, path.followedId);
    },
  }),
];
