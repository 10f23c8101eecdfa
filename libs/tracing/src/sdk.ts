import { randomUUID } from 'node:crypto';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { endWithin, reasonOf } from './export-results.ts';
import { createParentSampler } from './parent-sampler.ts';
import type { Tracing, TracingSettings } from './settings.ts';
import { useTracer } from './spans.ts';

/** The maximum number of spans that wait for export, some kilobytes each. Later ones are dropped. */
const maxQueuedSpans = 4_096;
const batchSize = 512;
const intervalMs = 1_000;
/** The time limit for exporting a batch, including retries. After it, the batch is dropped. */
const exportTimeoutMs = 5_000;
/** The time limit for exporting the remaining spans at shutdown. */
const shutdownTimeoutMs = 2_000;
/** The maximum length of an attribute, because a client can choose an id. */
const maxValueLength = 256;

/** Returns the same exporter, which counts exported and dropped spans. */
const countingExporter = (exporter: SpanExporter, observer: TracingSettings['observer']): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result: ExportResult) => {
      if (result.code === ExportResultCode.SUCCESS) observer.sent(spans.length);
      else observer.lost(spans.length, reasonOf(result.error));
      done(result);
    }),
  shutdown: () => exporter.shutdown(),
});

/** Starts to create spans, and exports them in the background. */
export function openSdk({ endpoint, headers, ratio, service, observer }: TracingSettings): Tracing {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: exportTimeoutMs,
    concurrencyLimit: 16,
  });
  const processor = new BatchSpanProcessor({
    exporter: countingExporter(exporter, observer),
    maxQueueSize: maxQueuedSpans,
    maxExportBatchSize: batchSize,
    scheduledDelayMillis: intervalMs,
    exportTimeoutMillis: exportTimeoutMs + 1_000,
  });
  const provider = new TracerProvider({
    sampler: createParentSampler(ratio),
    spanProcessors: [processor],
    spanLimits: { attributeValueLengthLimit: maxValueLength, linkCountLimit: 64 },
    resource: resourceFromAttributes({
      'service.name': service,
      'service.instance.id': randomUUID(),
    }),
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  useTracer(provider.getTracer('slipway'));
  return {
    stop: async () => {
      useTracer(null);
      await endWithin(provider.shutdown(), shutdownTimeoutMs);
      context.disable();
    },
  };
}
