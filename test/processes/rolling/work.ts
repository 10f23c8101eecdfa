import { once } from 'node:events';
import { Client } from 'pg';
import { createRelease, createTemplate, type Plan, startRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';
import { asJavaScript, scriptTask } from '../../harness/rest/script-tasks.ts';
import { createEndpoint } from '../../harness/webhooks/endpoints.ts';
import type { TrafficResult } from './traffic.ts';

/** The work that is planned before the first process is replaced. */
export interface Work {
  readonly taskIds: readonly string[];
  /** below `/webhooks/` */
  readonly hook: string;
  /** releases that start automatically at an even interval, and run a script */
  readonly timers: readonly string[];
}

const manual: Plan = { Build: ['compile'] };
const automated: Plan = { Build: [scriptTask(asJavaScript("print('has run')"))] };
const authentication = {
  type: 'events.JythonScriptAuthentication',
  authenticationScript: asJavaScript("authenticated = payload.number !== ''"),
};

interface WorkSettings {
  readonly tasks: number;
  readonly timers: number;
  /** the time span in which the timers become due, from `from` on */
  readonly spreadMs: number;
  readonly fromMs: number;
}

/** Creates the targets of requests, the template of the webhook, and the releases that become due during the test. */
export async function prepareWork(rest: RestClient, { tasks, timers, spreadMs, fromMs }: WorkSettings): Promise<Work> {
  const started: Release[] = [];
  for (let nth = 0; nth < tasks; nth += 1) started.push(await startRelease(rest, manual));
  const pushed = await createTemplate(rest, manual, { title: 'Pushed', maxConcurrentReleases: 1_000_000 });
  const endpoint = await createEndpoint(rest, authentication);
  const triggerBody = {
    type: 'events.EventBasedTrigger',
    title: 'Push',
    template: pushed.id,
    eventSource: endpoint.id,
    releaseTitle: 'Push ${event.number}',
    allowParallelExecution: true,
    enabled: true,
  };
  await rest.post('/triggers', triggerBody);
  const first = Date.now() + fromMs;
  const planned: Release[] = [];
  for (let nth = 0; nth < timers; nth += 1) {
    const scheduledStartDate = new Date(first + (nth * spreadMs) / timers).toISOString();
    planned.push(
      await createRelease(rest, automated, { maxConcurrentReleases: 1_000 }, { scheduledStartDate, autoStart: true }),
    );
  }
  return {
    taskIds: started.flatMap((release) => tasksOf(release).map(({ id }) => id)),
    hook: String(endpoint.path),
    timers: planned.map(({ id }) => id.slice(id.lastIndexOf('/') + 1)),
  };
}

const countSql = {
  comments: `select text as key, count(*)::int as count from comments where text = any ($1) group by text`,
  pushes: `select title as key, count(*)::int as count from releases where title = any ($1) group by title`,
  starts: `select release_id as key, count(*)::int as count from activities
    where release_id = any ($1) and activity_type = 'RELEASE_STARTED' group by release_id`,
  runs: `select release_id as key, count(*)::int as count from comments
    where release_id = any ($1) and text like '%has run%' group by release_id`,
} as const;

const unfinishedSql = `select (select count(*) from releases where id = any ($1) and status <> 'COMPLETED')::int
  + (select count(*) from unnest($2::text[]) as wanted (title) where not exists
      (select 1 from releases r where r.title = wanted.title))::int as count`;

/** A trigger function that notifies the test of each statement that changes a release. */
const notifySql = `create or replace function tell_of_releases() returns trigger language plpgsql
    as $$ begin perform pg_notify('releases_changed', ''); return null; end $$;
  create or replace trigger tell_of_releases after insert or update or delete on releases
    for each statement execute function tell_of_releases();
  create or replace trigger tell_of_releases after insert or update or delete on live_releases
    for each statement execute function tell_of_releases();
  listen releases_changed`;

const timeoutMs = 120_000;

/** Waits until all expected releases exist and have ended, or until the timeout. */
async function waitUntilDone(client: Client, timers: readonly string[], pushes: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  await client.query(notifySql);
  while (!signal.aborted) {
    const changed = once(client, 'notification', { signal }).catch(() => {});
    const { rows } = await client.query<{ readonly count: number }>(unfinishedSql, [timers, pushes]);
    if (rows[0]?.count === 0) return;
    await changed;
  }
}

/** Waits until all expected work is done; returns a message for each item that was done twice or not at all. */
export async function verifyWork(
  databaseUrl: string,
  { timers }: Work,
  { comments, pushes }: TrafficResult,
): Promise<readonly string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const findMiscounts = async (kind: keyof typeof countSql, keys: readonly string[]): Promise<readonly string[]> => {
    const { rows } = await client.query<{ readonly key: string; readonly count: number }>(countSql[kind], [keys]);
    const counts = new Map(rows.map(({ key, count }) => [key, count]));
    return keys.filter((key) => counts.get(key) !== 1).map((key) => `${kind} of ${key}: ${counts.get(key) ?? 0}`);
  };
  try {
    await waitUntilDone(client, timers, pushes);
    return [
      ...(await findMiscounts('comments', comments)),
      ...(await findMiscounts('pushes', pushes)),
      ...(await findMiscounts('starts', timers)),
      ...(await findMiscounts('runs', timers)),
    ];
  } finally {
    await client.end();
  }
}
