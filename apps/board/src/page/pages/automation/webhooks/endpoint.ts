import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import { lastSegment } from '../../../navigation/ids.ts';
import { offsetParam, optionalParam, type StateOf, urlState } from '../../../navigation/url-state.ts';
import type { Values } from '../properties/definition.ts';

/** The types of endpoints, with their labels. */
export const endpointTypes = [
  ['events.PostWebhookEndpoint', 'HTTP POST'],
  ['events.GetWebhookEndpoint', 'HTTP GET'],
] as const;

/** The product's methods of authentication. A plugin's method stays unchanged. */
export const authenticationMethods = [
  ['events.TokenAuthentication', 'Token in a header'],
  ['events.SignatureAuthentication', 'Signature'],
  ['events.BasicAuthentication', 'User name and password'],
  ['events.JythonScriptAuthentication', 'Script'],
  ['events.NoAuthentication', 'No authentication'],
] as const;

export const authenticationLabel = (type: string): string =>
  authenticationMethods.find(([methodType]) => methodType === type)?.[1] ?? type;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The authentication of an endpoint, with masked secrets. */
export function authenticationOf({ authentication }: ConfigurationResponse): Values & { readonly type: string } {
  const fields: Values = isValues(authentication) ? authentication : {};
  return { ...fields, type: typeof fields.type === 'string' ? fields.type : 'events.NoAuthentication' };
}

export const endpointPath = (id: string): string => `/automation/webhooks/${encodeURIComponent(lastSegment(id))}`;

/** The state of an endpoint's view, in its address. */
export const endpointState = urlState({
  /** Of its deliveries, from 0 */
  page: offsetParam('page'),
  /** The delivery that is open; null: none */
  delivery: optionalParam('delivery'),
});
export type EndpointState = StateOf<typeof endpointState>;

export const endpointUrl = (id: string, state: EndpointState): string => endpointState.url(endpointPath(id), state);

/** The address that senders call, below the root of the product. */
export const webhookPath = ({ path }: ConfigurationResponse): string =>
  typeof path === 'string' ? `/webhooks/${path}` : '';

/** The REST path of an endpoint. */
export const endpointRequestPath = ({ id }: ConfigurationResponse): string =>
  `/config/${encodeURIComponent(lastSegment(id))}`;
