import { type JobEvent, type JobState, transitionOf } from '@slipway/domain/containers';
import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';

/** A container of a task. */
export interface ContainerJob {
  readonly id: string;
  readonly releaseId: string;
  readonly taskId: string;
  readonly runId: string;
  /** the id of the configuration of its cluster, `cluster` for that of the installation; null: an agent runs it */
  readonly cluster: string | null;
  readonly agentId: string | null;
  readonly state: JobState;
  readonly timeoutSeconds: number;
  readonly sealedSpec: string;
  /** null: no log */
  readonly sealedLog: string | null;
  /** in characters */
  readonly logLength: number;
  /** null: it has not ended */
  readonly sealedResult: string | null;
  readonly createdAt: Instant;
  readonly assignedAt: Instant | null;
  readonly reported: number;
  readonly reportedBefore: number;
  readonly reportedBy: string | null;
  readonly reportedAt: Instant | null;
}

const columns = `id, release_id as "releaseId", task_id as "taskId", run_id as "runId", cluster, agent_id as "agentId",
  state, timeout_seconds as "timeoutSeconds", sealed_spec as "sealedSpec", sealed_log as "sealedLog",
  log_length as "logLength", sealed_result as "sealedResult", created_at as "createdAt", assigned_at as "assignedAt",
  reported, reported_before as "reportedBefore", reported_by as "reportedBy", reported_at as "reportedAt"`;

const statements = {
  add: {
    name: 'add-container-job',
    text: `insert into container_jobs
      (id, release_id, task_id, run_id, cluster, labels, state, timeout_seconds, sealed_spec)
      values ($1, $2, $3, $4, $5, $6, 'created', $7, $8) on conflict (id) do nothing`,
  },
  read: { name: 'read-container-job', text: `select ${columns} from container_jobs where id = $1` },
  ofTask: { name: 'container-jobs-of-task', text: `select ${columns} from container_jobs where task_id = $1` },
  ofAgent: {
    name: 'container-jobs-of-agent',
    text: `select ${columns} from container_jobs where agent_id = $1 order by created_at, id`,
  },
  move: {
    name: 'move-container-job',
    text: `update container_jobs set state = $3, sealed_result = coalesce($4, sealed_result),
        assigned_at = case when $3 = 'assigned' then now() else assigned_at end
      where id = $1 and state = any ($2) returning id`,
  },
  appendLog: {
    name: 'append-container-log',
    text: `update container_jobs set sealed_log = $3, log_length = $4 where id = $1 and log_length = $2 returning id`,
  },
  report: {
    name: 'report-container-log',
    text: `update container_jobs set reported = $2, reported_before = $3, reported_by = $4, reported_at = now()
      where id = $1`,
  },
  claim: {
    name: 'claim-container-jobs',
    text: `update container_jobs set state = 'assigned', agent_id = $1, assigned_at = now()
      where id in (
        select id from container_jobs
        where cluster is null and labels <@ $2
          and (state = 'created' or state = 'assigned' and assigned_at < now() - make_interval(secs => $4))
        order by created_at limit $3 for update skip locked
      ) returning id`,
  },
  unwanted: {
    name: 'unwanted-container-jobs',
    // A release waits for a job by the run that created it, or by a run of the script that continues it.
    text: `select ${columns} from container_jobs j
      where not exists (
        select from live_tasks t
        where t.id = j.task_id and t.run->'script'->>'purpose' = 'task'
          and (t.run->'script'->>'id' = j.run_id or t.run->'script'->>'script' = 'container/' || j.id)
      ) order by created_at limit $1`,
  },
  remove: { name: 'delete-container-job', text: 'delete from container_jobs where id = $1' },
  count: { name: 'count-container-jobs', text: 'select state, count(*)::int from container_jobs group by state' },
};

/** A new job, with the labels that its agent must have. */
export interface NewContainerJob
  extends Pick<ContainerJob, 'id' | 'releaseId' | 'taskId' | 'runId' | 'cluster' | 'timeoutSeconds' | 'sealedSpec'> {
  readonly labels: readonly string[];
}

/** Stores a job, unless an earlier attempt has stored it. */
export async function addContainerJob(connection: Connection, job: NewContainerJob): Promise<void> {
  const { id, releaseId, taskId, runId, cluster, labels, timeoutSeconds, sealedSpec } = job;
  await connection.query(statements.add, [
    ...[id, releaseId, taskId, runId, cluster, labels],
    ...[timeoutSeconds, sealedSpec],
  ]);
}

/** Reads a job; null if it does not exist. */
export async function readContainerJob(connection: Connection, id: string): Promise<ContainerJob | null> {
  const [job = null] = await connection.query<ContainerJob>(statements.read, [id]);
  return job;
}

/** Lists the jobs of a task, including those of its earlier attempts. */
export const containerJobsOfTask = (connection: Connection, taskId: string): Promise<readonly ContainerJob[]> =>
  connection.query<ContainerJob>(statements.ofTask, [taskId]);

/** Lists the jobs of an agent. */
export const containerJobsOfAgent = (connection: Connection, agentId: string): Promise<readonly ContainerJob[]> =>
  connection.query<ContainerJob>(statements.ofAgent, [agentId]);

/** Changes the state of a job by a report. Returns false for an outdated report, which has no effect. */
export async function moveContainerJob(
  connection: Connection,
  id: string,
  event: JobEvent,
  sealedResult: string | null = null,
): Promise<boolean> {
  const { from, to } = transitionOf(event);
  return (await connection.query(statements.move, [id, from, to, sealedResult])).length > 0;
}

/** Replaces the log of a job, unless its length has changed meanwhile. */
export async function replaceContainerLog(
  connection: Connection,
  { id, logLength }: Pick<ContainerJob, 'id' | 'logLength'>,
  log: { readonly sealed: string; readonly length: number },
): Promise<boolean> {
  return (await connection.query(statements.appendLog, [id, logLength, log.sealed, log.length])).length > 0;
}

/** Stores how much of the log a script run reports, so that a repetition of the run reports the same. */
export async function storeLogReport(
  connection: Connection,
  id: string,
  report: { readonly runId: string; readonly from: number; readonly to: number },
): Promise<void> {
  await connection.query(statements.report, [id, report.to, report.from, report.runId]);
}

/**
 * The time in which an agent must confirm a job. Another agent then gets the job, because an agent starts no container
 * before its confirmation is stored.
 */
const confirmationSeconds = 5;

/** Assigns waiting jobs to an agent, the oldest first. The agent has all labels of these jobs. */
export async function claimContainerJobs(
  connection: Connection,
  agent: { readonly id: string; readonly labels: readonly string[] },
  limit: number,
): Promise<number> {
  return (await connection.query(statements.claim, [agent.id, agent.labels, limit, confirmationSeconds])).length;
}

/** Finds jobs for which no release waits. */
export const findUnwantedContainerJobs = (connection: Connection, limit: number): Promise<readonly ContainerJob[]> =>
  connection.query<ContainerJob>(statements.unwanted, [limit]);

/** Deletes a job whose container does not exist anymore. */
export async function deleteContainerJob(connection: Connection, id: string): Promise<void> {
  await connection.query(statements.remove, [id]);
}

/** Counts the jobs by state. */
export async function countContainerJobs(connection: Connection): Promise<Readonly<Record<string, number>>> {
  const rows = await connection.query<{ readonly state: string; readonly count: number }>(statements.count);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
