import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { readTraceparent, writeTraceparent } from './traceparent.ts';

let tracer: Tracer | null = null;

/** Sets the tracer for all spans. With null, no spans are created, and the functions here cost almost nothing. */
export function useTracer(newTracer: Tracer | null): void {
  tracer = newTracer;
}

/** The attributes of a span: ids, types and counts, never a text of a user. */
export type Fields = Readonly<Record<string, string | number | boolean>>;

/** A unit of work in traces. */
export interface OpenSpan {
  /** The context for other spans; null if this span is not sampled. */
  readonly traceparent: string | null;
  setFields(fields: Fields): void;
  rename(name: string): void;
  /** Marks the span as failed. `type` is the kind of the error, without its message. */
  fail(type: string): void;
  /** Runs work within the span. */
  run<T>(work: () => T): T;
  end(): void;
}

/** A span that is not recorded. */
export const noopSpan: OpenSpan = {
  traceparent: null,
  setFields: () => {},
  rename: () => {},
  fail: () => {},
  run: (work) => work(),
  end: () => {},
};

/**
 * The offset from `performance.now()` to epoch milliseconds: the same for all spans of a trace in this process, so that
 * a child begins and ends within its parent. Separate clocks would begin at whole milliseconds.
 */
const clocks = new WeakMap<Span, number>();

function start(activeTracer: Tracer, name: string, options: SpanOptions, parentContext: Context): Span {
  const parentSpan = trace.getSpan(parentContext);
  const clock = (parentSpan && clocks.get(parentSpan)) ?? Date.now() - performance.now();
  const span = activeTracer.startSpan(name, { ...options, startTime: performance.now() + clock }, parentContext);
  clocks.set(span, clock);
  return span;
}

function end(span: Span): void {
  const clock = clocks.get(span);
  span.end(clock === undefined ? undefined : performance.now() + clock);
}

const toOpenSpan = (span: Span, parentContext: Context): OpenSpan => {
  const spanContext = trace.setSpan(parentContext, span);
  return {
    traceparent: span.isRecording() ? writeTraceparent(span.spanContext()) : null,
    setFields: (fields) => void span.setAttributes(fields),
    rename: (name) => void span.updateName(name),
    fail: (type) => {
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    run: (work) => context.with(spanContext, work),
    end: () => end(span),
  };
};

/**
 * Returns the kind of an error: a code such as those of PostgreSQL and Node, or the name of its class. Never returns
 * its message.
 */
const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? code : error.name;
};

/** A new trace, and its causes, the nearest first. */
export interface TraceOptions {
  readonly name: string;
  readonly fields: Fields;
  /** As stored in rows. Invalid and repeated ones are left out. */
  readonly causes?: readonly (string | null | undefined)[];
}

const activeSpan = (): SpanContext | null => {
  const current = trace.getSpanContext(context.active());
  return current !== undefined && isSpanContextValid(current) ? current : null;
};

/** The linked span ids of each span, because the same cause can be found twice. */
const linked = new WeakMap<Span, Set<string>>();

function linksTo(causes: TraceOptions['causes'] = []): Link[] {
  const all = [activeSpan(), ...causes.map(readTraceparent)].filter((linkedCause) => linkedCause !== null);
  return [...new Map(all.map((linkedCause) => [linkedCause.spanId, { context: linkedCause }])).values()];
}

/** Starts a new trace, linked to the current span and to the causes. The caller ends it. */
export function beginTrace({ name, fields, causes }: TraceOptions): OpenSpan {
  if (tracer === null) return noopSpan;
  const links = linksTo(causes);
  const options = { root: true, links, attributes: attributesOf(fields), kind: SpanKind.INTERNAL };
  const span = start(tracer, name, options, ROOT_CONTEXT);
  linked.set(span, new Set(links.map(({ context: { spanId } }) => spanId)));
  return toOpenSpan(span, ROOT_CONTEXT);
}

/** Starts the span of a request, as a part of the trace in its `traceparent`. */
export function beginRequest(name: string, traceparent: unknown, fields: Fields): OpenSpan {
  if (tracer === null) return noopSpan;
  const remote = readTraceparent(traceparent);
  const parentContext = remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
  const options = { kind: SpanKind.SERVER, attributes: attributesOf(fields) };
  return toOpenSpan(start(tracer, name, options, parentContext), parentContext);
}

const attributesOf = (fields: Fields): Attributes => ({ ...fields });

/** Runs work in a new trace. Throws the errors of the work. */
export async function inTrace<T>(traceOptions: TraceOptions, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  if (tracer === null) return await work(noopSpan);
  const span = beginTrace(traceOptions);
  try {
    return await span.run(() => work(span));
  } catch (error) {
    span.fail(kindOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Runs work as a child span of the current one, if sampled, such as a request to another server. Throws the errors of
 * the work.
 */
export async function inChildSpan<T>(name: string, fields: Fields, work: () => Promise<T>): Promise<T> {
  if (tracer === null) return await work();
  const parentContext = context.active();
  if (trace.getSpan(parentContext)?.isRecording() !== true) return await work();
  const span = start(tracer, name, { kind: SpanKind.CLIENT, attributes: attributesOf(fields) }, parentContext);
  try {
    return await work();
  } catch (error) {
    span.setAttribute('error.type', kindOf(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    end(span);
  }
}

/** Marks the current span, which continues, as failed. */
export function failCurrent(type: string): void {
  const span = tracer === null ? undefined : trace.getSpan(context.active());
  if (span?.isRecording() !== true) return;
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Adds a cause to the current trace when it becomes known. */
export function addCause(traceparent: string | null): void {
  if (tracer === null || traceparent === null) return;
  const cause = readTraceparent(traceparent);
  const span = trace.getSpan(context.active());
  if (cause === null || span?.isRecording() !== true) return;
  const linkedIds = linked.get(span);
  if (linkedIds === undefined || linkedIds.has(cause.spanId)) return;
  linkedIds.add(cause.spanId);
  span.addLink({ context: cause });
}

/** Returns the current context, for storage in rows; null if it is not sampled. */
export function currentTraceparent(): string | null {
  const active = tracer === null ? null : activeSpan();
  return active !== null && (active.traceFlags & TraceFlags.SAMPLED) !== 0 ? writeTraceparent(active) : null;
}

/** Whether tracing is active and there is no current span. */
export const needsCause = (): boolean => tracer !== null && activeSpan() === null;

/** Runs work without a parent span, such as that of a worker which another request has woken. */
export const withoutParent = <T>(work: () => T): T => (tracer === null ? work() : context.with(ROOT_CONTEXT, work));

/** Runs work with a stored cause, separate from the current span. */
export function withCause<T>(traceparent: string | null, work: () => T): T {
  if (tracer === null) return work();
  const cause = readTraceparent(traceparent);
  return context.with(cause === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, cause), work);
}

/** Returns the ids of the current span for a log line or an exemplar; null if it is not sampled. */
export function currentIds(): { readonly traceId: string; readonly spanId: string } | null {
  const active = tracer === null ? null : activeSpan();
  if (active === null || (active.traceFlags & TraceFlags.SAMPLED) === 0) return null;
  return { traceId: active.traceId, spanId: active.spanId };
}
