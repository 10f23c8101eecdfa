import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { offsetParam, optionalParam, type StateOf, textParam, urlState } from '../../../navigation/url-state.ts';
import type { Values } from '../properties/definition.ts';

/** The endpoint types, with their labels. */
export const endpointTypes = [
  ['events.PostWebhookEndpoint', 'HTTP POST'],
  ['events.GetWebhookEndpoint', 'HTTP GET'],
] as const;

/** The built-in authentication types, with their labels. An authentication type of a plugin stays unchanged. */
export const authenticationMethods = [
  ['events.TokenAuthentication', t('Token in a header')],
  ['events.ParameterAuthentication', t('Token in the URL')],
  ['events.SignatureAuthentication', t('Signature')],
  ['events.StandardWebhooksAuthentication', 'Standard Webhooks'],
  ['events.BasicAuthentication', t('User name and password')],
  ['events.JythonScriptAuthentication', t('Script')],
  ['events.NoAuthentication', t('No authentication')],
] as const;

export const authenticationLabel = (type: string): string =>
  authenticationMethods.find(([methodType]) => methodType === type)?.[1] ?? type;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the authentication of an endpoint, with masked secrets. */
export function authenticationOf({ authentication }: ConfigurationResponse): Values & { readonly type: string } {
  const fields: Values = isValues(authentication) ? authentication : {};
  return { ...fields, type: typeof fields.type === 'string' ? fields.type : 'events.NoAuthentication' };
}

export const endpointPath = (id: string): string => `/automation/webhooks/${encodeURIComponent(lastSegment(id))}`;

const settingsParam = 'settings';

/** Returns the path of an endpoint with its expanded settings. */
export const endpointSettingsPath = (id: string): string => `${endpointPath(id)}?${settingsParam}=1`;

/** Whether the settings of the endpoint in the address are expanded. */
export const hasOpenSettings = (query: URLSearchParams): boolean => query.has(settingsParam);

/** The query parameters of the endpoint view. */
export const endpointState = urlState({
  /** The page number of the deliveries, starting at 0. */
  page: offsetParam('page'),
  /** The id of the open delivery; null: none. */
  delivery: optionalParam('delivery'),
});
export type EndpointState = StateOf<typeof endpointState>;

export const endpointUrl = (id: string, state: EndpointState): string => endpointState.url(endpointPath(id), state);

/** The query parameters of the list of endpoints. */
export const endpointListState = urlState({
  /** A part of the title or path. */
  text: textParam('text'),
  /** The number of endpoints before the page. */
  from: offsetParam('from'),
  /** The last segment of the id of the selected endpoint; null: the first one. */
  endpoint: optionalParam('endpoint'),
  page: offsetParam('page'),
  delivery: optionalParam('delivery'),
});
export type EndpointListState = StateOf<typeof endpointListState>;

export const endpointListUrl = (state: EndpointListState): string =>
  endpointListState.url('/automation/webhooks', state);

/** The state of another list or page of endpoints: no selected endpoint, and the first page of its deliveries. */
export const firstDeliveries = { endpoint: null, page: 0, delivery: null } as const;

/** Returns the REST path of an endpoint. */
export const endpointRequestPath = ({ id }: ConfigurationResponse): string =>
  `/config/${encodeURIComponent(lastSegment(id))}`;
