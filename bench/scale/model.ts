/** Processor time of one operation, in microseconds, by service. */
export interface Cost {
  readonly api: number;
  readonly scheduler: number;
  readonly runner: number;
  readonly postgres: number;
}

/** Measured costs on one core of the machine in RESULTS.md. */
export interface Costs {
  /** complete a task over HTTP, until the next one is active */
  readonly completion: Cost;
  /** create and start a release of 50 tasks */
  readonly creation: Cost;
  /** read a release of 50 tasks */
  readonly read: Cost;
  /** run an empty script while the next one waits */
  readonly script: Cost;
  /** an idle second, with one process of each kind */
  readonly idle: Cost;
}

/** Who works how: of each release 50 tasks, all of them completed. */
export interface Load {
  readonly releasesPerMinute: number;
  /** looks at a release for each task */
  readonly readsEach: number;
  /** which part of the tasks is a script */
  readonly scripted: number;
  /** seconds of processor time that a script takes in its runner, beside what one takes that does nothing */
  readonly scriptSeconds: number;
}

/** What a load takes. */
export interface Need {
  readonly tasksPerSecond: number;
  readonly apis: number;
  readonly schedulers: number;
  readonly runnerCores: number;
  readonly postgresCores: number;
  /** releases a minute at which one process is full, and one PostgreSQL of 16 cores */
  readonly fullAt: { readonly api: number; readonly scheduler: number; readonly postgres: number };
}

const tasks = 50;
/** The highest load of a core: above it, answers are late as soon as several requests arrive together. */
const busy = 0.6;
/** One process has one thread for decisions. */
const coresOfProcess = 1;
const maxPostgresCores = 16;
const parts = ['api', 'scheduler', 'runner', 'postgres'] as const;

/** Seconds of processor time that a release takes of each part, from its creation to its last task. */
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

/** What a load takes, at 60 % of each core, and two of whatever must not be missing. */
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
