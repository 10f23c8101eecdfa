import { z } from 'zod';
import { line, type Read, rule, secretRule } from './setting.ts';

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
      secretRule(
        'must be set together with OTEL_EXPORTER_OTLP_ENDPOINT, as name=value separated by commas',
        'authorization=Bearer%20…',
      ),
    ),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1).meta(rule('must be a number from 0 to 1', '0.01')),
  OTEL_SERVICE_NAME: line.default('slipway').meta(rule('must be the name of this process in traces', 'slipway')),
};

export const tracingDependencies = [['OTEL_EXPORTER_OTLP_ENDPOINT', ['OTEL_EXPORTER_OTLP_HEADERS']]] as const;

/** Returns the address of the collector and the fraction of traced requests, or undefined without a collector. */
export function tracingSettings(read: Read<typeof tracingVariables>) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: exporterHeaders = {} } = read;
  if (endpoint === undefined) return undefined;
  return { endpoint, headers: exporterHeaders, ratio: read.OTEL_TRACES_SAMPLER_ARG, service: read.OTEL_SERVICE_NAME };
}
