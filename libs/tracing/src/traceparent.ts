import { isSpanContextValid, type SpanContext, TraceFlags } from '@opentelemetry/api';

/** `version-traceId-spanId-flags`, in lower case (W3C Trace Context, 3.2). */
const traceparentForm = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.{0,400})?$/;

/** Parses a `traceparent`; null for an invalid one, which is ignored without an error. */
export function readTraceparent(text: unknown): SpanContext | null {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    (typeof text === 'string' && traceparentForm.exec(text)) || [];
  // A later version can have more members after the flags, but this version cannot. Version 255 is invalid.
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  const sampled = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const read = { traceId, spanId, traceFlags: sampled, isRemote: true };
  return isSpanContextValid(read) ? read : null;
}

/** Formats a `traceparent`. */
export const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`;
