import { type ConfigurationResponse, configurationBody } from '@slipway/api-schema/configurations';
import { changeConfiguration } from '@slipway/application/configurations';
import type { Properties } from '@slipway/domain/configurations';
import { message } from '@slipway/domain/messages';
import { Conflict, isObject } from '@slipway/domain/model';
import { openSecrets, type Person } from '@slipway/engine';
import type { ConfigurationView } from '@slipway/persistence/configurations';
import type { Deps } from '../dependencies/deps.ts';

/** The authentication types that accept a previous secret. */
const rotatingTypes: readonly unknown[] = [
  ...['events.TokenAuthentication', 'events.ParameterAuthentication'],
  ...['events.SignatureAuthentication', 'events.StandardWebhooksAuthentication'],
];

/**
 * Replaces the secret of an endpoint by a new one, and keeps the old one as the previous secret, so that both are valid.
 * Without a new secret, removes the previous one. Throws Invalid, Conflict for an endpoint without a secret, and
 * Forbidden.
 */
export async function rotateSecret(
  deps: Deps,
  caller: Person,
  endpoint: ConfigurationView,
  secret: string | undefined,
): Promise<ConfigurationResponse> {
  const { authentication } = endpoint.properties;
  const opened = openSecrets(deps.seal, endpoint);
  const [name, previousName] = opened.has('/authentication/token')
    ? (['token', 'previousToken'] as const)
    : (['secret', 'previousSecret'] as const);
  const current = opened.get(`/authentication/${name}`);
  const change = (properties: Properties) =>
    changeConfiguration(deps, caller, endpoint, configurationBody.parse(properties));
  const hasSecret = isObject(authentication) && rotatingTypes.includes(authentication.type) && current !== undefined;
  if (!hasSecret && secret === undefined) return await change({});
  if (!hasSecret) throw new Conflict(message('webhook.noSecret', { title: endpoint.title }));
  const changes = secret === undefined ? { [previousName]: null } : { [name]: secret, [previousName]: current };
  return await change({ authentication: { ...authentication, ...changes } });
}
