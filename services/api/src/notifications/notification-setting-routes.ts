import {
  explanationQuery,
  explanationResponse,
  notificationRulesBody,
  notificationRulesResponse,
  notificationSettingsBody,
  notificationSettingsResponse,
} from '@slipway/api-schema/notifications';
import {
  changeFolderRules,
  changeInstallationRules,
  changeMySettings,
  renderExplanation,
  renderFolderRules,
  renderInstallationRules,
  renderMySettings,
} from '@slipway/application/notifications';
import { neededToChange, neededToRead, requireSelf } from '@slipway/domain/people';
import { jsonBody, type Route, route } from '../http/route.ts';

const ruleRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/notification-settings',
    name: 'getNotificationRules',
    summary: 'The rules of the installation',
    needs: { global: [neededToChange.notifications] },
    reply: notificationRulesResponse,
    etag: 'content',
    answer: renderInstallationRules,
  }),
  route({
    method: 'PUT',
    path: '/notification-settings',
    name: 'updateNotificationRules',
    summary: 'Replaces the rules of the installation',
    needs: { global: [neededToChange.notifications] },
    body: jsonBody(notificationRulesBody),
    reply: notificationRulesResponse,
    etag: 'content',
    answer: (deps, { caller, actor, stillAs, body }) => changeInstallationRules(deps, { caller, actor, stillAs }, body),
  }),
  route({
    method: 'GET',
    path: '/folders/{folderId}/notification-settings',
    name: 'getFolderNotificationRules',
    summary: 'The rules of a folder, and those of the folders around it',
    needs: { on: 'folderId', anyOf: [neededToChange.folderNotifications], atTop: neededToChange.notifications },
    reply: notificationRulesResponse,
    etag: 'content',
    answer: (deps, { caller, path }) => renderFolderRules(deps, caller, path.folderId),
  }),
  route({
    method: 'PUT',
    path: '/folders/{folderId}/notification-settings',
    name: 'updateFolderNotificationRules',
    summary: 'Replaces the rules of a folder',
    needs: { on: 'folderId', anyOf: [neededToChange.folderNotifications], atTop: neededToChange.notifications },
    body: jsonBody(notificationRulesBody),
    reply: notificationRulesResponse,
    etag: 'content',
    answer: (deps, { caller, actor, stillAs, path, body }) =>
      changeFolderRules(deps, { caller, actor, stillAs, rawId: path.folderId }, body),
  }),
];

/** Routes for rules of notifications, settings of a user, and explanations (notifications.md, Levels). */
export const notificationSettings: readonly Route[] = [
  ...ruleRoutes,
  route({
    method: 'GET',
    path: '/me/notification-settings',
    name: 'getMyNotificationSettings',
    summary: 'Your modes by event and channel, quiet hours and digest, with the rules of the installation',
    needs: 'anyone',
    reply: notificationSettingsResponse,
    etag: 'content',
    answer: (deps, { caller }) => renderMySettings(deps, caller),
  }),
  route({
    method: 'PUT',
    path: '/me/notification-settings',
    name: 'updateMyNotificationSettings',
    summary: 'Replaces your modes, quiet hours and digest',
    needs: 'anyone',
    body: jsonBody(notificationSettingsBody),
    reply: notificationSettingsResponse,
    etag: 'content',
    answer: async (deps, { caller, actor, login, stillAs, body }) => {
      requireSelf(login, 'changeNotifications');
      return await changeMySettings(deps, { caller, actor, stillAs }, body);
    },
  }),
  route({
    method: 'GET',
    path: '/notifications/explain',
    name: 'explainNotification',
    summary: `Why a user is notified of an event, or is not; for other users it requires ${neededToRead.permissionOfOthers}`,
    needs: 'anyone',
    query: explanationQuery,
    reply: explanationResponse,
    answer: (deps, { caller, query: { event, user = caller.username } }) =>
      renderExplanation(deps, caller, { event, user }),
  }),
];
