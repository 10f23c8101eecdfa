import type { CreateObject, MatrixRequest, MatrixRequests, ObjectIds } from '../matrix-request.ts';
import { uniqueName } from './plans.ts';

type ObjectWithId = { readonly id: string };
const subfolderPath = ({ sub: folderId }: ObjectIds) => ({ folderId });
const newFolder: CreateObject = async (admin, { folder }) =>
  (await admin.post<ObjectWithId>(`/folders/${folder}`, { title: uniqueName() })).id;
const newVariable: CreateObject = async (admin, { folder }) =>
  (
    await admin.post<ObjectWithId>(`/folders/${folder}/variables`, {
      key: `folder.${uniqueName()}`,
      type: 'StringVariable',
      value: 'a',
    })
  ).id;

const scheduleBody = ({ folder, template }: ObjectIds) => ({
  title: uniqueName(),
  type: 'time.Schedule',
  folderId: folder,
  template,
  periodicity: '86400',
  enabled: false,
});
const newTrigger: CreateObject = async (admin, ids) =>
  (await admin.post<ObjectWithId>('/triggers', scheduleBody(ids))).id;
const makesReleases: MatrixRequest = { rule: { also: ['template#create_release'] } };

const endpointBody = ({ folder }: ObjectIds) => {
  const title = uniqueName();
  const authentication = { type: 'events.NoAuthentication' };
  return { type: 'events.PostWebhookEndpoint', title, path: title, authentication, folderId: folder, enabled: true };
};
const newEndpoint: CreateObject = async (admin, ids) =>
  (await admin.post<ObjectWithId>('/config', endpointBody(ids))).id;
const inFolder: MatrixRequest = { rule: { kind: 'folder', anyOf: ['folder#edit_configuration'], sees: 'folder#view' } };

/** Global configurations need the permission admin. */
const global: MatrixRequest = {
  as: 'global',
  path: ({ globalConfiguration }) => ({ configurationId: globalConfiguration }),
  rule: { kind: null, anyOf: ['admin'], sees: null },
};

/** Folders, and their contents except plans. */
export const folderRequests: MatrixRequests = {
  'POST /folders/{folderId}': [
    { body: () => ({ title: uniqueName() }) },
    {
      as: 'at the top',
      path: () => ({ folderId: 'Applications' }),
      body: () => ({ title: uniqueName() }),
      rule: { kind: null, anyOf: ['folder#create_top_level'], sees: null },
    },
  ],
  'DELETE /folders/{folderId}': { fresh: { folderId: newFolder }, path: subfolderPath },
  'GET /folders/{folderId}/notification-settings': {},
  'PUT /folders/{folderId}/notification-settings': { body: () => ({ rules: [] }) },
  'GET /folders/{folderId}/notification-templates': {},
  'PUT /folders/{folderId}/notification-templates': { body: () => [] },
  'GET /folders/{folderId}/insight-settings': {},
  'PUT /folders/{folderId}/insight-settings': { body: () => ({}) },
  'POST /folders/{folderId}/teams': { body: () => [{ teamName: 'one', members: [{ name: 'nobody at all' }] }] },
  'POST /folders/{folderId}/move': { path: subfolderPath, query: ({ folder }) => `newParentId=${folder}` },
  'POST /folders/{folderId}/rename': { path: subfolderPath, query: () => 'newName=sub' },
  'POST /folders/{folderId}/templates/{templateId}': {},
  'POST /folders/{folderId}/releases/{releaseId}': {},
  'POST /folders/{folderId}/variables': {
    body: () => ({ key: `folder.${uniqueName()}`, type: 'StringVariable', value: 'a' }),
  },
  'PUT /folders/{folderId}/{variableId}': { body: () => ({ value: uniqueName() }) },
  'DELETE /folders/{folderId}/{variableId}': { fresh: { variableId: newVariable } },
  'POST /config/status': { ...inFolder, body: endpointBody },
  'POST /config': [
    { ...inFolder, body: endpointBody },
    { ...global, body: (ids) => ({ ...endpointBody(ids), folderId: undefined }) },
  ],
  'POST /config/{configurationId}/status': [{}, global],
  'PUT /config/{configurationId}': [
    { body: () => ({ title: uniqueName() }) },
    { ...global, body: () => ({ title: uniqueName() }) },
  ],
  'DELETE /config/{configurationId}': { fresh: { configurationId: newEndpoint } },
  'POST /webhooks/{endpointId}/deliveries/{deliveryId}/replay': { misses: 'delivery' },
  'POST /webhooks/{endpointId}/rotate-secret': { body: () => ({}) },
  'POST /triggers': {
    body: scheduleBody,
    rule: { kind: 'folder', anyOf: ['trigger#edit_trigger'], also: ['template#create_release'], sees: 'folder#view' },
  },
  'PUT /triggers/{triggerId}': { ...makesReleases, body: () => ({ title: uniqueName() }) },
  'DELETE /triggers/{triggerId}': { fresh: { triggerId: newTrigger } },
  'PUT /triggers/{triggerId}/enable': makesReleases,
  'PUT /triggers/{triggerId}/disable': {},
  'POST /triggers/{triggerId}/run': makesReleases,
  'POST /triggers/enable': { body: () => [] },
  'POST /triggers/disable': { body: () => [] },
  'POST /triggers/enable/all': {},
  'POST /triggers/disable/all': {},
};
