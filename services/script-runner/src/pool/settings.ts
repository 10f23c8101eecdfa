import { availableParallelism } from 'node:os';
import { defaultLimits, type Limits, type Purpose } from '@slipway/script-protocol';

/** The limits of a pool of child processes. */
export interface PoolSettings {
  /** maximum number of children */
  readonly size: number;
  /** number of children that are started in advance */
  readonly minimum: number;
  readonly maxQueueLength: number;
  /** megabytes: the heap limit of an isolate, and the limit of all writable memory of a child (`RLIMIT_DATA`) */
  readonly memoryMb: number;
  readonly dataMb: number;
}

/** The limits of a runner; tests use smaller ones. */
export interface Settings {
  readonly limits: Limits;
  /** `quick` runs short scripts that a request waits for, `long` all others. Neither delays the other. */
  readonly quick: PoolSettings;
  readonly long: PoolSettings;
  /** Children that only compile and never run a script, so that no script can change the modules of others. */
  readonly compiling: PoolSettings;
  /**
   * An isolate is dropped after `runsPerIsolate` runs. A child is replaced after `runsPerChild` runs, or above
   * `maxChildMb` megabytes.
   */
  readonly runsPerIsolate: number;
  readonly runsPerChild: number;
  readonly maxChildMb: number;
  /** maximum number of isolates per child that are bound to scripts */
  readonly boundIsolates: number;
  /** an idle child of the long pool ends after this time */
  readonly idleMs: number;
  /** After the client disconnects, runs with a longer time limit are killed. Shorter runs finish. */
  readonly minKillMs: number;
}

/**
 * Returns the production settings (compatibility.md, Scripts) for this number of concurrent children, by default the
 * number of cores. A script can exceed the memory limit of its isolate threefold, so `dataMb` is the effective limit.
 */
export const settingsWith = (size = Math.max(2, availableParallelism())): Settings => ({
  limits: defaultLimits,
  quick: { size, minimum: size, maxQueueLength: 256, memoryMb: 32, dataMb: 260 },
  long: { size, minimum: 0, maxQueueLength: 64, memoryMb: 64, dataMb: 400 },
  compiling: { size: 2, minimum: 0, maxQueueLength: 256, memoryMb: 64, dataMb: 400 },
  runsPerIsolate: 100,
  runsPerChild: 5_000,
  maxChildMb: 200,
  boundIsolates: 6,
  idleMs: 60_000,
  minKillMs: 2_000,
});

export const defaultSettings = settingsWith();

/** Whether a request waits for the result of a script with this purpose. */
export const isQuick = (purpose: Purpose): boolean =>
  purpose === 'webhook' || purpose === 'eventFilter' || purpose === 'eventSource';
