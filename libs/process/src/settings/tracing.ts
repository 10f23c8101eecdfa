import { z } from 'zod';
import { booleanText, line, type Read, rule, secretRule, wholeNumber } from './setting.ts';

/** Parses `name=value,name=value` with percent-encoded values, as defined by W3C Baggage; null if invalid. */
function headersFrom(text: string): Readonly<Record<string, string>> | null {
  const pairs = text.split(',').map((pair) => {
    const [, name = '', value = ''] = /^\s*([\w.-]{1,100})\s*=(.{0,4000})$/.exec(pair) ?? [];
    return [name, value.trim()] as const;
  });
  if (pairs.some(([name]) => name === '')) return null;
  try {
    const read = pairs.map(([name, value]) => [name.toLowerCase(), decodeURIComponent(value)] as const);
    return read.every(([, value]) => /^[\x20-\x7e]*$/.test(value)) ? Object.fromEntries(read) : null;
  } catch {
    return null;
  }
}

const headers = z.string().transform((text, context) => {
  const read = headersFrom(text);
  if (read !== null) return read;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

const ratio = z
  .string()
  .regex(/^(?:0?\.\d{1,9}|[01](?:\.0{1,9})?)$/)
  .transform(Number);

/** The environment variables of OpenTelemetry that the product supports. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .regex(/^https?:\/\/[^?#@]+$/)
    .optional()
    .meta(rule('must be the base address of a collector that accepts OTLP over HTTP', 'http://collector:4318')),
  OTEL_EXPORTER_OTLP_HEADERS: headers
    .optional()
    .meta(
      secretRule('must be headers for the collector, as name=value separated by commas', 'authorization=Bearer%20…'),
    ),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .regex(/^https?:\/\/[^?#@]+$/)
    .optional()
    .meta(rule('must be the complete address for metrics by OTLP over HTTP', 'http://collector:4318/v1/metrics')),
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none']).default('otlp').meta(rule('must be otlp or none', 'none')),
  OTEL_METRIC_EXPORT_INTERVAL: wholeNumber(1_000, 3_600_000)
    .default(60_000)
    .meta(rule('must be a whole number of milliseconds from 1000 to 3600000', '60000')),
  OTEL_METRICS_RUN_IDS: booleanText.prefault('false').meta(rule('must be true or false', 'false')),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1).meta(rule('must be a number from 0 to 1', '0.01')),
  OTEL_SERVICE_NAME: line.default('slipway').meta(rule('must be the name of this process in traces', 'slipway')),
};

/** Whether the headers have a collector: that of traces, or that of metrics only. */
export const hasCollectorOfHeaders = (read: Read<typeof tracingVariables>): boolean =>
  read.OTEL_EXPORTER_OTLP_HEADERS === undefined ||
  read.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined ||
  read.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT !== undefined;

/** Returns the address of the collector and the fraction of traced requests, or undefined without a collector. */
export function tracingSettings(read: Read<typeof tracingVariables>) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: exporterHeaders = {} } = read;
  if (endpoint === undefined) return undefined;
  return { endpoint, headers: exporterHeaders, ratio: read.OTEL_TRACES_SAMPLER_ARG, service: read.OTEL_SERVICE_NAME };
}

/** Returns where metrics of pipelines are sent, or undefined if they are not sent. */
export function pipelineMetricsSettings(read: Read<typeof tracingVariables>) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: own } = read;
  const url = own ?? (base && `${base.replace(/\/+$/, '')}/v1/metrics`);
  if (url === undefined || read.OTEL_METRICS_EXPORTER === 'none') return undefined;
  const { OTEL_EXPORTER_OTLP_HEADERS: headers = {}, OTEL_SERVICE_NAME: service } = read;
  return { url, headers, service, intervalMs: read.OTEL_METRIC_EXPORT_INTERVAL, hasRunIds: read.OTEL_METRICS_RUN_IDS };
}
