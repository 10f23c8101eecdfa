import { setTimeout as pause } from 'node:timers/promises';

/** A job, in the format of both queue libraries. */
export interface Job {
  readonly name: string;
  readonly data: object;
  readonly opts: {
    readonly jobId: string;
    readonly delay: number;
    readonly timestamp: number;
  };
}

/** Adds jobs to one queue. */
export interface Sender {
  addBulk(jobs: Job[]): Promise<unknown>;
}

/** Consumes the jobs of one queue. */
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

/** A queue server. Its errors are reported here only. */
export interface Backend {
  /** Returns the queue of this name. Its calls fail immediately while the server is unavailable. */
  sender(name: string): Promise<Sender>;
  /** Starts to consume jobs, and continues after each reconnection. Resolves when the consumer is ready. */
  consumer(name: string, handler: JobHandler, concurrency: number): Promise<Consumer>;
  /** Throws an error while the server is unavailable. */
  ping(): Promise<unknown>;
  /** The connections to PostgreSQL: their limit, the used ones, and the number of waiting callers. */
  load(): ConnectionLoad | null;
  /** The URLs of connected servers that the address does not contain: discovered masters and nodes. */
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
 * A job can be delivered twice or lost without harm, so it fails only after several stalls. After a lost connection,
 * the library would wait for 15 s by default, which is longer than most outages.
 */
export const consumerSettings = { lockDuration: 30_000, maxStalledCount: 5, runRetryDelay: 250 };

/** A server that does not respond within this time counts as unavailable. */
export const responseTimeoutMs = 2_000;

/** The delay between two attempts to reach a server that is unavailable, or that rejects commands. */
export const retryDelayMs = 250;

/** The library retries a failure immediately and without limit. So a failure is delayed, until `signal`. */
export const delayFailure = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  promise.catch(async (error: unknown) => {
    await pause(retryDelayMs, undefined, { signal }).catch(() => {});
    throw error;
  });
