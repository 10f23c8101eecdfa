import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A span as OTLP has it in JSON. */
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
  /** 2: it went badly */
  readonly status: { readonly code?: number };
}

/** A collector of traces: a real server that takes OTLP by HTTP, in JSON. */
export interface TraceCollector {
  readonly url: string;
  /** all that has come so far */
  spans(): readonly ReceivedSpan[];
  /** the headers of the last request */
  headers(): IncomingMessage['headers'];
  /** From now on it takes requests and answers none; `answer` answers all of them, and those that come later. */
  hang(): void;
  answer(): void;
  stop(): Promise<void>;
}

interface ExportRequest {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[];
}

/** Starts one on a free port of this machine. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = [];
  let headers: IncomingMessage['headers'] = {};
  let heldResponses: ServerResponse[] | null = null;
  const end = (response: ServerResponse) => response.setHeader('content-type', 'application/json').end('{}');
  const server = createServer(async (request, response) => {
    headers = request.headers;
    const exported: ExportRequest = JSON.parse(Buffer.concat(await request.toArray()).toString());
    spans.push(...exported.resourceSpans.flatMap((entry) => entry.scopeSpans).flatMap((entry) => entry.spans));
    if (heldResponses === null) end(response);
    else heldResponses.push(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => spans,
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
