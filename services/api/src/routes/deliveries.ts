import { clip, idCandidates, NotFound } from '@slipway/domain';
import { newId } from '@slipway/engine';
import { type ConfigurationView, findDelivery, listDeliveries, replayDelivery } from '@slipway/persistence';
import { configurationIdOf, deliveryAnswer, list, optional, showDelivery, wholeNumber } from '@slipway/wire';
import { z } from 'zod';
import { configurationView } from '../configurations.ts';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';

const paging = z.object({
  page: optional(wholeNumber()),
  resultsPerPage: optional(wholeNumber(1)).describe('100 by default; at most 1000 are answered'),
});

/** Of a body in a list: bodies may have 8 MB, and a list 1,000 of them. */
const bodyCharacters = 4096;

async function endpointOf(deps: Deps, written: string): Promise<ConfigurationView> {
  const view = await configurationView(deps, written);
  if (view.path === null) throw new NotFound(`configuration '${clip(written)}' is no webhook endpoint`);
  return view;
}

async function deliveryTo({ database }: Deps, endpoint: ConfigurationView, written: string) {
  const found = await findDelivery(database, idCandidates('Delivery', written));
  if (found?.endpointId !== endpoint.id) throw new NotFound(`there is no delivery '${clip(written)}'`);
  return found;
}

const shownId = ({ id, folderPath }: ConfigurationView): string => configurationIdOf(id, folderPath);

/** What webhook endpoints were sent. */
export const deliveries: readonly Route[] = [
  route({
    method: 'GET',
    path: '/webhooks/{endpointId}/deliveries',
    name: 'listDeliveries',
    summary: 'What a webhook endpoint was sent and what became of it, the newest first',
    permission: 'folder#edit_configuration',
    query: paging,
    reply: list(deliveryAnswer),
    answer: async (deps, { path, query }) => {
      const endpoint = await endpointOf(deps, path.endpointId);
      const limit = Math.min(query.resultsPerPage ?? 100, 1000);
      const page = { limit, offset: (query.page ?? 0) * limit, bodyCharacters };
      const views = await listDeliveries(deps.database, endpoint.id, page);
      return views.map((view) => showDelivery(view, shownId(endpoint)));
    },
  }),
  route({
    method: 'GET',
    path: '/webhooks/{endpointId}/deliveries/{deliveryId}',
    name: 'getDelivery',
    summary: 'One delivery, with its whole body',
    permission: 'folder#edit_configuration',
    reply: deliveryAnswer,
    answer: async (deps, { path }) => {
      const endpoint = await endpointOf(deps, path.endpointId);
      return showDelivery(await deliveryTo(deps, endpoint, path.deliveryId), shownId(endpoint));
    },
  }),
  route({
    method: 'POST',
    path: '/webhooks/{endpointId}/deliveries/{deliveryId}/replay',
    name: 'replayDelivery',
    summary: 'Takes a delivery once more, as one that was accepted: nobody is asked again who sent it',
    permission: 'folder#edit_configuration',
    reply: deliveryAnswer,
    answer: async (deps, { caller, path }) => {
      const endpoint = await endpointOf(deps, path.endpointId);
      const { id: of } = await deliveryTo(deps, endpoint, path.deliveryId);
      const id = newId('Delivery');
      const processed = deps.onAccepted === undefined;
      const replay = { id, of, reason: `replayed by ${clip(caller.username)}`, processed };
      await deps.engine.change((database) => replayDelivery(database, replay));
      deps.onAccepted?.(id);
      return showDelivery(await deliveryTo(deps, endpoint, id), shownId(endpoint));
    },
  }),
];
