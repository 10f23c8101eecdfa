import { Invalid, passwordMask } from '@slipway/domain/model';
import { deduplicationValue, isSecretHeader } from '@slipway/domain/webhooks';
import { newId } from '@slipway/engine';
import { deliveryPurpose, type Seal } from '@slipway/persistence/secrets';
import type { ReceivedRequest } from '@slipway/persistence/webhooks';
import { withoutByteOrderMark } from '../http/body/json.ts';
import { digestOf, type Endpoint } from './endpoint.ts';
import type { ParsedRequest } from './parse-request.ts';
import type { ReceivedPart } from './split-request.ts';

/** Returns the data of an event to store. Masks all known secrets. */
export function maskEvent(endpoint: Endpoint, part: ReceivedPart): ReceivedRequest {
  const { parsed } = part;
  const { id: endpointId, method, path, mask, authentication } = endpoint;
  const { header, parameter, type } = authentication.properties;
  // Masks only headers with tokens: a signature reveals nothing about its key.
  const tokenHeaders = type === 'events.TokenAuthentication' && typeof header === 'string' ? [header] : [];
  const headers = Object.entries(parsed.headers).map(([name, value]): [string, string] => [
    mask.text(name),
    isSecretHeader(name, tokenHeaders) ? passwordMask : mask.text(value),
  ]);
  const parameters = Object.entries(parsed.parameters).map(([name, values]): [string, readonly string[]] => [
    mask.text(name),
    values.map((value) =>
      type === 'events.ParameterAuthentication' && name === parameter ? passwordMask : mask.text(value),
    ),
  ]);
  return {
    id: newId('Delivery'),
    endpointId,
    method,
    path,
    parameters: Object.fromEntries(parameters),
    headers: Object.fromEntries(headers),
    body: mask.body(withoutByteOrderMark(parsed.text)),
    deduplicationKey: deduplicationKeyOf(endpoint, part),
  };
}

/** The key of the endpoint takes precedence, except for a request with several events. */
function deduplicationKeyOf(
  { deduplicationKey: key }: Endpoint,
  { parsed: { byName: headers, payload }, deliveryKey, isOnlyEvent }: ReceivedPart,
): string | null {
  const isUsable = key !== null && isOnlyEvent && !(payload instanceof Invalid);
  const value = (isUsable ? deduplicationValue(key, { headers, payload }) : null) ?? deliveryKey;
  return value === null ? null : digestOf(value);
}

/** Encrypts the original headers for filters (compatibility.md, Scripts). Returns null if no header is masked. */
export function sealHeaders(
  seal: Seal,
  { id, headers: stored }: ReceivedRequest,
  { headers }: ParsedRequest,
): string | null {
  const clearText = JSON.stringify(headers);
  return clearText === JSON.stringify(stored) ? null : seal.seal(deliveryPurpose(id), clearText);
}
