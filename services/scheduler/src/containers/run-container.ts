import { type JobContent, openContent, openEnd, openLog, sealContent, sealEnd } from '@slipway/application/containers';
import { isLost, type JobEnd, jobIdIn, requiredLabels, separateOutput } from '@slipway/domain/containers';
import { Invalid, isObject, type Json } from '@slipway/domain/model';
import { crashPoint } from '@slipway/engine';
import {
  addContainerJob,
  type ContainerJob,
  containerJobsOfTask,
  moveContainerJob,
  readAgent,
  readContainerJob,
} from '@slipway/persistence/containers';
import { isContainerTask, type PluginType } from '@slipway/plugins';
import type { ScriptRunResult } from '@slipway/script-protocol';
import { CannotRun, type ClaimedRun, type ScriptContext } from '../scripts/context/context.ts';
import type { RunRequest } from '../scripts/request/request.ts';
import { contentFor, jobIdOf } from './content.ts';
import { startJob, viewJob } from './kubernetes/kubernetes-jobs.ts';
import { PlaceRefused, PlaceUnavailable } from './place.ts';
import { removeContainer } from './remove-containers.ts';
import { clientFor, ownCluster } from './settings.ts';
import { completedAnswer, endAnswer, failedAnswer, waitingAnswer } from './task-answer.ts';

/** Whether a script run belongs to a container, and not to the script runner. */
export const runsContainer = ({ type }: Pick<RunRequest, 'type'>): boolean => type !== null && isContainerTask(type);

interface ContainerRun {
  readonly context: ScriptContext;
  readonly run: ClaimedRun;
  readonly prepared: RunRequest;
  readonly type: PluginType;
}

/**
 * Takes the next step of the container of a task, and returns it as the result of a script: an end, or a pause until the
 * next look. Each step can be repeated, because the job is a row and its name is derived from the first script run.
 * Throws CannotRun.
 */
export async function runContainer(
  context: ScriptContext,
  run: ClaimedRun,
  prepared: RunRequest,
): Promise<ScriptRunResult> {
  const { type } = prepared;
  if (type === null) throw new CannotRun('The task has no container type.');
  const { script, purpose } = run.script;
  if (purpose === 'abort') return await abortContainers(context, run);
  const containerRun = { context, run, prepared, type };
  const job = script === null ? await createdJob(containerRun) : await storedJob(context, script);
  return job === null ? failedAnswer('The container of this task was deleted.') : await advance(containerRun, job);
}

const storedJob = async ({ database }: ScriptContext, path: string): Promise<ContainerJob | null> => {
  const id = jobIdIn(path);
  return id === null ? null : await readContainerJob(database, id);
};

/** Stores the job of a script run, unless an earlier attempt has stored it. */
async function createdJob({ context, run, prepared, type }: ContainerRun): Promise<ContainerJob | null> {
  const { database, seal, containers } = context;
  const { release } = run.view;
  const id = jobIdOf(run.script.id);
  const found = await readContainerJob(database, id);
  if (found !== null) return found;
  const content = contentFor({
    ...{ prepared, type, releaseId: release.id, taskId: run.task.id },
    ...{ username: release.scriptUsername, releaseUrl: containers?.releaseUrl ?? null },
  });
  await addContainerJob(database, {
    ...{ id, releaseId: release.id, taskId: run.task.id, runId: run.script.id },
    ...placeOf(context, prepared.request.inputs),
    timeoutSeconds: content.spec.timeoutSeconds,
    sealedSpec: sealContent(seal, id, content),
  });
  crashPoint('after-journal');
  return await readContainerJob(database, id);
}

/** Returns the cluster of a task or the labels of its agent: its connection, its labels, or the default cluster. */
function placeOf({ containers }: ScriptContext, inputs: Readonly<Record<string, Json>>) {
  const { cluster } = inputs;
  if (isObject(cluster) && typeof cluster.id === 'string')
    return { cluster: cluster.id.slice(cluster.id.lastIndexOf('/') + 1), labels: [] };
  try {
    const labels = requiredLabels(inputs);
    return { cluster: labels.length === 0 && containers?.cluster !== undefined ? ownCluster : null, labels };
  } catch (error) {
    if (error instanceof Invalid) throw new CannotRun(`The container cannot run: ${error.message}.`);
    throw error;
  }
}

/** Takes the next step of a job. */
async function advance(containerRun: ContainerRun, job: ContainerJob): Promise<ScriptRunResult> {
  const { context, run, type } = containerRun;
  const { database, seal } = context;
  const content = openContent(seal, job);
  const look = { connection: database, runId: run.script.id, job, content, log: '', now: run.clock() };
  if (job.state === 'aborted') return failedAnswer('The container of this task was aborted.');
  try {
    const step = await stepOf(containerRun, job, content);
    const { log, detail } = step;
    if (step.end !== null) return await endAnswer({ ...look, log }, type, step.end);
    return await waitingAnswer({ ...look, log }, detail);
  } catch (error) {
    if (error instanceof PlaceRefused && job.state === 'created') {
      await moveContainerJob(database, job.id, 'end');
      return failedAnswer(`The container could not be started: ${error.message}.`);
    }
    if (!(error instanceof PlaceRefused || error instanceof PlaceUnavailable)) throw error;
    const times = {
      now: look.now,
      assignedAt: job.assignedAt,
      timeoutSeconds: job.timeoutSeconds,
      lastContactAt: null,
    };
    if (isLost(times)) return failedAnswer(`The result of the container is unknown: ${error.message}.`);
    const retryMs = error instanceof PlaceUnavailable ? error.retryMs : null;
    return await waitingAnswer(look, `Waits for the place of the container: ${error.message}`, retryMs ?? 2_000);
  }
}

interface Step {
  readonly log: string;
  readonly detail: string | null;
  readonly end: JobEnd | null;
}

async function stepOf(containerRun: ContainerRun, job: ContainerJob, content: JobContent): Promise<Step> {
  return job.cluster === null
    ? await agentStep(containerRun, job)
    : await clusterStep(containerRun, job, { cluster: job.cluster, content });
}

async function clusterStep(
  { context }: ContainerRun,
  job: ContainerJob,
  { cluster, content }: { readonly cluster: string; readonly content: JobContent },
): Promise<Step> {
  const { database, seal } = context;
  const client = await clientFor(context, cluster, job.releaseId);
  if (job.state === 'created') {
    const { id: name, releaseId, taskId } = job;
    crashPoint('before-request');
    await startJob(client, { name, namespace: client.namespace, releaseId, taskId, content });
    crashPoint('after-request');
    await moveContainerJob(database, job.id, 'assign');
    return { log: '', detail: 'Starts the container', end: null };
  }
  const stored = openEnd(seal, job);
  const { state, detail, log, end } = await viewJob(client, job.id);
  if (state === 'running' && job.state === 'assigned') await moveContainerJob(database, job.id, 'start');
  if (end !== null && stored === null) await moveContainerJob(database, job.id, 'end', sealEnd(seal, job.id, end));
  return { log, detail: detail === '' ? stateTexts[state] : `${stateTexts[state]}: ${detail}`, end: stored ?? end };
}

const stateTexts = { waiting: 'Waits for the container', running: 'The container is running', ended: '' } as const;

/** Reads the reports of the agent of a job. A job of a lost agent ends. */
async function agentStep({ context, run }: ContainerRun, job: ContainerJob): Promise<Step> {
  const { database, seal } = context;
  const { log, output } = separateOutput(openLog(seal, job));
  const end = openEnd(seal, job);
  if (end !== null) return { log, detail: null, end: end.output === '' ? { ...end, output } : end };
  if (job.agentId === null) return { log, detail: 'Waits for an agent with the labels of the task', end: null };
  const agent = await readAgent(database, job.agentId);
  const times = {
    ...{ now: run.clock(), assignedAt: job.assignedAt, timeoutSeconds: job.timeoutSeconds },
    lastContactAt: agent?.lastSeenAt ?? 0,
  };
  const name = agent?.name ?? '';
  if (!isLost(times)) return { log, detail: `The container is at the agent ${name}`, end: null };
  const lost = { reason: 'lost', exitCode: null, detail: `The agent is ${name}.`, output: '' } as const;
  const isMoved = await moveContainerJob(database, job.id, 'end', sealEnd(seal, job.id, lost));
  if (isMoved) return { log, detail: null, end: lost };
  throw new PlaceUnavailable('the agent has just reported the container');
}

/** Deletes the containers of a task that is aborted. */
async function abortContainers(context: ScriptContext, { task }: ClaimedRun): Promise<ScriptRunResult> {
  for (const job of await containerJobsOfTask(context.database, task.id)) {
    await moveContainerJob(context.database, job.id, 'abort');
    try {
      await removeContainer(context, job);
    } catch (error) {
      // The next round of the cleanup deletes it.
      if (!(error instanceof PlaceRefused || error instanceof PlaceUnavailable)) throw error;
    }
  }
  return completedAnswer;
}
