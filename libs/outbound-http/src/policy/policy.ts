/** One entry of the lists of what may be reached: a port, or all of them, of one of four things. */
export interface AddressRule {
  readonly of:
    | { readonly kind: 'public' }
    /** lower-case, without a dot at its end */
    | { readonly kind: 'host'; readonly name: string }
    /** all names that end in this text, which begins with a dot */
    | { readonly kind: 'suffix'; readonly suffix: string }
    | { readonly kind: 'network'; readonly address: string; readonly bits: number };
  readonly port: number | null;
}

/** Resolves all addresses of a name; throws if there are none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** What the operator permits. */
export interface EgressPolicy {
  readonly allow: readonly AddressRule[];
  /** comes before what is allowed */
  readonly deny: readonly AddressRule[];
  /** The servers that receive trace headers. */
  readonly trace: readonly AddressRule[];
  /** URLs of services of the product, as they are now, which no list permits: database, queue, script runner */
  readonly own: () => readonly string[];
  /** from the start of a request to the end of its answer, and before that for its turn */
  readonly timeoutMs: number;
  /** whether a request may do without a certificate that can be verified */
  readonly allowUnverified: boolean;
}

/** The limits of each request. */
export const limits = {
  connectTimeoutMs: 10_000,
  maxRedirects: 10,
  maxRequestBytes: 1_048_576,
  /** after decompression */
  maxResponseBytes: 4_194_304,
  /** of all answers that are being read at one moment */
  maxBufferedBytes: 134_217_728,
  maxHeaderBytes: 65_536,
  maxHeaders: 200,
  maxInFlight: 128,
  maxInFlightPerHost: 32,
  /** names that are looked up at once: each holds one of the four threads that Node has for such work */
  maxLookups: 2,
  /** as long as most machines wait for the first of their name servers, and for the next one */
  lookupTimeoutMs: 10_000,
  /** so long a name that was not found is not looked for again */
  unknownTtlMs: 10_000,
} as const;
