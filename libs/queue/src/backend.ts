import { setTimeout as pause } from 'node:timers/promises';

/** A job as both libraries' backends take it. */
export interface Job {
  readonly name: string;
  readonly data: object;
  readonly opts: {
    readonly jobId: string;
    readonly delay: number;
    readonly timestamp: number;
  };
}

/** Where jobs of one queue go. */
export interface Sender {
  addBulk(jobs: Job[]): Promise<unknown>;
}

/** A consumer of one queue. */
export interface Consumer {
  close(): Promise<void>;
}

/** The handler of a consumer for the data of a job. */
export type JobHandler = (data: unknown) => Promise<void>;

export interface ConnectionLoad {
  readonly size: number;
  readonly inUse: number;
  readonly waiting: number;
}

/** A server for jobs. Its errors are reported here, and handled nowhere else. */
export interface Backend {
  /** The queue of this name; fails at once while the server is away. */
  sender(name: string): Promise<Sender>;
  /** Takes jobs from now on, and again whenever the server comes back; waits until it can be done at all. */
  consumer(name: string, handler: JobHandler, concurrency: number): Promise<Consumer>;
  /** Throws while the server is away. */
  ping(): Promise<unknown>;
  /** Its connections to PostgreSQL at this moment: how many there may be, are in use, and are waited for. */
  load(): ConnectionLoad | null;
  /** Connected servers beyond its address: discovered masters and nodes, as URLs. */
  servers(): readonly string[];
  /** Closes all connections. */
  close(): Promise<void>;
}

export interface BackendOptions {
  readonly url: string;
  readonly onError: (error: Error) => void;
}

/**
 * A finished job must be deleted: under its id, it would replace the next one. The event stream of the library, which
 * would store 10,000 events, has no reader.
 */
export const senderSettings = {
  defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  streams: { events: { maxLen: 100 } },
};

/**
 * A job may be taken twice and lost without harm, so it is given up only after several stalls. After a lost connection
 * the library would wait for 15 s; the server is back long before.
 */
export const consumerSettings = { lockDuration: 30_000, maxStalledCount: 5, runRetryDelay: 250 };

/** A server that answers nothing counts as away after this long. */
export const responseTimeoutMs = 2_000;

/** Between two attempts to reach a server that is away, or that refuses. */
export const retryDelayMs = 250;

/**
 * The library retries a failure at once, without end and as fast as the server rejects it. So a failure is delayed,
 * until `signal`.
 */
export const delayFailure = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  promise.catch(async (error: unknown) => {
    await pause(retryDelayMs, undefined, { signal }).catch(() => {});
    throw error;
  });
