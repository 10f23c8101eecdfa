import { type ContainerJob, deleteContainerJob, findUnwantedContainerJobs } from '@slipway/persistence/containers';
import { type RepeatedTask, repeat } from '@slipway/process';
import type { Repeat } from '../due/due-watch.ts';
import type { ScriptContext } from '../scripts/context/context.ts';
import { deleteJob } from './kubernetes/kubernetes-jobs.ts';
import { PlaceRefused, PlaceUnavailable } from './place.ts';
import { clientFor } from './settings.ts';

type RemovalContext = Pick<ScriptContext, 'database' | 'seal' | 'egress' | 'containers' | 'logger'>;

/**
 * Deletes the container of a job, then its row. An agent deletes the container at its next request, because the job is
 * no longer one of its jobs. Throws PlaceRefused and PlaceUnavailable.
 */
export async function removeContainer(
  context: RemovalContext,
  { id, cluster, releaseId, assignedAt, createdAt }: ContainerJob,
): Promise<void> {
  if (cluster !== null) await deleteJob(await clientFor(context, cluster, releaseId), id);
  // Another process may be creating the Job. The row stays until its requests have ended, so that the Job is deleted.
  const isStarting = cluster !== null && assignedAt === null && Date.now() - createdAt < maxStartMs;
  if (!isStarting) await deleteContainerJob(context.database, id);
}

/** The maximum time from the row of a job to the end of the requests that start it, in milliseconds. */
const maxStartMs = 90_000;

const maxFound = 100;
const intervalMs = 2_000;
/** A job whose cluster refuses the deletion is given up after this time. Its Job there expires. */
const givenUpAfterMs = 86_400_000;

/** Removes the jobs for which no release waits. Several processes can do this. */
async function removeUnwantedContainers(context: RemovalContext): Promise<void> {
  const { database, logger } = context;
  for (const job of await findUnwantedContainerJobs(database, maxFound)) {
    try {
      await removeContainer(context, job);
    } catch (error) {
      if (!(error instanceof PlaceRefused || error instanceof PlaceUnavailable)) throw error;
      if (error instanceof PlaceRefused && Date.now() - job.createdAt > givenUpAfterMs)
        await deleteContainerJob(database, job.id);
      logger.warn({ error, job: job.id }, 'could not delete a container; will retry');
    }
  }
}

/** Starts to remove unwanted jobs every few seconds. */
export const startRemovals = (
  context: RemovalContext,
  everyMs = intervalMs,
  repeatRemovals: Repeat = repeat,
): RepeatedTask =>
  repeatRemovals(
    everyMs,
    () => removeUnwantedContainers(context),
    (error) => context.logger.warn({ error }, 'could not delete containers; will retry'),
  );
