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
  /** is told how many spans were sent, and how many could not be, with the kind of error */
  readonly told: { sent(count: number): void; lost(count: number, reason: string): void };
}

/** Spans are being made. */
export interface Tracing {
  /** Sends what waits, for two seconds at most, and makes no more. */
  stop(): Promise<void>;
}
