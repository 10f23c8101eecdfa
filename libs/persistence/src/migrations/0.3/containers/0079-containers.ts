import type { Knex } from 'knex';

/** The containers of tasks, and the agents that run them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table container_agents (
      -- A random text that only its agent has, beside the token of its user.
      id text primary key,
      name text not null,
      username text not null,
      labels text[] not null,
      registered_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now()
    );

    create table container_jobs (
      -- derived from the script run that created it; also the name in the cluster or at the agent
      id text primary key,
      release_id text not null,
      task_id text not null,
      run_id text not null,
      -- the configuration of the cluster, 'cluster' for that of the installation, null for an agent
      cluster text,
      labels text[] not null,
      agent_id text,
      state text not null check (state in ('created', 'assigned', 'running', 'ended', 'aborted')),
      timeout_seconds integer not null,
      sealed_spec text not null,
      sealed_log text,
      log_length integer not null default 0,
      sealed_result text,
      created_at timestamptz not null default now(),
      assigned_at timestamptz,
      -- how much of the log is in comments, before and after the script run that reported last
      reported integer not null default 0,
      reported_before integer not null default 0,
      reported_by text,
      reported_at timestamptz
    );
    create index container_jobs_task on container_jobs (task_id);
    create index container_jobs_agent on container_jobs (agent_id) where agent_id is not null;
    create index container_jobs_waiting on container_jobs (created_at) where state in ('created', 'assigned') and cluster is null;
  `);
}
