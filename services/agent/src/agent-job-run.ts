import { setTimeout } from 'node:timers/promises';
import type { AgentJob, JobReport } from '@slipway/api-schema/containers';
import { exitedEnd, maxOutputFileBytes } from '@slipway/domain/containers';
import { type Engine, EngineError } from './engine.ts';
import type { JobEnd, JobFolder } from './job-folder.ts';

interface RunOptions {
  readonly job: AgentJob;
  readonly folder: JobFolder;
  readonly engine: Engine;
  /** the time between two looks at the container */
  readonly lookMs: number;
  /** whether the container is only deleted, and neither created nor started */
  readonly isStopped?: boolean;
}

const ended = (reason: JobEnd['reason'], more: Partial<JobEnd> = {}): JobEnd => ({
  ...{ reason, exitCode: null, detail: '', output: '' },
  ...more,
});

/** A container at this agent. It is created and started at most once, also if the agent process starts again. */
export class AgentJobRun {
  readonly #options: RunOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #state: JobReport['state'] = 'starting';
  #log = '';
  #storedLog = 0;
  #end: JobEnd | null = null;

  constructor(options: RunOptions) {
    this.#options = options;
    if (options.isStopped === true) this.#stopping.abort();
    this.#running = this.#run();
  }

  /** Whether the next report has something new. */
  get hasNews(): boolean {
    return this.#log.length > this.#storedLog || this.#end !== null;
  }

  /** Returns the report about the container, with the next part of its log. The end follows the whole log. */
  report(): JobReport {
    const { id } = this.#options.job;
    const rest = this.#log.slice(this.#storedLog);
    const log = rest === '' ? {} : { log: { offset: this.#storedLog, text: rest } };
    if (this.#end === null) return { id, state: this.#state, ...log };
    return rest === '' ? { id, state: 'ended', end: this.#end } : { id, state: 'running', ...log };
  }

  /** Records the length of the log that the server has stored. */
  stored(length: number): void {
    // A log at its limit is not sent again.
    this.#storedLog = length < this.#log.length && length <= this.#storedLog ? this.#log.length : length;
  }

  /** Stops and deletes the container and its folder. */
  async remove(): Promise<void> {
    const { engine, folder, job } = this.#options;
    this.#stopping.abort();
    await this.#running;
    if ((await engine.state(job.id))?.status === 'running') await engine.stop(job.id).catch(() => undefined);
    await engine.remove(job.id);
    await folder.remove();
  }

  /** Stops to look at the container, which continues to run. */
  async detach(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { folder } = this.#options;
    try {
      const end = (await folder.readEnd()) ?? (await this.#runContainer());
      if (end === null) return;
      await folder.writeEnd(end);
      this.#end = end;
    } catch (error) {
      // For example, the disk is full. The result of the container is unknown.
      this.#end = ended('deleted', { detail: `The agent reports: ${String(error).slice(0, 500)}` });
    }
  }

  /** Returns the end of the container; null if this run is stopped before. */
  async #runContainer(): Promise<JobEnd | null> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const end = await this.#step();
        if (end !== null) return end;
      } catch (error) {
        // A command of the engine can fail while the machine is busy. The next look repeats it.
        if (!(error instanceof EngineError)) throw error;
      }
      await setTimeout(this.#options.lookMs, undefined, { signal }).catch(() => undefined);
    }
    return null;
  }

  async #step(): Promise<JobEnd | null> {
    const { engine, folder, job } = this.#options;
    const state = await engine.state(job.id);
    const startedAt = await folder.startedAt();
    if (state === null) {
      if (startedAt !== null) return ended('deleted');
      const refusal = await refusalOf(() => engine.create(job, folder.path));
      // A command that an earlier process of the agent has started can create the container meanwhile.
      if (refusal === null || (await engine.state(job.id)) !== null) return null;
      return ended('refused', { detail: refusal });
    }
    if (state.status === 'created') {
      await folder.markStarted(Date.now());
      const refusal = await refusalOf(() => engine.start(job.id));
      return refusal === null ? null : ended('refused', { detail: refusal });
    }
    this.#log = await engine.log(job.id);
    if (state.status === 'exited') {
      const output = await folder.readOutput().catch(() => '');
      return exitedEnd(state.exitCode, output, maxOutputFileBytes);
    }
    this.#state = 'running';
    if (Date.now() - (startedAt ?? Date.now()) < job.timeoutSeconds * 1_000) return null;
    await engine.stop(job.id);
    return ended('timeout');
  }
}

/** Returns the reason why the engine refuses a command; null: it does not. */
async function refusalOf(command: () => Promise<void>): Promise<string | null> {
  try {
    await command();
    return null;
  } catch (error) {
    if (error instanceof EngineError) return error.message;
    throw error;
  }
}
