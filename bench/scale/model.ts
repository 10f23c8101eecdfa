/** Processor time of one operation, in microseconds, by service. */
export interface Cost {
  readonly api: number;
  readonly scheduler: number;
  readonly runner: number;
  readonly postgres: number;
}

/** Measured costs on one core of the machine in RESULTS.md. */
export interface Costs {
  /** completes a task over HTTP, until the next one is active */
  readonly completion: Cost;
  /** creates and starts a release of 50 tasks */
  readonly creation: Cost;
  /** reads a release of 50 tasks */
  readonly read: Cost;
  /** runs an empty script while the next one waits */
  readonly script: Cost;
  /** an idle second, with one process of each kind */
  readonly idle: Cost;
}

/** A load: releases of 50 tasks, all of which are completed. */
export interface Load {
  readonly releasesPerMinute: number;
  /** reads of the release for each task */
  readonly readsEach: number;
  /** share of the tasks that are scripts */
  readonly scripted: number;
  /** processor time of a script in its runner, in seconds, in addition to that of an empty script */
  readonly scriptSeconds: number;
}

/** The required resources of a load. */
export interface Need {
  readonly tasksPerSecond: number;
  readonly apis: number;
  readonly schedulers: number;
  readonly runnerCores: number;
  readonly postgresCores: number;
  /** the number of releases per minute at which one process, or one PostgreSQL with 16 cores, is fully loaded */
  readonly fullAt: { readonly api: number; readonly scheduler: number; readonly postgres: number };
}

const tasks = 50;
/** The maximum load of a core. Above it, responses are delayed whenever several requests arrive together. */
const busy = 0.6;
/** A process runs JavaScript in one thread. */
const coresOfProcess = 1;
const maxPostgresCores = 16;
const parts = ['api', 'scheduler', 'runner', 'postgres'] as const;

/** Returns the seconds of processor time that a release takes in each part, from its creation to its last task. */
export function secondsOf(load: Load, { completion, creation, read, script }: Costs): Cost {
  const { readsEach, scripted, scriptSeconds } = load;
  const costOfPart = (part: (typeof parts)[number]) =>
    (creation[part] + tasks * ((1 - scripted) * completion[part] + scripted * script[part] + readsEach * read[part])) /
    1e6;
  return {
    api: costOfPart('api'),
    scheduler: costOfPart('scheduler'),
    runner: costOfPart('runner') + tasks * scripted * scriptSeconds,
    postgres: costOfPart('postgres'),
  };
}

/**
 * Returns the required resources of a load, with 60 % load of each core, and two instances of each required service.
 */
export function needOf(load: Load, costs: Costs): Need {
  const releases = load.releasesPerMinute / 60;
  const seconds = secondsOf(load, costs);
  const cores = (part: (typeof parts)[number]): number => (releases * seconds[part] + costs.idle[part] / 1e6) / busy;
  const count = (part: (typeof parts)[number]): number => Math.max(2, Math.ceil(cores(part) / coresOfProcess));
  const maxLoad = (part: (typeof parts)[number], at: number): number =>
    Math.floor((60 * (at * busy - costs.idle[part] / 1e6)) / seconds[part]);
  return {
    tasksPerSecond: releases * tasks,
    apis: count('api'),
    schedulers: count('scheduler'),
    runnerCores: count('runner'),
    postgresCores: count('postgres'),
    fullAt: {
      api: maxLoad('api', coresOfProcess),
      scheduler: maxLoad('scheduler', coresOfProcess),
      postgres: maxLoad('postgres', maxPostgresCores),
    },
  };
}
