import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { shared } from './single-flight.ts';

/** What is measured while things happen; what can be looked up is added by `gauge`. Times are seconds. */
const definitions = {
  lateness: {
    name: 'slipway_due_to_done_lateness_seconds',
    help: 'From the moment that a release was due until what followed was stored, by who woke it (queue or sweep)',
    labelNames: ['source'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
  },
  dispatch: {
    name: 'slipway_dispatch_duration_seconds',
    help: 'From an input to a release until it was decided and stored, by the type of the input',
    labelNames: ['input'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  },
  wakes: { name: 'slipway_wakes_total', help: 'Releases woken at their moment, by who did it', labelNames: ['source'] },
  fired: {
    name: 'slipway_trigger_runs_total',
    help: 'Triggers that fired by themselves, by what came of it: created, refused at a limit, or failed',
    labelNames: ['outcome'],
  },
  triggerLateness: {
    name: 'slipway_trigger_lateness_seconds',
    help: 'From the time that a trigger fired for until its release was stored; what it catches up with is late',
    labelNames: [],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 3600],
  },
  refused: {
    name: 'slipway_refused_inputs_total',
    help: 'Inputs to releases that were refused or failed, by the kind of error',
    labelNames: ['reason'],
  },
  scriptRuns: {
    name: 'slipway_script_runs_total',
    help: 'Runs that were asked of a script runner, by purpose and how they ended; busy and away: they did not begin',
    labelNames: ['purpose', 'end'],
  },
  scriptDuration: {
    name: 'slipway_script_duration_seconds',
    help: 'From asking a script runner until its answer, by purpose',
    labelNames: ['purpose'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60],
  },
  scriptLacks: {
    name: 'slipway_script_lacks_total',
    help: 'Runs of scripts that asked in vain for a name: a module, a class, a function; names beyond the first 200 count as other',
    labelNames: ['name'],
  },
  httpRequests: {
    name: 'slipway_script_http_requests_total',
    help: 'Requests that scripts had made, redirects not counted, by how they ended: answered, HttpRefused by the guard, HttpFailed, HttpTimeout',
    labelNames: ['end'],
  },
  httpDuration: {
    name: 'slipway_script_http_duration_seconds',
    help: 'From the moment that a script had asked for a request until its end, the wait for a free place included',
    labelNames: [],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600],
  },
  lost: { name: 'slipway_failed_nudges_total', help: 'Messages that could not be sent to the queue', labelNames: [] },
};

/** What a process counts, and how it is asked for. */
export interface Metrics {
  /** An input was decided on and stored. */
  dispatched(input: string, ms: number): void;
  /** An input was refused or failed; the name of the error is the reason. */
  refused(error: unknown): void;
  /** A release was woken so long after its moment. */
  woken(source: 'queue' | 'sweep', lateMs: number): void;
  /** A trigger fired by itself, so long after the time it fired for, where it did so for a time. */
  fired(outcome: string, lateMs: number | null): void;
  /** A script runner was asked for a run, and answered after so long. */
  scriptRan(purpose: string, end: string, ms: number): void;
  /** A script has asked for a name that scripts cannot have. */
  scriptLacked(name: string): void;
  /** A request of a script has ended, after so long. */
  httpSent(end: string, ms: number): void;
  /** So many messages could not be sent. */
  lost(count: number): void;
  /** A figure that is looked up when somebody asks; NaN where that fails. */
  gauge(figure: { readonly name: string; readonly help: string }, look: () => Promise<number>): void;
  /** Everything in Prometheus' text format. */
  text(): Promise<string>;
  /** The media type of that text. */
  readonly contentType: string;
}

/** Finds what belongs to a label value without making anything anew: these are told at every input. */
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

/** Labels are kept for good, so that whoever writes scripts could fill the memory with names. */
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
  const scriptDuration = new Histogram({ ...definitions.scriptDuration, registers });
  const scriptLacks = new Counter({ ...definitions.scriptLacks, registers });
  const httpRequests = new Counter({ ...definitions.httpRequests, registers });
  const httpDuration = new Histogram({ ...definitions.httpDuration, registers });
  const lackOf = limited();
  return {
    scriptRan: (purpose, end, ms) => {
      scriptRuns.labels(purpose, end).inc();
      scriptDuration.labels(purpose).observe(ms / 1_000);
    },
    scriptLacked: (name) => scriptLacks.labels(lackOf(name)).inc(),
    httpSent: (end, ms) => {
      httpRequests.labels(end).inc();
      httpDuration.observe(ms / 1_000);
    },
  };
}

/** Metrics of this process, its memory, CPU and event loop included. */
export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const lateness = new Histogram({ ...definitions.lateness, registers });
  const wakes = new Counter({ ...definitions.wakes, registers });
  const dispatch = new Histogram({ ...definitions.dispatch, registers });
  const fired = new Counter({ ...definitions.fired, registers });
  const triggerLateness = new Histogram({ ...definitions.triggerLateness, registers });
  const refused = new Counter({ ...definitions.refused, registers });
  const lost = new Counter({ ...definitions.lost, registers });
  // Shares are asked for before anything has happened, too.
  for (const outcome of ['created', 'refused', 'failed'] as const) fired.labels(outcome).inc(0);
  for (const source of ['queue', 'sweep'] as const) wakes.labels(source).inc(0);
  const latenessOf = madeOnce((source) => lateness.labels(source));
  const dispatchOf = madeOnce((input) => dispatch.labels(input));
  return {
    dispatched: (input, ms) => dispatchOf(input).observe(ms / 1_000),
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
    lost: (count) => lost.inc(count),
    gauge: ({ name, help }, look) => {
      const collect = async function (this: Gauge) {
        this.set(await look().catch(() => Number.NaN));
      };
      new Gauge({ name, help, registers, collect });
    },
    text: shared(() => register.metrics()),
    contentType: register.contentType,
  };
}
