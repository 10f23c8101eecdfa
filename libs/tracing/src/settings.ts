/** The settings of tracing. */
export interface TracingSettings {
  /** the base URL of a collector for OTLP over HTTP, to which `/v1/traces` is appended */
  readonly endpoint: string;
  /** headers for the collector, such as an authorization */
  readonly headers: Readonly<Record<string, string>>;
  /** the fraction of sampled traces, from 0 to 1 */
  readonly ratio: number;
  /** the service name in traces */
  readonly service: string;
  /** Receives the number of exported and of dropped spans, with the kind of error. */
  readonly observer: { sent(count: number): void; lost(count: number, reason: string): void };
}

/** Active tracing. */
export interface Tracing {
  /** Exports the remaining spans, for at most two seconds, and stops. */
  stop(): Promise<void>;
}
