import { Invalid, passwordMask } from '@slipway/domain/model';
import { deduplicationValue, isSecretHeader } from '@slipway/domain/webhooks';
import { newId } from '@slipway/engine';
import { deliveryPurpose, type Seal } from '@slipway/persistence/secrets';
import type { ReceivedRequest } from '@slipway/persistence/webhooks';
import { withoutByteOrderMark } from '../http/body/json.ts';
import { digestOf, type Endpoint } from './endpoint.ts';
import type { ParsedRequest } from './parse-request.ts';

/** Returns the data of a request to store. Masks all known secrets. */
export function maskEvent(endpoint: Endpoint, parsed: ParsedRequest): ReceivedRequest {
  const { id: endpointId, method, path, mask, authentication } = endpoint;
  const { header, type } = authentication.properties;
  // Masks only headers with tokens: a signature reveals nothing about its key.
  const tokenHeaders = type === 'events.TokenAuthentication' && typeof header === 'string' ? [header] : [];
  const headers = Object.entries(parsed.headers).map(([name, value]): [string, string] => [
    mask.text(name),
    isSecretHeader(name, tokenHeaders) ? passwordMask : mask.text(value),
  ]);
  const parameters = Object.entries(parsed.parameters).map(([name, values]): [string, readonly string[]] => [
    mask.text(name),
    values.map(mask.text),
  ]);
  return {
    id: newId('Delivery'),
    endpointId,
    method,
    path,
    parameters: Object.fromEntries(parameters),
    headers: Object.fromEntries(headers),
    body: mask.body(withoutByteOrderMark(parsed.text)),
    deduplicationKey: deduplicationKeyOf(endpoint, parsed),
  };
}

function deduplicationKeyOf(
  { deduplicationKey: key }: Endpoint,
  { byName: headers, payload }: ParsedRequest,
): string | null {
  const value = key === null || payload instanceof Invalid ? null : deduplicationValue(key, { headers, payload });
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
