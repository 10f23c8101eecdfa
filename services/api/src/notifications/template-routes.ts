import {
  notificationTemplatesBody,
  notificationTemplatesResponse,
  placeholdersResponse,
  templatePreviewBody,
  templatePreviewResponse,
} from '@slipway/api-schema/notifications';
import {
  changeFolderTemplates,
  changeInstallationTemplates,
  renderFolderTemplates,
  renderInstallationTemplates,
} from '@slipway/application/notifications';
import { placeholders } from '@slipway/domain/notifications';
import { neededToChange } from '@slipway/domain/people';
import { jsonBody, type Route, route } from '../http/route.ts';
import { previewTemplate } from './preview.ts';

const installationNeeds = { global: [neededToChange.notifications] } as const;
const folderNeeds = {
  on: 'folderId',
  anyOf: [neededToChange.folderNotifications],
  atTop: neededToChange.notifications,
} as const;

/** Routes for message templates (notifications.md, Message templates). */
export const notificationTemplates: readonly Route[] = [
  route({
    method: 'GET',
    path: '/notification-templates',
    name: 'getNotificationTemplates',
    summary: 'The message templates of the installation',
    needs: installationNeeds,
    reply: notificationTemplatesResponse,
    etag: 'content',
    answer: renderInstallationTemplates,
  }),
  route({
    method: 'PUT',
    path: '/notification-templates',
    name: 'updateNotificationTemplates',
    summary: 'Replaces the message templates of the installation',
    needs: installationNeeds,
    body: jsonBody(notificationTemplatesBody),
    reply: notificationTemplatesResponse,
    etag: 'content',
    answer: (deps, { caller, actor, stillAs, body }) =>
      changeInstallationTemplates(deps, { caller, actor, stillAs }, body),
  }),
  route({
    method: 'GET',
    path: '/folders/{folderId}/notification-templates',
    name: 'getFolderNotificationTemplates',
    summary: 'The message templates of a folder',
    needs: folderNeeds,
    reply: notificationTemplatesResponse,
    etag: 'content',
    answer: (deps, { caller, path }) => renderFolderTemplates(deps, caller, path.folderId),
  }),
  route({
    method: 'PUT',
    path: '/folders/{folderId}/notification-templates',
    name: 'updateFolderNotificationTemplates',
    summary: 'Replaces the message templates of a folder',
    needs: folderNeeds,
    body: jsonBody(notificationTemplatesBody),
    reply: notificationTemplatesResponse,
    etag: 'content',
    answer: (deps, { caller, actor, stillAs, path, body }) =>
      changeFolderTemplates(deps, { caller, actor, stillAs, rawId: path.folderId }, body),
  }),
  route({
    method: 'GET',
    path: '/notification-templates/placeholders',
    name: 'getNotificationPlaceholders',
    summary: 'The placeholders of message templates',
    needs: 'anyone',
    reply: placeholdersResponse,
    answer: async () => Object.entries(placeholders).map(([name, description]) => ({ name, description })),
  }),
  route({
    method: 'POST',
    path: '/notification-templates/preview',
    name: 'previewNotificationTemplate',
    summary: 'The message of a template about the last event of its type that you may view, or about an example',
    needs: {
      anywhere: [neededToChange.folderNotifications],
      why: 'the request names its folder; without one it needs the permission admin',
    },
    effect: 'read',
    body: jsonBody(templatePreviewBody),
    reply: templatePreviewResponse,
    answer: (deps, { caller, body }) => previewTemplate(deps, caller, body),
  }),
];
