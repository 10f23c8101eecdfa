import { createHash } from 'node:crypto';
import { type Properties, withSecrets } from '@slipway/domain/configurations';
import { isObject } from '@slipway/domain/model';
import { type Sender, senderWithId } from '@slipway/domain/senders';
import { type Mask, maskOf } from '@slipway/domain/webhooks';
import { openSecrets } from '@slipway/engine';
import { type ConfigurationView, findEndpointByPath } from '@slipway/persistence/configurations';
import { secretForms } from '@slipway/script-protocol';
import type { Deps } from '../dependencies/deps.ts';
import { type Cache, createCache } from '../dependencies/lru-cache.ts';

/** A webhook endpoint with decrypted secrets. */
export interface Endpoint {
  readonly id: string;
  readonly version: number;
  readonly type: string;
  readonly title: string;
  readonly path: string;
  readonly method: string;
  readonly enabled: boolean;
  /** The deduplication key: the name of a header, or a path in the payload. */
  readonly deduplicationKey: string | null;
  /** The system that sends the events; null: an unknown system. */
  readonly sender: Sender | null;
  /** The type of the authentication, and its properties with secrets in clear text. */
  readonly authentication: { readonly type: string; readonly properties: Properties };
  /** All secrets in clear text. */
  readonly secrets: readonly string[];
  /** Masks the secrets in texts and bodies. */
  readonly mask: Mask;
}

/** A cache of endpoints by path. Before each use, the stored version is compared with the cached one. */
export type EndpointCache = Cache<Endpoint>;

/** The approximate size of an endpoint without its properties, in bytes. */
const overheadBytes = 2_000;

/** Creates a cache of 8 MB. Properties count six times, because the mask contains several encodings of each secret. */
export const createEndpointCache = (): EndpointCache =>
  createCache(8_000_000, ({ authentication }) => overheadBytes + 6 * JSON.stringify(authentication.properties).length);

/** Loads the endpoint with this path into the cache. Returns null if there is none. */
export async function readEndpoint(
  { database, seal }: Pick<Deps, 'database' | 'seal'>,
  cache: EndpointCache,
  path: string,
): Promise<Endpoint | null> {
  // PostgreSQL cannot store a NUL, so no endpoint has such a path.
  const view = path.includes('\0') ? null : await findEndpointByPath(database, path);
  if (view === null) return null;
  const endpoint = endpointOf(view, openSecrets(seal, view));
  cache.set(path, endpoint);
  return endpoint;
}

function endpointOf(view: ConfigurationView, opened: ReadonlyMap<string, string>): Endpoint {
  const { id, version, type, title, path, properties } = view;
  const { authentication, method, enabled, deduplicationKey, sender } = withSecrets(properties, opened);
  const authenticationProperties = isObject(authentication) ? authentication : {};
  const secrets = [...opened.values()];
  return {
    id,
    version,
    type,
    title,
    path: path ?? '',
    method: String(method),
    enabled: enabled === true,
    deduplicationKey: typeof deduplicationKey === 'string' ? deduplicationKey : null,
    sender: senderWithId(String(sender)) ?? null,
    authentication: { type: String(authenticationProperties.type), properties: authenticationProperties },
    secrets,
    mask: maskOf(secrets, secretForms),
  };
}

/**
 * Returns the digest of a deduplication value. It is stored instead of the value, which can be long and confidential.
 */
export const digestOf = (value: string): string => createHash('sha256').update(value).digest('base64url');
