/** Where spans go, and which of them are made. */
export interface TracingSettings {
  /** the base URL of a collector that takes OTLP by HTTP: `/v1/traces` follows */
  readonly endpoint: string;
  /** sent to it, such as an authorization */
  readonly headers: Readonly<Record<string, string>>;
  /** which part of all stories is traced, from 0 to 1 */
  readonly ratio: number;
  /** what the process is called in traces */
  readonly service: string;
  /** Receives the number of sent and of lost spans, with the kind of error. */
  readonly observer: { sent(count: number): void; lost(count: number, reason: string): void };
}

/** Spans are being made. */
export interface Tracing {
  /** Sends the waiting spans, for two seconds at most, and ends. */
  stop(): Promise<void>;
}
