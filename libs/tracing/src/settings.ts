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

/** The settings of metrics of pipelines. */
export interface PipelineMetricsSettings {
  /** the complete URL to which metrics are sent by OTLP over HTTP */
  readonly url: string;
  /** headers for the collector, such as an authorization */
  readonly headers: Readonly<Record<string, string>>;
  /** the service name of the metrics */
  readonly service: string;
  readonly intervalMs: number;
  /** Whether each run has a series of its own. */
  readonly hasRunIds: boolean;
}

/** The state of a run in the semantic conventions of OpenTelemetry. */
export type PipelineState = 'pending' | 'executing';

/** An ended run. Times are in milliseconds; null: unknown. */
export interface PipelineRun {
  readonly id: string;
  /** null: it has no pipeline */
  readonly name: string | null;
  readonly result: 'success' | 'cancellation';
  readonly pendingMs: number | null;
  readonly executingMs: number | null;
  readonly errors: number;
}

/** The number of unfinished runs of a pipeline in a state. */
export interface ActivePipelines {
  readonly name: string | null;
  readonly state: PipelineState;
  readonly count: number;
}

/** Where metrics of pipelines come from, and who is notified of failed exports. */
export interface PipelineSources {
  /** Called before each export. */
  readonly readActive: () => Promise<readonly ActivePipelines[]>;
  /** Receives the kind of error of a failed export. */
  readonly lost: (reason: string) => void;
}

/** Active metrics of pipelines. */
export interface PipelineMetrics {
  ended(run: PipelineRun): void;
  /** Exports the last values, for at most two seconds, and stops. */
  stop(): Promise<void>;
}

/** Active tracing. */
export interface Tracing {
  /** Exports the remaining spans, for at most two seconds, and stops. */
  stop(): Promise<void>;
}
