import { singleFlight } from '@slipway/concurrency';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { definitions } from './exposition/definitions.ts';
import { createExemplarHistogram } from './exposition/exemplar-histogram.ts';
import { type Exposition, expose, plainText } from './exposition/exposition.ts';

const closeReasons = ['client_closed', 'drained', 'max_age', 'unauthenticated', 'rejected'] as const;

/** The values of labels are few: the name of a stage can be any text. */
const deploymentStages = ['production', 'other'] as const;
const deploymentResults = ['succeeded', 'failed'] as const;

/** The metrics of a process, and their exposition. */
export interface Metrics {
  /** A request was answered, with its duration if meaningful. The subject is that of its route. */
  answered(
    request: { readonly subject: string; readonly method: string; readonly status: number },
    ms: number | null,
  ): void;
  /** A webhook has received a delivery. */
  delivered(outcome: 'accepted' | 'refused' | 'unknown' | 'invalid' | 'busy'): void;
  /** An input was decided on and stored. */
  dispatched(input: string, ms: number): void;
  /** An input was rejected or failed; the name of the error is the reason. */
  refused(error: unknown): void;
  /** A release was woken this long after its due time. */
  woken(source: 'queue' | 'sweep', lateMs: number): void;
  /** The numbers of an ended release were added to insights, with its duration if it started. */
  releaseFinished(status: string, ms: number | null): void;
  /** A deployment was added to insights. */
  deployed(stage: (typeof deploymentStages)[number], result: (typeof deploymentResults)[number]): void;
  /** A trigger fired automatically, with its delay for a schedule. */
  fired(outcome: string, lateMs: number | null): void;
  /** A run that was requested from a script runner has ended, with its duration. */
  scriptRan(purpose: string, outcome: string, ms: number): void;
  /** A script used a name that is not available. */
  scriptLacked(name: string): void;
  /** An HTTP request of a script has ended, with its duration. */
  httpSent(outcome: 'completed' | 'denied' | 'failed' | 'timeout', ms: number): void;
  /** A number of trace spans was exported or dropped. */
  spans(outcome: 'sent' | 'dropped', count: number): void;
  /** An event stream was closed, or rejected before its start. */
  streamEnded(reason: (typeof closeReasons)[number]): void;
  /** A poll for changes for event streams has ended, with its duration. */
  looked(ms: number): void;
  /** A notification was sent or not, with its delay after its due time if that is meaningful. */
  notified(channel: string, state: string, lagMs: number | null): void;
  /** A number of messages could not be sent to the queue. */
  lost(count: number): void;
  /** A gauge that is read on request; NaN after an error. */
  gauge(figure: { readonly name: string; readonly help: string }, read: () => Promise<number>): void;
  /** Gauges by the values of one label, read on request; none after an error. */
  gauges(
    figure: { readonly name: string; readonly help: string; readonly label: string },
    read: () => Promise<Readonly<Record<string, number>>>,
  ): void;
  /** All metrics in the format of an `Accept` header: Prometheus, or OpenMetrics with exemplars. */
  expose(accept: string | undefined): Promise<Exposition>;
  /** All metrics in the Prometheus format. */
  text(): Promise<string>;
  /** The media type of `prometheus`. */
  readonly contentType: string;
}

/** Caches the child metric of each label value, because these are used for every input. */
function memoize<T>(make: (label: string) => T): (label: string) => T {
  const cache = new Map<string, T>();
  return (label) => {
    const cached = cache.get(label);
    if (cached !== undefined) return cached;
    const created = make(label);
    cache.set(label, created);
    return created;
  };
}

/** Metrics of HTTP requests to this process. */
function requestMetrics(registers: Registry[]): Pick<Metrics, 'answered' | 'delivered'> {
  const requests = new Counter({ ...definitions.requests, registers });
  const duration = createExemplarHistogram(definitions.requestDuration, registers);
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

/** Metrics of event streams. */
function streamMetrics(registers: Registry[]): Pick<Metrics, 'streamEnded' | 'looked'> {
  const closed = new Counter({ ...definitions.streamsClosed, registers });
  const polls = new Histogram({ ...definitions.streamPolls, registers });
  for (const reason of closeReasons) closed.labels(reason).inc(0);
  return { streamEnded: (reason) => closed.labels(reason).inc(), looked: (ms) => polls.observe(ms / 1_000) };
}

/** Metrics of ended releases. */
function releaseMetrics(registers: Registry[]): Pick<Metrics, 'releaseFinished' | 'deployed'> {
  const ended = new Counter({ ...definitions.releasesFinished, registers });
  const duration = new Histogram({ ...definitions.releaseDuration, registers });
  const deployments = new Counter({ ...definitions.deployments, registers });
  for (const status of ['COMPLETED', 'ABORTED']) ended.labels(status).inc(0);
  for (const stage of deploymentStages)
    for (const result of deploymentResults) deployments.labels(stage, result).inc(0);
  return {
    releaseFinished: (status, ms) => {
      ended.labels(status).inc();
      if (status === 'COMPLETED' && ms !== null) duration.observe(ms / 1_000);
    },
    deployed: (stage, result) => deployments.labels(stage, result).inc(),
  };
}

/** Metrics of notifications. */
function notificationMetrics(registers: Registry[]): Pick<Metrics, 'notified'> {
  const notifications = new Counter({ ...definitions.notifications, registers });
  const lag = new Histogram({ ...definitions.notificationLag, registers });
  // Alerts need values before the first notification.
  for (const channel of ['mail', 'slack', 'teams', 'webhook'])
    for (const state of ['sent', 'failed', 'rejected', 'dead']) notifications.labels(channel, state).inc(0);
  return {
    notified: (channel, state, lagMs) => {
      notifications.labels(channel, state).inc();
      if (lagMs !== null) lag.observe(lagMs / 1_000);
    },
  };
}

/** Gauges that are read on request. */
function gaugeMetrics(registers: Registry[]): Pick<Metrics, 'gauge' | 'gauges'> {
  return {
    gauge: ({ name, help }, read) => {
      const collect = async function (this: Gauge) {
        this.set(await read().catch(() => Number.NaN));
      };
      new Gauge({ name, help, registers, collect });
    },
    gauges: ({ name, help, label }, read) => {
      const collect = async function (this: Gauge) {
        this.reset();
        for (const [value, figure] of Object.entries(await read().catch(() => ({})))) this.labels(value).set(figure);
      };
      new Gauge({ name, help, labelNames: [label], registers, collect });
    },
  };
}

/** Scripts choose these label values, and label values are never deleted. The limit protects the memory. */
const maxNames = 200;
function createNameLimiter(): (name: string) => string {
  const cached = new Set<string>();
  return (name) => {
    if (cached.size < maxNames) cached.add(name);
    return cached.has(name) ? name : 'other';
  };
}

/** Metrics of scripts and their HTTP requests. */
function scriptMetrics(registers: Registry[]): Pick<Metrics, 'scriptRan' | 'scriptLacked' | 'httpSent'> {
  const scriptRuns = new Counter({ ...definitions.scriptRuns, registers });
  const scriptDuration = createExemplarHistogram(definitions.scriptDuration, registers);
  const missingNames = new Counter({ ...definitions.missingNames, registers });
  const egressRequests = new Counter({ ...definitions.egressRequests, registers });
  const egressDuration = new Histogram({ ...definitions.egressDuration, registers });
  const limitedName = createNameLimiter();
  return {
    scriptRan: (purpose, outcome, ms) => {
      scriptRuns.labels(purpose, outcome).inc();
      scriptDuration([purpose], ms);
    },
    scriptLacked: (name) => missingNames.labels(limitedName(name)).inc(),
    httpSent: (outcome, ms) => {
      egressRequests.labels(outcome).inc();
      egressDuration.observe(ms / 1_000);
    },
  };
}

let ofProcess: Registry | undefined;

/**
 * Registers the metrics of this process: its memory, CPU and event loop. All registries share them, because each set
 * has a timer and an observer of garbage collections that never end.
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

/** Creates the metrics of this process, including its memory, CPU and event loop. */
export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  addProcessMetrics(register);
  const wakeupDelay = new Histogram({ ...definitions.wakeupDelay, registers });
  const wakeups = new Counter({ ...definitions.wakeups, registers });
  const dispatch = createExemplarHistogram(definitions.dispatch, registers);
  const fired = new Counter({ ...definitions.fired, registers });
  const triggerDelay = new Histogram({ ...definitions.triggerDelay, registers });
  const rejected = new Counter({ ...definitions.rejected, registers });
  const sendFailures = new Counter({ ...definitions.sendFailures, registers });
  const spans = new Counter({ ...definitions.spans, registers });
  // The ratios of alerts need a value before the first event.
  for (const outcome of ['created', 'refused', 'failed'] as const) fired.labels(outcome).inc(0);
  for (const source of ['queue', 'sweep'] as const) wakeups.labels(source).inc(0);
  const delayOf = memoize((source) => wakeupDelay.labels(source));
  return {
    dispatched: (input, ms) => dispatch([input], ms),
    refused: (error) => rejected.labels(error instanceof Error ? error.name : 'unknown').inc(),
    woken: (source, lateMs) => {
      wakeups.labels(source).inc();
      delayOf(source).observe(lateMs / 1_000);
    },
    fired: (outcome, lateMs) => {
      fired.labels(outcome).inc();
      if (lateMs !== null) triggerDelay.observe(lateMs / 1_000);
    },
    ...scriptMetrics(registers),
    ...releaseMetrics(registers),
    ...requestMetrics(registers),
    ...streamMetrics(registers),
    ...notificationMetrics(registers),
    lost: (count) => sendFailures.inc(count),
    spans: (outcome, count) => spans.labels(outcome).inc(count),
    ...gaugeMetrics(registers),
    expose: (accept) => expose(register, accept),
    text: singleFlight(() => plainText(register)),
    contentType: register.contentType,
  };
}
