import type {
  PipelineMetrics,
  PipelineMetricsSettings,
  PipelineSources,
  Tracing,
  TracingSettings,
} from './settings.ts';

/** Starts tracing. The library is loaded only here, because that takes 0.2 s and 14 MB. */
export async function startTracing(settings: TracingSettings): Promise<Tracing> {
  const { openSdk } = await import('./sdk.ts');
  return openSdk(settings);
}

/** Starts metrics of pipelines. The library is loaded only here. */
export async function startPipelineMetrics(
  settings: PipelineMetricsSettings,
  sources: PipelineSources,
): Promise<PipelineMetrics> {
  const { openPipelineMetrics } = await import('./pipeline-metrics.ts');
  return openPipelineMetrics(settings, sources);
}
