import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { definitions } from './exposition/definitions.ts';
import { exampled } from './exposition/exampled.ts';
import { type Exposed, expose } from './exposition/exposition.ts';
import { shared } from './single-flight.ts';

/** The metrics of a process, and their exposition. */
export interface Metrics {
  /** A request was answered, with its duration if meaningful; its subject is that of the route. */
  answered(
    request: { readonly subject: string; readonly method: string; readonly status: number },
    ms: number | null,
  ): void;
  /** Something was sent to a webhook. */
  delivered(outcome: 'accepted' | 'refused' | 'unknown' | 'invalid' | 'busy'): void;
  /** An input was decided on and stored. */
  dispatched(input: string, ms: number): void;
  /** An input was refused or failed; the name of the error is the reason. */
  refused(error: unknown): void;
  /** A release was woken so long after its moment. */
  woken(source: 'queue' | 'sweep', lateMs: number): void;
  /** A trigger fired automatically, with its delay for a schedule. */
  fired(outcome: string, lateMs: number | null): void;
  /** A script runner ran a script, with the duration. */
  scriptRan(purpose: string, end: string, ms: number): void;
  /** A script used a name that scripts lack. */
  scriptLacked(name: string): void;
  /** A request of a script has ended, after so long. */
  httpSent(end: string, ms: number): void;
  /** A number of spans has left this process. */
  spans(end: 'sent' | 'lost', count: number): void;
  /** An event stream has ended, or was refused. */
  streamEnded(end: 'left' | 'drained' | 'old' | 'login' | 'refused'): void;
  /** A poll for changes for event streams has ended, with its duration. */
  looked(ms: number): void;
  /** A number of messages could not be sent. */
  lost(count: number): void;
  /** A gauge that is read on request; NaN after an error. */
  gauge(figure: { readonly name: string; readonly help: string }, look: () => Promise<number>): void;
  /** Gauges by the values of one label, read on request; none after an error. */
  gauges(
    figure: { readonly name: string; readonly help: string; readonly label: string },
    look: () => Promise<Readonly<Record<string, number>>>,
  ): void;
  /** All metrics in the format of an `Accept` header: Prometheus, or OpenMetrics with exemplars. */
  expose(accept: string | undefined): Promise<Exposed>;
  /** Everything in Prometheus' text format. */
  text(): Promise<string>;
  /** The media type of that text. */
  readonly contentType: string;
}

/** Caches the child of a label value: these are used for every input. */
function madeOnce<T>(make: (label: string) => T): (label: string) => T {
  const made = new Map<string, T>();
  return (label) => {
    const known = made.get(label);
    if (known !== undefined) return known;
    const fresh = make(label);
    made.set(label, fresh);
    return fresh;
  };
}

/** What is counted of requests to this process. */
function ofRequests(registers: Registry[]): Pick<Metrics, 'answered' | 'delivered'> {
  const requests = new Counter({ ...definitions.requests, registers });
  const duration = exampled(definitions.requestDuration, registers);
  const deliveries = new Counter({ ...definitions.deliveries, registers });
  for (const outcome of ['accepted', 'refused', 'unknown', 'invalid', 'busy']) deliveries.labels(outcome).inc(0);
  return {
    answered: ({ subject, method, status }, ms) => {
      requests.labels(subject, method, String(status)).inc();
      if (ms !== null) duration([subject, method], ms);
    },
    delivered: (outcome) => deliveries.labels(outcome).inc(),
  };
}

/** What is counted of event streams. */
function ofStreams(registers: Registry[]): Pick<Metrics, 'streamEnded' | 'looked'> {
  const ends = new Counter({ ...definitions.streamEnds, registers });
  const looks = new Histogram({ ...definitions.looks, registers });
  for (const end of ['left', 'drained', 'old', 'login', 'refused']) ends.labels(end).inc(0);
  return { streamEnded: (end) => ends.labels(end).inc(), looked: (ms) => looks.observe(ms / 1_000) };
}

/** Gauges that are read on request. */
function lookedUp(registers: Registry[]): Pick<Metrics, 'gauge' | 'gauges'> {
  return {
    gauge: ({ name, help }, look) => {
      const collect = async function (this: Gauge) {
        this.set(await look().catch(() => Number.NaN));
      };
      new Gauge({ name, help, registers, collect });
    },
    gauges: ({ name, help, label }, look) => {
      const collect = async function (this: Gauge) {
        this.reset();
        for (const [value, figure] of Object.entries(await look().catch(() => ({})))) this.labels(value).set(figure);
      };
      new Gauge({ name, help, labelNames: [label], registers, collect });
    },
  };
}

/** Label values are never deleted, so scripts could fill the memory with names. */
const mostNames = 200;
function limited(): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.size < mostNames) known.add(name);
    return known.has(name) ? name : 'other';
  };
}

/** What is counted of scripts, and of what they have done. */
function ofScripts(registers: Registry[]): Pick<Metrics, 'scriptRan' | 'scriptLacked' | 'httpSent'> {
  const scriptRuns = new Counter({ ...definitions.scriptRuns, registers });
  const scriptDuration = exampled(definitions.scriptDuration, registers);
  const scriptLacks = new Counter({ ...definitions.scriptLacks, registers });
  const httpRequests = new Counter({ ...definitions.httpRequests, registers });
  const httpDuration = new Histogram({ ...definitions.httpDuration, registers });
  const lackOf = limited();
  return {
    scriptRan: (purpose, end, ms) => {
      scriptRuns.labels(purpose, end).inc();
      scriptDuration([purpose], ms);
    },
    scriptLacked: (name) => scriptLacks.labels(lackOf(name)).inc(),
    httpSent: (end, ms) => {
      httpRequests.labels(end).inc();
      httpDuration.observe(ms / 1_000);
    },
  };
}

let ofProcess: Registry | undefined;

/**
 * Registers the metrics of this process: its memory, CPU and event loop. All registries share them, because each set has
 * a timer and an observer of garbage collections that never end.
 */
function addProcessMetrics(register: Registry): void {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  for (const { name } of ofProcess.getMetricsAsArray()) {
    const metric = ofProcess.getSingleMetric(name);
    if (metric !== undefined) register.registerMetric(metric);
  }
}

/** Metrics of this process, its memory, CPU and event loop included. */
export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  addProcessMetrics(register);
  const lateness = new Histogram({ ...definitions.lateness, registers });
  const wakes = new Counter({ ...definitions.wakes, registers });
  const dispatch = exampled(definitions.dispatch, registers);
  const fired = new Counter({ ...definitions.fired, registers });
  const triggerLateness = new Histogram({ ...definitions.triggerLateness, registers });
  const refused = new Counter({ ...definitions.refused, registers });
  const lost = new Counter({ ...definitions.lost, registers });
  const spans = new Counter({ ...definitions.spans, registers });
  // The ratios of alerts need a value before the first event.
  for (const outcome of ['created', 'refused', 'failed'] as const) fired.labels(outcome).inc(0);
  for (const source of ['queue', 'sweep'] as const) wakes.labels(source).inc(0);
  const latenessOf = madeOnce((source) => lateness.labels(source));
  return {
    dispatched: (input, ms) => dispatch([input], ms),
    refused: (error) => refused.labels(error instanceof Error ? error.name : 'unknown').inc(),
    woken: (source, lateMs) => {
      wakes.labels(source).inc();
      latenessOf(source).observe(lateMs / 1_000);
    },
    fired: (outcome, lateMs) => {
      fired.labels(outcome).inc();
      if (lateMs !== null) triggerLateness.observe(lateMs / 1_000);
    },
    ...ofScripts(registers),
    ...ofRequests(registers),
    ...ofStreams(registers),
    lost: (count) => lost.inc(count),
    spans: (end, count) => spans.labels(end).inc(count),
    ...lookedUp(registers),
    expose: (accept) => expose(register, accept),
    text: shared(() => register.metrics()),
    contentType: register.contentType,
  };
}
