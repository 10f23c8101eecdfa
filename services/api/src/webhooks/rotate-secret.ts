import { type ConfigurationResponse, configurationBody, configurationIdOf } from '@slipway/api-schema/configurations';
import { changeConfiguration } from '@slipway/application/configurations';
import type { Properties } from '@slipway/domain/configurations';
import { message } from '@slipway/domain/messages';
import { Conflict, isObject } from '@slipway/domain/model';
import { openSecrets, type Person } from '@slipway/engine';
import { type Actor, type AuditRecord, writeAudit } from '@slipway/persistence/audit';
import type { ConfigurationView } from '@slipway/persistence/configurations';
import type { Deps } from '../dependencies/deps.ts';

/** The authentication types that accept a previous secret. */
const rotatingTypes: readonly unknown[] = [
  ...['events.TokenAuthentication', 'events.ParameterAuthentication'],
  ...['events.SignatureAuthentication', 'events.StandardWebhooksAuthentication'],
];

interface Rotation {
  readonly caller: Person;
  readonly actor: Actor;
  readonly endpoint: ConfigurationView;
  /** The new secret; undefined: only the previous one is removed. */
  readonly secret: string | undefined;
}

/**
 * Replaces the secret of an endpoint by a new one, and keeps the old one as the previous secret, so that both are valid.
 * Without a new secret, removes the previous one. Does nothing if the secret is the current one, because a client can
 * repeat its request. Records the change in the audit log. Throws Invalid, Conflict for an endpoint without a secret,
 * and Forbidden.
 */
export async function rotateSecret(
  deps: Deps,
  { caller, actor, endpoint, secret }: Rotation,
): Promise<ConfigurationResponse> {
  const { authentication } = endpoint.properties;
  const opened = openSecrets(deps.seal, endpoint);
  const [name, previousName] = opened.has('/authentication/token')
    ? (['token', 'previousToken'] as const)
    : (['secret', 'previousSecret'] as const);
  const current = opened.get(`/authentication/${name}`);
  const hasSecret = isObject(authentication) && rotatingTypes.includes(authentication.type) && current !== undefined;
  if (!hasSecret && secret !== undefined) throw new Conflict(message('webhook.noSecret', { title: endpoint.title }));
  const isUnchanged = secret === undefined ? !opened.has(`/authentication/${previousName}`) : secret === current;
  if (!hasSecret || isUnchanged) return await changeConfiguration(deps, caller, endpoint, configurationBody.parse({}));
  const changes = secret === undefined ? { [previousName]: null } : { [name]: secret, [previousName]: current };
  const properties: Properties = { authentication: { ...authentication, ...changes } };
  const record: AuditRecord = {
    actor,
    action: secret === undefined ? 'SECRET_REVOKED' : 'SECRET_ROTATED',
    subject: configurationIdOf(endpoint.id, endpoint.folderPath),
    before: null,
    after: { title: endpoint.title },
  };
  return await changeConfiguration(deps, caller, endpoint, configurationBody.parse(properties), (connection) =>
    writeAudit(connection, record),
  );
}
