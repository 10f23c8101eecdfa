import { requireConcreteType } from '../configurations/normalize.ts';
import { type FindType, isKindOf, type Properties } from '../configurations/properties.ts';
import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { isObject } from '../model/json.ts';

/** The base types of webhook endpoints and of their authentication methods. */
export const endpointType = 'events.WebhookEndpoint';
export const authenticationType = 'events.EndpointAuthentication';

const maxPathLength = 500;

/**
 * Returns the normalized path of an endpoint below `/webhooks/`, without leading and trailing slashes. Throws Invalid
 * for a path that no request can have.
 */
export function webhookPath(rawPath: string): string {
  // The pattern for trailing slashes is very slow for a long text of slashes.
  const path = rawPath.length > 2 * maxPathLength ? '' : trimSlashes(rawPath);
  const isPlain = path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  if (!isPlain || path.length > maxPathLength || /[\p{Cc}?#\\]/u.test(path)) {
    throw new Invalid(message('webhook.badPath', { max: maxPathLength }));
  }
  return path;
}

const trimSlashes = (rawPath: string): string =>
  rawPath
    .trim()
    .replace(/^\/+|\/+$/g, '')
    .normalize('NFC');

const headerName = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
const payloadPath = /^(?:payload|content)(?:\.[\w$-]{1,100}|\[\d{1,6}\]){1,20}$/;

/**
 * Returns the properties of an endpoint with a normalized path. The properties must already have the shape of the type.
 * Throws Invalid for an unknown authentication method, retention or deduplication key.
 */
export function endpointProperties(find: FindType, properties: Properties): Properties {
  const { path, authentication, requestRetention, retentionDays, deduplicationKey } = properties;
  const method = isObject(authentication)
    ? requireConcreteType(find, authentication.type, 'authentication.type').name
    : '';
  if (!isKindOf(find, method, authenticationType)) {
    throw new Invalid(message('webhook.authenticationType'));
  }
  requireRange('requestRetention', requestRetention, 1_000_000);
  requireRange('retentionDays', retentionDays, 3_650);
  const key = typeof deduplicationKey === 'string' ? deduplicationKey : null;
  if (key !== null && !isDeduplicationKey(key)) {
    throw new Invalid(message('webhook.badDeduplicationKey'));
  }
  return { ...properties, path: webhookPath(String(path)) };
}

const isPath = (key: string): boolean => /^(?:payload|content)[.[]/.test(key);
const isDeduplicationKey = (key: string): boolean => (isPath(key) ? payloadPath : headerName).test(key);

function requireRange(name: string, value: unknown, max: number): void {
  if (typeof value === 'number' && value >= 1 && value <= max) return;
  throw new Invalid(message('field.wholeNumber', { field: name, max }));
}
