import type { ConfigurationAnswer } from '@slipway/wire';
import { lastOf } from '../../../place/ids.ts';
import type { Values } from '../typed/definition.ts';

/** The types of endpoints, with what people call them. */
export const endpointTypes = [
  ['events.PostWebhookEndpoint', 'HTTP POST'],
  ['events.GetWebhookEndpoint', 'HTTP GET'],
] as const;

/** The product's own ways in which callers prove who they are; a plugin's are kept where they are. */
export const methods = [
  ['events.TokenAuthentication', 'Token in a header'],
  ['events.SignatureAuthentication', 'Signature'],
  ['events.BasicAuthentication', 'User name and password'],
  ['events.JythonScriptAuthentication', 'Script'],
  ['events.NoAuthentication', 'No authentication'],
] as const;

export const wordOfMethod = (type: string): string => methods.find(([each]) => each === type)?.[1] ?? type;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How callers of an endpoint prove who they are, its secrets masked. */
export function authenticationOf({ authentication }: ConfigurationAnswer): Values & { readonly type: string } {
  const known: Values = isValues(authentication) ? authentication : {};
  return { ...known, type: typeof known.type === 'string' ? known.type : 'events.NoAuthentication' };
}

export const addressOfEndpoint = (id: string): string => `/automation/webhooks/${encodeURIComponent(lastOf(id))}`;

/** Where senders call an endpoint, below the root of the product. */
export const pathOf = ({ path }: ConfigurationAnswer): string => (typeof path === 'string' ? `/webhooks/${path}` : '');

/** The REST path of an endpoint. */
export const callOf = ({ id }: ConfigurationAnswer): string => `/config/${encodeURIComponent(lastOf(id))}`;
