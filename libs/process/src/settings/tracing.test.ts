import { expect, test } from 'vitest';
import { parseConfig } from '../config.ts';

const base = 'http://collector:4318';
const own = 'https://metrics.example/otlp';
const metricsOf = (settings: Record<string, string>) => parseConfig(settings).pipelineMetrics;
const common = { headers: {}, service: 'slipway', intervalMs: 60_000, hasRunIds: false };

test('metrics of pipelines go to their own address, or to the collector of traces', () => {
  expect(metricsOf({})).toBeUndefined();
  expect(metricsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: base })).toEqual({ ...common, url: `${base}/v1/metrics` });
  expect(metricsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: `${base}/otlp//` })?.url).toBe(`${base}/otlp/v1/metrics`);
  const both = { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: own };
  expect(metricsOf(both)?.url).toBe(own);
  expect(metricsOf({ ...both, OTEL_METRICS_EXPORTER: 'none' })).toBeUndefined();
});

test('an address for metrics enables no traces, and can have headers', () => {
  const OTEL_EXPORTER_OTLP_METRICS_ENDPOINT = own;
  const settings = { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'Api-Key=a%2Cb, x=' };
  const { tracing, pipelineMetrics } = parseConfig(settings);
  expect(tracing).toBeUndefined();
  expect(pipelineMetrics).toEqual({ ...common, url: own, headers: { 'api-key': 'a,b', x: '' } });
});

test('the other settings of metrics', () => {
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: base,
    OTEL_METRIC_EXPORT_INTERVAL: '5000',
    OTEL_METRICS_RUN_IDS: 'true',
    OTEL_SERVICE_NAME: 'releases',
  };
  expect(metricsOf(settings)).toMatchObject({ service: 'releases', intervalMs: 5_000, hasRunIds: true });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://ann:hunter2@collector'],
  ['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'http://'],
  ['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'grpc://collector:4317'],
  ['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'http://collector/v1/metrics?key=hunter2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'key=hunter2%'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'key=hunter2%0d%0ax: y'],
  ['OTEL_METRICS_EXPORTER', 'prometheus'],
  ['OTEL_METRIC_EXPORT_INTERVAL', '999'],
  ['OTEL_METRIC_EXPORT_INTERVAL', '1e4'],
  ['OTEL_METRIC_EXPORT_INTERVAL', '3600001'],
  ['OTEL_METRICS_RUN_IDS', 'yes'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
])('an invalid %s stops the start with one line, without the value: %j', (name, value) => {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: base, [name]: value };
  expect(() => parseConfig(settings)).toThrow(new RegExp(`^${name} must be .+, for example ${name}=\\S.*$`));
  expect(() => parseConfig(settings)).not.toThrow('hunter2');
});

test('headers without an address stop the start', () => {
  expect(() => parseConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'key=hunter2' })).toThrow(
    /^OTEL_EXPORTER_OTLP_ENDPOINT must be [^\n]+$/,
  );
});
