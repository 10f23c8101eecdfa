import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A span in the JSON format of OTLP. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  /** 2: error */
  readonly status: { readonly code?: number };
}

/** A metric in the JSON format of OTLP. */
export interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly sum?: { readonly isMonotonic: boolean; readonly dataPoints: readonly ReceivedPoint[] };
  readonly histogram?: { readonly dataPoints: readonly ReceivedPoint[] };
}

interface ReceivedPoint {
  readonly attributes: readonly Attribute[];
  readonly asDouble?: number;
  readonly asInt?: number;
  readonly count?: number;
  readonly sum?: number;
}

/** A real server that receives traces and metrics by OTLP over HTTP in JSON. */
export interface TraceCollector {
  readonly url: string;
  /** Returns all received spans. */
  spans(): readonly ReceivedSpan[];
  /** Returns the metrics of each export. */
  metrics(): readonly (readonly ReceivedMetric[])[];
  /** the headers of the last request */
  headers(): IncomingMessage['headers'];
  /** Delays all responses from now on; `answer` sends them and stops the delay. */
  hang(): void;
  answer(): void;
  stop(): Promise<void>;
}

interface ExportRequest {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[];
}

interface MetricsRequest {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly ReceivedMetric[] }[];
  }[];
}

/** Starts a collector on a free port of this machine. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = [];
  const exports: (readonly ReceivedMetric[])[] = [];
  let headers: IncomingMessage['headers'] = {};
  let heldResponses: ServerResponse[] | null = null;
  const end = (response: ServerResponse) => response.setHeader('content-type', 'application/json').end('{}');
  const server = createServer(async (request, response) => {
    headers = request.headers;
    const body = Buffer.concat(await request.toArray()).toString();
    if (request.url?.endsWith('/v1/metrics') === true) {
      const exported: MetricsRequest = JSON.parse(body);
      exports.push(exported.resourceMetrics.flatMap((entry) => entry.scopeMetrics).flatMap((entry) => entry.metrics));
    } else {
      const exported: ExportRequest = JSON.parse(body);
      spans.push(...exported.resourceSpans.flatMap((entry) => entry.scopeSpans).flatMap((entry) => entry.spans));
    }
    if (heldResponses === null) end(response);
    else heldResponses.push(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => spans,
    metrics: () => exports,
    headers: () => headers,
    hang: () => {
      heldResponses = [];
    },
    answer: () => {
      heldResponses?.forEach(end);
      heldResponses = null;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
