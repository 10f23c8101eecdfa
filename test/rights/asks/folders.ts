import type { Ask, Asks, Fresh, Things } from '../ask.ts';
import { fresh } from './plans.ts';

type Ided = { readonly id: string };
const sub = ({ sub: folderId }: Things) => ({ folderId });
const newFolder: Fresh = async (admin, { folder }) =>
  (await admin.post<Ided>(`/folders/${folder}`, { title: fresh() })).id;
const newVariable: Fresh = async (admin, { folder }) =>
  (
    await admin.post<Ided>(`/folders/${folder}/variables`, {
      key: `folder.${fresh()}`,
      type: 'StringVariable',
      value: 'a',
    })
  ).id;

const schedule = ({ folder, template }: Things) => ({
  title: fresh(),
  type: 'time.Schedule',
  folderId: folder,
  template,
  periodicity: '86400',
  enabled: false,
});
const newTrigger: Fresh = async (admin, things) => (await admin.post<Ided>('/triggers', schedule(things))).id;
const makesReleases: Ask = { rule: { also: ['template#create_release'] } };

const endpoint = ({ folder }: Things) => {
  const title = fresh();
  const authentication = { type: 'events.NoAuthentication' };
  return { type: 'events.PostWebhookEndpoint', title, path: title, authentication, folderId: folder, enabled: true };
};
const newEndpoint: Fresh = async (admin, things) => (await admin.post<Ided>('/config', endpoint(things))).id;
const inFolder: Ask = { rule: { kind: 'folder', anyOf: ['folder#edit_configuration'], sees: 'folder#view' } };

/** What every folder sees is the administrator's. */
const global: Ask = {
  as: 'global',
  path: ({ globalConfiguration }) => ({ configurationId: globalConfiguration }),
  rule: { kind: null, anyOf: ['admin'], sees: null },
};

/** Folders, and their contents except plans. */
export const folders: Asks = {
  'POST /folders/{folderId}': [
    { body: () => ({ title: fresh() }) },
    {
      as: 'at the top',
      path: () => ({ folderId: 'Applications' }),
      body: () => ({ title: fresh() }),
      rule: { kind: null, anyOf: ['folder#create_top_level'], sees: null },
    },
  ],
  'DELETE /folders/{folderId}': { fresh: { folderId: newFolder }, path: sub },
  'POST /folders/{folderId}/teams': { body: () => [{ teamName: 'one', members: [{ name: 'nobody at all' }] }] },
  'POST /folders/{folderId}/move': { path: sub, query: ({ folder }) => `newParentId=${folder}` },
  'POST /folders/{folderId}/rename': { path: sub, query: () => 'newName=sub' },
  'POST /folders/{folderId}/templates/{templateId}': {},
  'POST /folders/{folderId}/variables': {
    body: () => ({ key: `folder.${fresh()}`, type: 'StringVariable', value: 'a' }),
  },
  'PUT /folders/{folderId}/{variableId}': { body: () => ({ value: fresh() }) },
  'DELETE /folders/{folderId}/{variableId}': { fresh: { variableId: newVariable } },
  'POST /config/status': { ...inFolder, body: endpoint },
  'POST /config': [
    { ...inFolder, body: endpoint },
    { ...global, body: (things) => ({ ...endpoint(things), folderId: undefined }) },
  ],
  'POST /config/{configurationId}/status': [{}, global],
  'PUT /config/{configurationId}': [
    { body: () => ({ title: fresh() }) },
    { ...global, body: () => ({ title: fresh() }) },
  ],
  'DELETE /config/{configurationId}': { fresh: { configurationId: newEndpoint } },
  'POST /webhooks/{endpointId}/deliveries/{deliveryId}/replay': { misses: 'delivery' },
  'POST /triggers': {
    body: schedule,
    rule: { kind: 'folder', anyOf: ['trigger#edit_trigger'], also: ['template#create_release'], sees: 'folder#view' },
  },
  'PUT /triggers/{triggerId}': { ...makesReleases, body: () => ({ title: fresh() }) },
  'DELETE /triggers/{triggerId}': { fresh: { triggerId: newTrigger } },
  'PUT /triggers/{triggerId}/enable': makesReleases,
  'PUT /triggers/{triggerId}/disable': {},
  'POST /triggers/{triggerId}/run': makesReleases,
  'POST /triggers/enable': { body: () => [] },
  'POST /triggers/disable': { body: () => [] },
  'POST /triggers/enable/all': {},
  'POST /triggers/disable/all': {},
};
