import { setTimeout } from 'node:timers/promises';
import type { AgentJob, ExchangeBody, ExchangeResponse, JobReport } from '@slipway/api-schema/containers';
import { maxLogCharacters } from '@slipway/domain/containers';
import {
  type ContainerAgent,
  type ContainerJob,
  claimContainerJobs,
  containerJobsOfAgent,
  moveContainerJob,
  replaceContainerLog,
} from '@slipway/persistence/containers';
import type { Database } from '@slipway/persistence/database';
import type { Seal } from '@slipway/persistence/secrets';
import { containerPaths, openContent, openLog, sealEnd, sealLog } from './stored-job.ts';

interface AgentContext {
  readonly database: Database;
  readonly seal: Seal;
}

const lookIntervalMs = 500;

/**
 * Stores the reports of an agent about its own jobs, and returns its work. Waits for work without a connection to the
 * database, and ends with the reason of the signal. A report about another job has no effect, and the answer does not
 * show whether that job exists.
 */
export async function exchangeWithAgent(
  context: AgentContext,
  agent: ContainerAgent,
  { jobs: reports, free, wait }: ExchangeBody,
  signal: AbortSignal,
): Promise<ExchangeResponse> {
  const { database } = context;
  const deadline = performance.now() + wait * 1_000;
  const logs = await storeReports(context, await containerJobsOfAgent(database, agent.id), reports);
  for (;;) {
    // An agent that has disconnected would keep the job from others until the time for its confirmation is over.
    signal.throwIfAborted();
    if (free > 0) await claimContainerJobs(database, agent, free);
    const work = workOf(context, await containerJobsOfAgent(database, agent.id), reports, free);
    const hasNews = work.start.length + work.stop.length + Object.keys(logs).length > 0;
    if (hasNews || performance.now() + lookIntervalMs > deadline) return { ...work, logs };
    await setTimeout(lookIntervalMs, undefined, { signal }).catch(() => {});
  }
}

/** Stores the reports about the jobs of an agent. Returns the lengths of the logs that they change. */
async function storeReports(
  context: AgentContext,
  own: readonly ContainerJob[],
  reports: readonly JobReport[],
): Promise<ExchangeResponse['logs']> {
  const logs: Record<string, number> = {};
  for (const job of own) {
    const report = reports.find(({ id }) => id === job.id);
    if (report !== undefined) await storeReport(context, job, report, logs);
    // The agent had the container and does not have it anymore, so that its result is unknown.
    else if (job.state === 'running') {
      const end = { reason: 'deleted', exitCode: null, detail: '', output: '' } as const;
      await moveContainerJob(context.database, job.id, 'end', sealEnd(context.seal, job.id, end));
    }
  }
  return logs;
}

async function storeReport(
  { database, seal }: AgentContext,
  job: ContainerJob,
  { state, log, end }: JobReport,
  logs: Record<string, number>,
): Promise<void> {
  if (log !== undefined && job.sealedResult === null) {
    // A repeated part begins before the end of the stored log.
    const added = log.offset > job.logLength ? '' : log.text.slice(job.logLength - log.offset);
    const text = `${openLog(seal, job)}${added}`.slice(0, maxLogCharacters + 1);
    const isStored = await replaceContainerLog(database, job, {
      sealed: sealLog(seal, job.id, text),
      length: text.length,
    });
    logs[job.id] = isStored ? text.length : job.logLength;
  }
  // The confirmation of a new job: from now on, only this agent can start it.
  if (state !== 'ended' && job.state === 'assigned') await moveContainerJob(database, job.id, 'start');
  if (state === 'ended' && end !== undefined)
    await moveContainerJob(database, job.id, 'end', sealEnd(seal, job.id, end));
}

/** Returns the jobs that an agent lacks, and those that it must delete. */
function workOf(
  { seal }: AgentContext,
  own: readonly ContainerJob[],
  reports: readonly JobReport[],
  free: number,
): Pick<ExchangeResponse, 'start' | 'stop'> {
  const active = new Map(
    own.filter(({ state }) => state === 'assigned' || state === 'running').map((job) => [job.id, job]),
  );
  const reported = new Set(reports.map(({ id }) => id));
  // An assigned job that the agent lacks was in a response that the agent did not receive.
  const missing = [...active.values()].filter(({ id, state }) => state === 'assigned' && !reported.has(id));
  return {
    start: missing.slice(0, free).map((job) => agentJob(seal, job)),
    stop: [...reported].filter((id) => !active.has(id)),
  };
}

function agentJob(seal: Seal, job: ContainerJob): AgentJob {
  const { spec, environment, input } = openContent(seal, job);
  const { image, command, args, files, cpus, memoryBytes, timeoutSeconds } = spec;
  return {
    ...{ id: job.id, image, command: [...command], args: [...args], environment, files, input },
    ...{ ...containerPaths, cpus: cpus ?? undefined, memoryBytes: memoryBytes ?? undefined, timeoutSeconds },
  };
}
