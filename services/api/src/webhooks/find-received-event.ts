import { getPermittedConfiguration } from '@slipway/application/configurations';
import { idCandidates } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Conflict, NotFound, type Permission } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import type { ConfigurationView } from '@slipway/persistence/configurations';
import { findReceivedEvent, type ReceivedEventView } from '@slipway/persistence/webhooks';
import type { Deps } from '../dependencies/deps.ts';

/** Returns the endpoint with an id in any form. Throws NotFound, Forbidden. */
export async function endpointNamed(
  { database }: Deps,
  caller: Person,
  rawId: string,
  permission: Permission,
): Promise<ConfigurationView> {
  const view = await getPermittedConfiguration(database, rawId, { caller, anyOf: [permission] });
  if (view.path === null) throw new NotFound(message('webhook.notAnEndpoint', { id: rawId }));
  return view;
}

/** Returns a delivery of an endpoint. Throws NotFound. */
export async function receivedEventNamed({ database }: Deps, endpoint: ConfigurationView, rawId: string) {
  const receivedEvent = await findReceivedEvent(database, idCandidates('Delivery', rawId));
  if (receivedEvent?.endpointId !== endpoint.id) throw new NotFound(message('notFound.delivery', { id: rawId }));
  return receivedEvent;
}

/** Returns a delivery that can be replayed. Throws NotFound, and Conflict if the stored body is truncated. */
export async function findReplayable(
  deps: Deps,
  endpoint: ConfigurationView,
  rawId: string,
): Promise<ReceivedEventView> {
  const receivedEvent = await receivedEventNamed(deps, endpoint, rawId);
  if (!receivedEvent.isCut) return receivedEvent;
  throw new Conflict(message('webhook.deliveryCut', { id: receivedEvent.id }));
}
