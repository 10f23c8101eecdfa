import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { message } from '@slipway/domain/messages';
import { BadFile } from '@slipway/formats';
import { bytesOf, type Job, type JobResult } from './jobs.ts';
import { errorOf, type WorkerReply } from './replies.ts';

interface ThreadLimits {
  /** in megabytes, of the heap of one thread */
  readonly heapMb: number;
  /** in milliseconds, of one job */
  readonly jobMs: number;
  /** in milliseconds; an idle thread ends after this time */
  readonly idleMs: number;
}

const defaultLimits: ThreadLimits = { heapMb: 512, jobMs: 300_000, idleMs: 60_000 };

/** The sources and the bundle have the worker at the same place. */
const workerUrl = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

/** In megabytes of the heap, for objects that live shortly. */
const youngGenerationMb = 8;

/** In bytes. A thread ends after such a job, which returns its heap to the system. */
const largeJobBytes = 1024 * 1024;

/** One worker thread and the job that it runs. */
class Thread {
  readonly #worker: Worker;
  #settle: ((result: WorkerReply | Error) => void) | null = null;

  constructor(heapMb: number, onExit: (thread: Thread) => void) {
    // The thread gets no secrets and no flags of this process. With the compile cache it loads its modules with less memory.
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

/** Threads that run jobs. A job gets an idle thread, or a new one: callers limit how many run at once. */
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

  /** Runs a job on a thread of its own. Throws what the job throws, BadFile at the limits, and the reason of `signal`. */
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
