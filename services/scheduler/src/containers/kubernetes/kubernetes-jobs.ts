import {
  exitedEnd,
  type JobEnd,
  maxLogCharacters,
  maxOutputFileBytes,
  separateOutput,
} from '@slipway/domain/containers';
import { type JobView, PlaceUnavailable } from '../place.ts';
import { type Job, job, type Pod, parseAnswer, podList } from './answers.ts';
import type { ClusterClient } from './client.ts';
import { jobManifest, type ManifestJob, secretManifest } from './manifests.ts';

const jobsPath = ({ namespace }: ClusterClient): string => `/apis/batch/v1/namespaces/${namespace}/jobs`;
const corePath = ({ namespace }: ClusterClient): string => `/api/v1/namespaces/${namespace}`;

/** Reads a Job; null if it does not exist. */
async function readJob(client: ClusterClient, name: string): Promise<Job | null> {
  const { status, text } = await client.send({ method: 'GET', path: `${jobsPath(client)}/${name}`, expects: [404] });
  return status === 404 ? null : parseAnswer(job, text);
}

/**
 * Starts a Job. Each step can be repeated: an object that already exists is the one of an earlier attempt, because its
 * name is derived from the script run.
 */
export async function startJob(client: ClusterClient, manifest: ManifestJob): Promise<void> {
  const { name } = manifest;
  const { status, text } = await client.send({
    ...{ method: 'POST', path: jobsPath(client), expects: [409] },
    body: jobManifest(manifest),
  });
  const created = status === 409 ? await readJob(client, name) : parseAnswer(job, text);
  if (created === null) throw new PlaceUnavailable('the job is being deleted');
  if (created.spec.suspend !== true) return;
  await client.send({
    ...{ method: 'POST', path: `${corePath(client)}/secrets`, expects: [409] },
    body: secretManifest(manifest, created.metadata.uid),
  });
  await client.send({ method: 'PATCH', path: `${jobsPath(client)}/${name}`, body: { spec: { suspend: false } } });
}

/** Returns the state of a Job, with its log. */
export async function viewJob(client: ClusterClient, name: string): Promise<JobView> {
  const query = `labelSelector=${encodeURIComponent(`job-name=${name}`)}&limit=10`;
  const { text } = await client.send({ method: 'GET', path: `${corePath(client)}/pods?${query}` });
  const pods = parseAnswer(podList, text).items;
  const latest = pods.toSorted((a, b) => createdAt(a).localeCompare(createdAt(b))).at(-1);
  const container = latest?.status?.containerStatuses?.[0]?.state;
  const isDeleted = latest === undefined || latest.metadata.deletionTimestamp !== undefined;
  const terminated = container?.terminated;
  if (terminated === undefined || isDeleted) {
    // A cluster deletes the pod of a Job that has exceeded its time limit.
    const end = isDeleted || latest.status?.phase === 'Failed' ? await endWithoutContainer(client, name, latest) : null;
    if (end !== null) return { state: 'ended', detail: '', log: latest ? await logOf(client, latest) : '', end };
  } else {
    const { exitCode, message: output = '', reason } = terminated;
    const detail =
      reason === undefined || reason === 'Completed' || reason === 'Error' ? '' : `The reason is ${reason}.`;
    const { log, marked } = await endedLog(client, latest);
    return { state: 'ended', detail: '', log, end: endOf({ exitCode, detail, message: output, marked }) };
  }
  if (latest !== undefined && container?.running !== undefined)
    return { state: 'running', detail: '', log: await logOf(client, latest), end: null };
  return { state: 'waiting', detail: container?.waiting?.reason ?? latest?.status?.reason ?? '', log: '', end: null };
}

const createdAt = ({ metadata }: Pod): string => metadata.creationTimestamp ?? '';

/** Returns the end of a Job whose container has no result; null: it has not ended. */
async function endWithoutContainer(
  client: ClusterClient,
  name: string,
  latest: Pod | undefined,
): Promise<JobEnd | null> {
  const found = await readJob(client, name);
  const none = { exitCode: null, output: '' };
  if (found === null) return { ...none, reason: 'deleted', detail: '' };
  const conditions = found.status?.conditions ?? [];
  const failed = conditions.find(
    ({ type, status }) => (type === 'Failed' || type === 'FailureTarget') && status === 'True',
  );
  if (failed === undefined) return null;
  if (failed.reason === 'DeadlineExceeded') return { ...none, reason: 'timeout', detail: '' };
  const { reason = failed.reason, message = failed.message } = latest?.status ?? {};
  return {
    ...none,
    reason: 'deleted',
    detail: `The cluster reports: ${[reason, message].filter(Boolean).join(', ')}.`,
  };
}

/** A cluster keeps the last 4,096 bytes of a termination message, so that a message of this size may be incomplete. */
const maxMessageBytes = 4_095;

interface Exit {
  readonly exitCode: number;
  readonly detail: string;
  /** the termination message */
  readonly message: string;
  /** the outputs in marked lines of the log, which replace the message */
  readonly marked: string;
}

function endOf({ exitCode, detail, message, marked }: Exit): JobEnd {
  const [output, maxBytes] = marked === '' ? [message, maxMessageBytes] : [marked, maxOutputFileBytes];
  return exitedEnd(exitCode, Buffer.byteLength(output) > maxBytes ? null : output, maxBytes, detail);
}

/** Returns the log of a pod up to the limit without outputs; empty if the cluster has none. */
const logOf = async (client: ClusterClient, pod: Pod): Promise<string> =>
  separateOutput(await readLog(client, pod, { limitBytes: maxLogCharacters + 1 })).log;

/** The maximum size of an ended log that is read as a whole: a log and outputs at their limits. */
const maxEndedLogBytes = maxLogCharacters + 2 * maxOutputFileBytes;
/** The number of last lines of a longer log which are searched for outputs. */
const tailLines = 1_000;

/** Returns the log of an ended pod, and its outputs in marked lines. */
async function endedLog(client: ClusterClient, pod: Pod) {
  const text = await readLog(client, pod, { limitBytes: maxEndedLogBytes });
  const { log, output } = separateOutput(text);
  if (Buffer.byteLength(text) < maxEndedLogBytes) return { log, marked: output };
  const tail = await readLog(client, pod, { tailLines, limitBytes: maxEndedLogBytes });
  return { log, marked: separateOutput(tail).output };
}

async function readLog(
  client: ClusterClient,
  { metadata }: Pod,
  options: { readonly limitBytes: number; readonly tailLines?: number },
): Promise<string> {
  const query = Object.entries({ container: 'main', ...options }).map(([name, value]) => `${name}=${value}`);
  const path = `${corePath(client)}/pods/${metadata.name}/log?${query.join('&')}`;
  const { status, text } = await client.send({ method: 'GET', path, expects: [400, 404] });
  return status === 200 ? text : '';
}

/** Deletes a Job with its pods and its Secret. Objects that do not exist are deleted already. */
export async function deleteJob(client: ClusterClient, name: string): Promise<void> {
  const job = `${jobsPath(client)}/${name}?propagationPolicy=Background`;
  for (const path of [job, `${corePath(client)}/secrets/${name}`])
    await client.send({ method: 'DELETE', path, expects: [404] });
}
