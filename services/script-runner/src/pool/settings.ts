import { availableParallelism } from 'node:os';
import { defaultLimits, type Limits, type Purpose } from '@slipway/script-protocol';

/** The limits of a pool of child processes. */
export interface PoolSettings {
  /** children at once */
  readonly size: number;
  /** The number of children that are started in advance. */
  readonly minimum: number;
  readonly maxQueueLength: number;
  /** megabytes of an isolate's heap, and of all that a child may write to (`RLIMIT_DATA`) */
  readonly memoryMb: number;
  readonly dataMb: number;
}

/** The limits of a runner; tests use smaller ones. */
export interface Settings {
  readonly limits: Limits;
  /** Short runs, which a request waits for, and all others: neither delays the other. */
  readonly quick: PoolSettings;
  readonly long: PoolSettings;
  /** Children that compile and never run, so that no script can change the modules of others. */
  readonly compiling: PoolSettings;
  /** After this number of runs an isolate is dropped, and a child replaced; a child also when it has grown too much. */
  readonly runsPerIsolate: number;
  readonly runsPerChild: number;
  readonly maxChildMb: number;
  /** isolates that one child keeps bound to scripts */
  readonly boundIsolates: number;
  /** a child of the long pool that is not needed ends after so long */
  readonly idleMs: number;
  /** After the client disconnects, runs with a longer limit are killed; shorter ones finish. */
  readonly minKillMs: number;
}

/**
 * The settings of production (compatibility.md, Scripts), with this number of concurrent children; by default the number
 * of cores. V8 may exceed an isolate's limit threefold; `dataMb` is the effective limit.
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

/** Where a caller waits for the answer. */
export const isQuick = (purpose: Purpose): boolean =>
  purpose === 'webhook' || purpose === 'eventFilter' || purpose === 'eventSource';
