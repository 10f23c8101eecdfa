import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  type AgentJob,
  type ExchangeResponse,
  exchangeResponse,
  registrationResponse,
} from '@slipway/api-schema/containers';
import type { Logger } from '@slipway/process';
import type { z } from 'zod';
import { AgentJobRun } from './agent-job-run.ts';
import type { Engine } from './engine.ts';
import { JobFolder, jobIdsIn } from './job-folder.ts';
import type { AgentSettings } from './settings.ts';

export interface AgentOptions {
  readonly settings: Omit<AgentSettings, 'engine' | 'network'>;
  readonly createEngine: (agentId: string) => Engine;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** ends the agent; its containers continue to run */
  readonly stopping: AbortSignal;
  /** the time between two looks at a container */
  readonly lookMs?: number;
}

const idleWaitSeconds = 10;
const busyWaitSeconds = 1;
const maxRetryMs = 15_000;

/** The server has refused a request. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  constructor(status: number, text: string) {
    super(`the server answered ${status}: ${text.slice(0, 200)}`);
    this.status = status;
  }
}

/**
 * Runs an agent until it is stopped. It sends one request after the other over one outgoing connection: its reports,
 * and the question for work.
 */
export async function runAgent(options: AgentOptions): Promise<void> {
  const { settings, logger, stopping } = options;
  let id = await register(options);
  const jobsFolder = join(settings.dir, 'jobs');
  const engine = options.createEngine(id);
  const jobs = new Map<string, HeldJob>();
  for (const jobId of await jobIdsIn(jobsFolder)) {
    const folder = new JobFolder(jobsFolder, jobId);
    const job = await folder.readJob();
    if (job === null) await folder.remove();
    else jobs.set(jobId, { job, folder, run: null });
  }
  let failures = 0;
  while (!stopping.aborted) {
    try {
      const sent = [...jobs.values()];
      const work = await exchange(options, id, sent);
      failures = 0;
      for (const [jobId, length] of Object.entries(work.logs)) jobs.get(jobId)?.run?.stored(length);
      await Promise.all(work.stop.map((jobId) => removeJob(jobs, jobId, engine, logger)));
      // The server has stored that this agent has these jobs, so that no other agent starts them.
      for (const held of sent)
        if (held.run === null && jobs.has(held.job.id))
          held.run = new AgentJobRun({ ...held, engine, lookMs: options.lookMs ?? 500 });
      for (const job of work.start) {
        const folder = new JobFolder(jobsFolder, job.id);
        await folder.write(job);
        jobs.set(job.id, { job, folder, run: null });
      }
    } catch (error) {
      if (stopping.aborted) break;
      logger.warn({ error }, 'lost the connection to the server; will retry');
      if (error instanceof Refused && error.status === 404) id = await register(options, true);
      failures += 1;
      await setTimeout(Math.min(maxRetryMs, 500 * 2 ** Math.min(failures, 6)), undefined, { signal: stopping }).catch(
        () => undefined,
      );
    }
  }
  await Promise.all([...jobs.values()].map(({ run }) => run?.detach()));
}

/** A job of this agent. */
interface HeldJob {
  readonly job: AgentJob;
  readonly folder: JobFolder;
  /** null: the server has not confirmed the job, so its container must not start */
  run: AgentJobRun | null;
}

async function removeJob(
  jobs: Map<string, HeldJob>,
  jobId: string,
  engine: Engine,
  logger: AgentOptions['logger'],
): Promise<void> {
  const held = jobs.get(jobId);
  try {
    if (held === undefined) return;
    // An earlier process of this agent may have started the container.
    await (held.run ?? new AgentJobRun({ ...held, engine, lookMs: 0, isStopped: true })).remove();
    jobs.delete(jobId);
  } catch (error) {
    logger.warn({ error, jobId }, 'could not delete a container; will retry');
  }
}

async function exchange(options: AgentOptions, id: string, held: readonly HeldJob[]): Promise<ExchangeResponse> {
  const hasNews = held.some(({ run }) => run === null || run.hasNews);
  const wait = hasNews ? 0 : held.length > 0 ? busyWaitSeconds : idleWaitSeconds;
  const free = Math.max(0, options.settings.slots - held.length);
  const jobs = held.map(({ job, run }) => run?.report() ?? ({ id: job.id, state: 'starting' } as const));
  return await post(options, `/agents/${id}/exchange`, { jobs, free, wait }, exchangeResponse);
}

/** Registers the agent, with its earlier id unless it is unknown to the server. Repeats until the server answers. */
async function register(options: AgentOptions, isUnknown = false): Promise<string> {
  const { settings, logger, stopping } = options;
  const { name, labels, dir } = settings;
  await jobIdsIn(join(dir, 'jobs'));
  const file = join(dir, 'id');
  const known = isUnknown ? '' : await readFile(file, 'utf8').catch(() => '');
  for (;;) {
    try {
      const body = { name, labels, ...(known !== '' && { id: known }) };
      const { id } = await post(options, '/agents', body, registrationResponse);
      await writeFile(file, id, { mode: 0o600 });
      logger.info({ name, labels }, 'the agent is registered');
      return id;
    } catch (error) {
      stopping.throwIfAborted();
      logger.warn({ error }, 'could not register the agent; will retry');
      await setTimeout(maxRetryMs / 5, undefined, { signal: stopping });
    }
  }
}

const requestTimeoutMs = 60_000;

async function post<T>(
  { settings: { url, token }, stopping }: AgentOptions,
  path: string,
  body: unknown,
  schema: z.ZodType<T>,
): Promise<T> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.any([stopping, AbortSignal.timeout(requestTimeoutMs)]),
  });
  const text = await response.text();
  if (!response.ok) throw new Refused(response.status, text);
  return schema.parse(JSON.parse(text));
}
