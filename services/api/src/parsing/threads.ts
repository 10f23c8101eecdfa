import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { message } from '@slipway/domain/messages';
import { BadFile } from '@slipway/formats';
import { bytesOf, type Job, type JobResult } from './jobs.ts';
import { errorOf, type WorkerReply } from './replies.ts';

interface ThreadLimits {
  /** The maximum heap size of one thread, in megabytes. */
  readonly heapMb: number;
  /** The maximum duration of one job, in milliseconds. */
  readonly jobMs: number;
  /** The time after which an idle thread ends, in milliseconds. */
  readonly idleMs: number;
}

const defaultLimits: ThreadLimits = { heapMb: 512, jobMs: 300_000, idleMs: 60_000 };

/** The path of the worker, which is the same next to the sources and in the bundle. */
const workerUrl = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

/** The size of the young generation of the heap, in megabytes. */
const youngGenerationMb = 8;

/** In bytes. A thread ends after a job of this size, which returns its heap to the operating system. */
const largeJobBytes = 1024 * 1024;

/** A worker thread and its current job. */
class Thread {
  readonly #worker: Worker;
  #settle: ((result: WorkerReply | Error) => void) | null = null;

  constructor(heapMb: number, onExit: (thread: Thread) => void) {
    // The thread gets no secrets and no flags of this process. With the compile cache, its modules need less memory.
    const compileCacheDir = getCompileCacheDir();
    this.#worker = new Worker(workerUrl, {
      env: compileCacheDir === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compileCacheDir) },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngGenerationMb },
    });
    this.#worker.unref();
    this.#worker.on('message', (reply: WorkerReply) => this.#end(reply));
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => {
      onExit(this);
      this.#end(new Error('a worker thread exited'));
    });
  }

  run(job: Job): Promise<WorkerReply> {
    // The process stays alive until the job is done.
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#settle = (result) => (result instanceof Error ? reject(result) : resolve(result));
      this.#worker.postMessage(job);
    });
  }

  async stop(reason: Error): Promise<void> {
    this.#end(reason);
    await this.#worker.terminate();
  }

  #end(result: WorkerReply | Error): void {
    this.#worker.unref();
    this.#settle?.(result);
    this.#settle = null;
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Creates a pool of threads. A job gets an idle thread or a new one. The callers limit the number of concurrent jobs.
 */
export function createThreads({ heapMb, jobMs, idleMs }: ThreadLimits = defaultLimits) {
  const idle = new Map<Thread, NodeJS.Timeout>();

  function acquireThread(): Thread {
    const [idleEntry] = idle;
    if (idleEntry === undefined) return new Thread(heapMb, removeIdle);
    removeIdle(idleEntry[0]);
    return idleEntry[0];
  }
  function removeIdle(thread: Thread): void {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
  }
  function addIdle(thread: Thread): void {
    const idleTimer = setTimeout(() => {
      removeIdle(thread);
      void thread.stop(new Error('an idle worker thread was stopped'));
    }, idleMs);
    idleTimer.unref();
    idle.set(thread, idleTimer);
  }

  /** Runs a job on a thread. Throws the errors of the job, BadFile at the limits, and the reason of `signal`. */
  return async (job: Job, signal?: AbortSignal): Promise<JobResult> => {
    signal?.throwIfAborted();
    const thread = acquireThread();
    const stop = (reason: Error) => void thread.stop(reason);
    const timeout = setTimeout(
      () => stop(new BadFile(message('file.readingTooLong', { seconds: jobMs / 1_000 }))),
      jobMs,
    );
    const onAbort = () => stop(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    let reply: WorkerReply;
    try {
      reply = await thread.run(job);
    } catch (error) {
      if (isOutOfMemory(error)) throw new BadFile(message('file.readingTooMuchMemory', { max: heapMb }));
      throw error;
    } finally {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', onAbort);
    }
    if (bytesOf(job) < largeJobBytes) addIdle(thread);
    else void thread.stop(new Error('a worker thread was stopped after a large job'));
    if (reply.kind !== 'result') throw errorOf(reply);
    return reply;
  };
}
