import { randomUUID } from 'node:crypto';
import type { Attributes } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { endWithin, reasonOf } from './export-results.ts';
import type { PipelineMetrics, PipelineMetricsSettings, PipelineRun, PipelineSources } from './settings.ts';

/** The maximum number of names of pipelines with series of their own. Later ones are `other`. */
const maxNames = 200;
const maxNameLength = 256;
const exportTimeoutMs = 5_000;
const shutdownTimeoutMs = 2_000;
/** Boundaries of durations in seconds, from a minute to four weeks. */
const boundaries = [
  ...[1, 10, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800],
  ...[86_400, 172_800, 432_000, 604_800, 1_209_600, 2_419_200],
];

/** Returns a function that bounds the number of different names. */
function createNames(): (name: string | null) => string {
  const known = new Set<string>();
  return (name) => {
    if (name === null) return 'none';
    const short = name.slice(0, maxNameLength).toWellFormed();
    if (!known.has(short) && known.size >= maxNames) return 'other';
    known.add(short);
    return short;
  };
}

function openExporter({ url, headers }: PipelineMetricsSettings, { lost }: PipelineSources): OTLPMetricExporter {
  const exporter = new OTLPMetricExporter({ url, headers: { ...headers }, timeoutMillis: exportTimeoutMs });
  const send = exporter.export.bind(exporter);
  exporter.export = (metrics, done) =>
    send(metrics, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) lost(reasonOf(result.error));
      done(result);
    });
  return exporter;
}

/** Starts to export metrics by the semantic conventions of OpenTelemetry for CI/CD, in the background. */
export function openPipelineMetrics(settings: PipelineMetricsSettings, sources: PipelineSources): PipelineMetrics {
  const reader = new PeriodicExportingMetricReader({
    exporter: openExporter(settings, sources),
    exportIntervalMillis: settings.intervalMs,
    exportTimeoutMillis: Math.min(exportTimeoutMs, settings.intervalMs),
  });
  const provider = new MeterProvider({
    readers: [reader],
    resource: resourceFromAttributes({ 'service.name': settings.service, 'service.instance.id': randomUUID() }),
  });
  const meter = provider.getMeter('slipway');
  const nameOf = createNames();
  const duration = meter.createHistogram('cicd.pipeline.run.duration', {
    description: 'Duration of a pipeline run grouped by pipeline, state and result',
    unit: 's',
    advice: { explicitBucketBoundaries: boundaries },
  });
  const errors = meter.createCounter('cicd.pipeline.run.errors', {
    description: 'The number of errors encountered in pipeline runs',
    unit: '{error}',
  });
  const active = meter.createObservableUpDownCounter('cicd.pipeline.run.active', {
    description: 'The number of pipeline runs currently active in the system by state',
    unit: '{run}',
  });
  active.addCallback(async (result) => {
    const counts = new Map<string, { readonly attributes: Attributes; count: number }>();
    for (const { name, state, count } of await sources.readActive().catch(() => [])) {
      const attributes = { 'cicd.pipeline.name': nameOf(name), 'cicd.pipeline.run.state': state };
      const key = JSON.stringify(attributes);
      counts.set(key, { attributes, count: count + (counts.get(key)?.count ?? 0) });
    }
    for (const { attributes, count } of counts.values()) result.observe(count, attributes);
  });
  return {
    ended: ({ id, name, result, pendingMs, executingMs, errors: count }: PipelineRun) => {
      const common = {
        'cicd.pipeline.name': nameOf(name),
        ...(settings.hasRunIds && { 'cicd.pipeline.run.id': id }),
      };
      if (pendingMs !== null) duration.record(pendingMs / 1_000, { ...common, 'cicd.pipeline.run.state': 'pending' });
      if (executingMs !== null)
        duration.record(executingMs / 1_000, {
          ...common,
          ...{ 'cicd.pipeline.run.state': 'executing', 'cicd.pipeline.result': result },
        });
      if (count > 0) errors.add(count, { ...common, 'error.type': 'task_failure' });
    },
    stop: () => endWithin(provider.shutdown(), shutdownTimeoutMs),
  };
}
