import { constants } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentJob, agentJob, type JobReport, jobEnd } from '@slipway/api-schema/containers';
import { maxOutputFileBytes } from '@slipway/domain/containers';
import { jobFiles } from './engine.ts';

export type JobEnd = NonNullable<JobReport['end']>;

/**
 * The folder of a job, which outlives the agent process: an agent that starts again has the same jobs. Only the user of
 * the agent can read it.
 */
export class JobFolder {
  readonly path: string;
  constructor(jobsFolder: string, id: string) {
    this.path = join(jobsFolder, id);
  }

  /** Writes the input of a container, and then the job, so that an incomplete folder has no job. */
  async write(job: AgentJob): Promise<void> {
    const files = join(this.path, jobFiles.input, 'files');
    await mkdir(files, { recursive: true, mode: 0o700 });
    await chmod(this.path, 0o700);
    await chmod(join(this.path, jobFiles.input), 0o755);
    await chmod(files, 0o755);
    await writeFile(join(this.path, jobFiles.input, 'input'), job.input, { mode: 0o644 });
    for (const [name, text] of Object.entries(job.files)) await writeFile(join(files, name), text, { mode: 0o644 });
    const lines = Object.entries(job.environment).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(this.path, jobFiles.environment), lines.join(''), { mode: 0o600 });
    await writeFile(join(this.path, jobFiles.output), '', { mode: 0o666 });
    await chmod(join(this.path, jobFiles.output), 0o666);
    await this.#writeJson('job.json', job);
  }

  /** Reads the job; null: the folder is incomplete. */
  readJob = async (): Promise<AgentJob | null> => agentJob.safeParse(await this.#readJson('job.json')).data ?? null;

  /** Reads the end of the job; null: it has not ended. */
  readEnd = async (): Promise<JobEnd | null> => jobEnd.safeParse(await this.#readJson('end.json')).data ?? null;

  writeEnd = (end: JobEnd): Promise<void> => this.#writeJson('end.json', end);

  /** Returns the time of the start of the container in milliseconds; null: it was not started. */
  async startedAt(): Promise<number | null> {
    const text = await readFile(join(this.path, 'started'), 'utf8').catch(() => '');
    return text === '' ? null : Number(text);
  }

  /** Records the start before it happens, so that no later process starts a container whose result is unknown. */
  markStarted = (now: number): Promise<void> => writeFile(join(this.path, 'started'), String(now), { flush: true });

  /** Reads the output file; null: it exceeds the limit. A container can replace it, so that links are not followed. */
  async readOutput(): Promise<string | null> {
    const file = await open(
      join(this.path, jobFiles.output),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      const size = maxOutputFileBytes + 1;
      const { bytesRead, buffer } = await file.read(Buffer.alloc(size), 0, size, 0);
      return bytesRead === size ? null : buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  }

  remove = (): Promise<void> => rm(this.path, { recursive: true, force: true });

  async #writeJson(name: string, value: unknown): Promise<void> {
    const file = join(this.path, name);
    await writeFile(`${file}.new`, JSON.stringify(value), { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  }

  async #readJson(name: string): Promise<unknown> {
    const text = await readFile(join(this.path, name), 'utf8').catch(() => 'null');
    return JSON.parse(text);
  }
}

/** Returns the ids of the jobs in a folder. */
export async function jobIdsIn(jobsFolder: string): Promise<readonly string[]> {
  await mkdir(jobsFolder, { recursive: true, mode: 0o700 });
  return await readdir(jobsFolder);
}
