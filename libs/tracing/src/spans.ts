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

/** From now on spans are made by this tracer; by null, none are, and what is here costs next to nothing. */
export function useTracer(newTracer: Tracer | null): void {
  tracer = newTracer;
}

/** The attributes of a span: ids, types and counts, never a text of a user. */
export type Fields = Readonly<Record<string, string | number | boolean>>;

/** A piece of work, as traces show it. */
export interface OpenSpan {
  /** The context for other spans; null if this span is not sampled. */
  readonly traceparent: string | null;
  setFields(fields: Fields): void;
  rename(name: string): void;
  /** It failed; `type` is the kind of the error, without its message. */
  fail(type: string): void;
  /** Does work as a part of it. */
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
 * What makes epoch milliseconds of `performance.now()`: one value for all spans of a trace in this process, so that a
 * part begins and ends within its whole. Clocks of their own would begin at whole milliseconds.
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

/** The kind of an error: a code such as PostgreSQL's and Node's, or the name of its class; never its message. */
const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? code : error.name;
};

/** A root of its own, and what has brought it about, the nearest first. */
export interface TraceOptions {
  readonly name: string;
  readonly fields: Fields;
  /** As stored in rows; invalid and repeated ones are left out. */
  readonly causes?: readonly (string | null | undefined)[];
}

const activeSpan = (): SpanContext | null => {
  const current = trace.getSpanContext(context.active());
  return current !== undefined && isSpanContextValid(current) ? current : null;
};

/** Which spans are linked to which, by their ids: the same cause may be found twice. */
const linked = new WeakMap<Span, Set<string>>();

function linksTo(causes: TraceOptions['causes'] = []): Link[] {
  const all = [activeSpan(), ...causes.map(readTraceparent)].filter((linkedCause) => linkedCause !== null);
  return [...new Map(all.map((linkedCause) => [linkedCause.spanId, { context: linkedCause }])).values()];
}

/** Begins a new trace, linked to the present span and to the causes; its caller ends it. */
export function beginTrace({ name, fields, causes }: TraceOptions): OpenSpan {
  if (tracer === null) return noopSpan;
  const links = linksTo(causes);
  const options = { root: true, links, attributes: attributesOf(fields), kind: SpanKind.INTERNAL };
  const span = start(tracer, name, options, ROOT_CONTEXT);
  linked.set(span, new Set(links.map(({ context: { spanId } }) => spanId)));
  return toOpenSpan(span, ROOT_CONTEXT);
}

/** Begins the span of a request, a part of the trace that its `traceparent` names. */
export function beginRequest(name: string, traceparent: unknown, fields: Fields): OpenSpan {
  if (tracer === null) return noopSpan;
  const remote = readTraceparent(traceparent);
  const parentContext = remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
  const options = { kind: SpanKind.SERVER, attributes: attributesOf(fields) };
  return toOpenSpan(start(tracer, name, options, parentContext), parentContext);
}

const attributesOf = (fields: Fields): Attributes => ({ ...fields });

/** Does work as a trace of its own. Throws what the work throws. */
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
 * Runs work as a child span of the present one, if sampled: a request to another server. Throws the error of the work.
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

/** Marks the present span, which continues, as failed. */
export function failCurrent(type: string): void {
  const span = tracer === null ? undefined : trace.getSpan(context.active());
  if (span?.isRecording() !== true) return;
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Names one more cause of the trace that is under way, once that is known. */
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

/** The present context, for storage in rows; null if not sampled. */
export function currentTraceparent(): string | null {
  const active = tracer === null ? null : activeSpan();
  return active !== null && (active.traceFlags & TraceFlags.SAMPLED) !== 0 ? writeTraceparent(active) : null;
}

/** Whether traces are made, and nothing is under way that one could follow from. */
export const needsCause = (): boolean => tracer !== null && activeSpan() === null;

/** Begins work that belongs to nothing that is under way, such as that of a worker which others have woken. */
export const withoutParent = <T>(work: () => T): T => (tracer === null ? work() : context.with(ROOT_CONTEXT, work));

/** Does work whose cause is kept somewhere, and which is no part of what is under way. */
export function withCause<T>(traceparent: string | null, work: () => T): T {
  if (tracer === null) return work();
  const cause = readTraceparent(traceparent);
  return context.with(cause === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, cause), work);
}

/** The ids of the present span for a log line or an exemplar; null if not sampled. */
export function currentIds(): { readonly traceId: string; readonly spanId: string } | null {
  const active = tracer === null ? null : activeSpan();
  if (active === null || (active.traceFlags & TraceFlags.SAMPLED) === 0) return null;
  return { traceId: active.traceId, spanId: active.spanId };
}
