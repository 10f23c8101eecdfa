import { requireConcreteType } from '../configurations/normalize.ts';
import { type FindType, isKindOf, type Properties } from '../configurations/properties.ts';
import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { isObject } from '../model/json.ts';

/** The type that all webhook endpoints extend, and the one of all that guards them. */
export const endpointType = 'events.WebhookEndpoint';
export const authenticationType = 'events.EndpointAuthentication';

const maxPathLength = 500;

/**
 * The path of an endpoint below `/webhooks/`, in one form: without slashes around it. Throws Invalid for what no
 * request could ask for.
 */
export function webhookPath(rawPath: string): string {
  // a pattern that looks for the end of slashes takes very long over very many of them
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
 * The properties of an endpoint, already of the shape of its type, with its path in one form. Throws Invalid where
 * its authentication is no such method, or its retention or key cannot be.
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
