import { inboxChangeBody, inboxQuery, inboxResponse } from '@slipway/api-schema/notifications';
import { changeEntry, changeInbox, renderInbox } from '@slipway/application/notifications';
import { requireSelf } from '@slipway/domain/people';
import type { InboxChange } from '@slipway/persistence/notifications';
import { jsonBody, type Route, route } from '../http/route.ts';

const changes: readonly (readonly [change: InboxChange, name: string, summary: string])[] = [
  ['read', 'readNotification', 'Marks an entry of the inbox as read'],
  ['unread', 'unreadNotification', 'Marks an entry of the inbox as unread'],
  ['done', 'completeNotification', 'Marks an entry of the inbox as done, and as read'],
  ['undone', 'reopenNotification', 'Moves an entry that is done back to the inbox'],
  ['save', 'saveNotification', 'Saves an entry, which then does not expire'],
  ['unsave', 'unsaveNotification', 'Removes an entry from the saved ones'],
];

const changeRoutes = changes.map(([change, name, summary]) =>
  route({
    method: 'POST',
    path: `/me/notifications/{notificationId}/${change}`,
    name,
    summary,
    needs: 'anyone',
    reply: null,
    answer: async (deps, { caller, login, path }) => {
      requireSelf(login, 'changeNotifications');
      await changeEntry(deps, caller, path.notificationId, change);
    },
  }),
);

/**
 * Routes for the inbox of the caller (notifications.md, Inbox). A token with restricted permissions has no inbox.
 */
export const inbox: readonly Route[] = [
  route({
    method: 'GET',
    path: '/me/notifications',
    name: 'getMyNotifications',
    summary: 'The inbox of the caller, the newest entry first, without objects that the caller cannot view now',
    needs: 'anyone',
    query: inboxQuery,
    reply: inboxResponse,
    answer: async (deps, { caller, login, query }) =>
      login.isLimited ? { unread: 0, items: [] } : await renderInbox(deps, caller, query),
  }),
  ...changeRoutes,
  route({
    method: 'POST',
    path: '/me/notifications/read-all',
    name: 'readAllNotifications',
    summary: 'Marks the open entries of the inbox as read',
    needs: 'anyone',
    body: jsonBody(inboxChangeBody),
    reply: null,
    answer: async (deps, { caller, login, body }) => {
      requireSelf(login, 'changeNotifications');
      await changeInbox(deps, caller, 'read', body.upTo);
    },
  }),
  route({
    method: 'POST',
    path: '/me/notifications/done-all',
    name: 'completeAllNotifications',
    summary: 'Marks the open entries of the inbox as done, except for saved ones',
    needs: 'anyone',
    body: jsonBody(inboxChangeBody),
    reply: null,
    answer: async (deps, { caller, login, body }) => {
      requireSelf(login, 'changeNotifications');
      await changeInbox(deps, caller, 'done', body.upTo);
    },
  }),
];
