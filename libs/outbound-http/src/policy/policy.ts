/** An allow or block rule for targets, for one port or all ports. */
export interface AddressRule {
  readonly of:
    | { readonly kind: 'public' }
    /** in lower case, without a trailing dot */
    | { readonly kind: 'host'; readonly name: string }
    /** all names with this suffix, which starts with a dot */
    | { readonly kind: 'suffix'; readonly suffix: string }
    | { readonly kind: 'network'; readonly address: string; readonly bits: number };
  readonly port: number | null;
}

/** Resolves all addresses of a name; throws if there are none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** The policy of the operator. */
export interface EgressPolicy {
  readonly allow: readonly AddressRule[];
  /** the blocked targets, which take precedence over the allowed ones */
  readonly deny: readonly AddressRule[];
  /** The servers that receive trace headers. */
  readonly trace: readonly AddressRule[];
  /** the current URLs of the product's own services, which are always blocked: database, queue, script runner */
  readonly own: () => readonly string[];
  /** the time limit from the start of a request to the end of its response, and the same for the wait before it */
  readonly timeoutMs: number;
  /** whether a request can disable the verification of certificates */
  readonly allowUnverified: boolean;
}

/** The limits of each request. */
export const limits = {
  connectTimeoutMs: 10_000,
  maxRedirects: 10,
  maxRequestBytes: 1_048_576,
  /** after decompression */
  maxResponseBytes: 4_194_304,
  /** the maximum size of all responses that are being read */
  maxBufferedBytes: 134_217_728,
  maxHeaderBytes: 65_536,
  maxHeaders: 200,
  maxInFlight: 128,
  maxInFlightPerHost: 32,
  /** the maximum number of groups of connections that are used again, one for each receiver of events */
  maxPools: 256,
  /** the maximum time that such a connection is idle, if the server permits more than four seconds */
  maxIdleMs: 30_000,
  /** such a connection is replaced after this time, so that it reaches other servers behind a load balancer */
  maxConnectionMs: 60_000,
  /** the maximum number of concurrent lookups, each of which uses one of the four threads of Node's pool */
  maxLookups: 2,
  /** sufficient for most systems to query their first two name servers */
  lookupTimeoutMs: 10_000,
  /** the time for which a failed lookup is cached */
  unknownTtlMs: 10_000,
} as const;
