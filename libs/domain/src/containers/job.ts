/**
 * The states of a container job. `created`: stored here. `assigned`: a cluster or an agent has it and may start it.
 * `ended` and `aborted` are final.
 */
export type JobState = 'created' | 'assigned' | 'running' | 'ended' | 'aborted';

/** A report about a job. A report that is outdated has no effect. */
export type JobEvent = 'assign' | 'start' | 'end' | 'abort';

const transitions: Readonly<Record<JobEvent, { readonly from: readonly JobState[]; readonly to: JobState }>> = {
  assign: { from: ['created'], to: 'assigned' },
  start: { from: ['assigned'], to: 'running' },
  // A short job can end between two reports, and a job that no place can start ends without a place.
  end: { from: ['created', 'assigned', 'running'], to: 'ended' },
  abort: { from: ['created', 'assigned', 'running'], to: 'aborted' },
};

/** Returns the states in which a report has an effect, and the state after it. In other states it is outdated. */
export const transitionOf = (event: JobEvent) => transitions[event];

/** Why a job has ended. Only `exited` and `overflow` have an exit code: an overflow has lost its outputs. */
export const endReasons = ['exited', 'overflow', 'timeout', 'refused', 'deleted', 'lost'] as const;
export type EndReason = (typeof endReasons)[number];

/** The result of a job that has ended. */
export interface JobEnd {
  readonly reason: EndReason;
  readonly exitCode: number | null;
  /** more about the reason, such as the message of the cluster; empty: nothing */
  readonly detail: string;
  /** the content of the output file; empty without one */
  readonly output: string;
}

const reasonTexts: Readonly<Record<Exclude<EndReason, 'exited'>, string>> = {
  overflow: 'The container was successful, but its outputs exceed the limit and are lost.',
  timeout: 'The container exceeded its time limit.',
  refused: 'The container could not be started.',
  deleted: 'The container was deleted before it ended. Check its effects before you retry the task.',
  lost: 'The agent of the container is lost, and its result is unknown. Check its effects before you retry the task.',
};

/** Returns the error of a task whose job has ended; null if the job was successful. */
export function errorOfEnd({ reason, exitCode, detail }: JobEnd): string | null {
  if (reason === 'exited' && exitCode === 0) return null;
  const text = reason === 'exited' ? `The container exited with code ${exitCode ?? 'unknown'}.` : reasonTexts[reason];
  return detail === '' ? text : `${text} ${detail}`;
}

/**
 * Returns the end of a container that has exited. `output` is null if it exceeds `maxBytes`, which fails a successful
 * task, because its outputs are lost.
 */
export function exitedEnd(exitCode: number, output: string | null, maxBytes: number, detail = ''): JobEnd {
  if (output !== null || exitCode !== 0) return { reason: 'exited', exitCode, detail, output: output ?? '' };
  return { reason: 'overflow', exitCode, detail: `The limit is ${maxBytes} bytes.`, output: '' };
}

/** The time without a report after which an agent is lost, in milliseconds. */
export const agentLostAfterMs = 300_000;

/** The time after the time limit of a job in which its place must report the end, in milliseconds. */
export const overdueAfterMs = 600_000;

/** The times of a job that waits for the report of its place, in milliseconds. */
export interface JobTimes {
  readonly now: number;
  /** null: no place has the job yet */
  readonly assignedAt: number | null;
  readonly timeoutSeconds: number;
  /** the last contact with its agent; null for a cluster */
  readonly lastContactAt: number | null;
}

/** Whether the result of a job is unknown. Another start could run the job twice, so the task fails. */
export function isLost({ now, assignedAt, timeoutSeconds, lastContactAt }: JobTimes): boolean {
  if (assignedAt === null) return false;
  if (lastContactAt !== null && now - Math.max(lastContactAt, assignedAt) > agentLostAfterMs) return true;
  return now - assignedAt > timeoutSeconds * 1_000 + overdueAfterMs;
}

const minPollMs = 1_000;
const maxPollMs = 10_000;

/** Returns the time until the next look at a job, in milliseconds: a tenth of its age, from 1 to 10 seconds. */
export const pollDelayMs = (ageMs: number): number => Math.round(Math.min(maxPollMs, Math.max(minPollMs, ageMs / 10)));

const pathPrefix = 'container/';

/** Returns the path of the scheduled script that continues the task of a job. */
export const containerPath = (jobId: string): string => `${pathPrefix}${jobId}`;

/** Returns the job of such a path; null for the path of another script. */
export const jobIdIn = (path: string): string | null =>
  path.startsWith(pathPrefix) ? path.slice(pathPrefix.length) : null;
