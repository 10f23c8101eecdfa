import pg from 'pg';

/** The numbers of generated rows. */
export interface Amounts {
  readonly releases: number;
  /** top-level folders, each with its own teams */
  readonly departments: number;
  /** folders in each top-level folder */
  readonly applications: number;
  readonly templates: number;
  readonly years: number;
}

const word = (list: string, random: string): string =>
  `(string_to_array('${list}', ','))[1 + floor(${random} * ${list.split(',').length})::int]`;
const taskTitles = 'Build,Unit tests,Package,Deploy to test,Smoke tests,Load tests,Approve,Deploy to production,Verify';

/** Returns SQL that creates the folders in two levels, and the templates, each in one folder. */
const folders = ({ departments, applications, templates }: Amounts): string => `
  insert into folders (id, parent_id, title, path, scope_id)
    select 'FolderD' || d, 'Applications', 'Department ' || d, array['Applications', 'FolderD' || d], 'FolderD' || d
    from generate_series(0, ${departments - 1}) d;
  insert into folders (id, parent_id, title, path, scope_id)
    select 'FolderD' || d || 'A' || a, 'FolderD' || d, 'Application ' || a,
      array['Applications', 'FolderD' || d, 'FolderD' || d || 'A' || a], 'FolderD' || d
    from generate_series(0, ${departments - 1}) d, generate_series(0, ${applications - 1}) a;
  insert into live_releases (id, archived, folder_id, status, title, owner, flag_status, real_flag_status, tags, auto_start,
      abort_on_failure, risk_score, total_risk_score, rest, variables, passive)
    select 'Releasetemplate' || lpad(t::text, 20, '0'), false, 'FolderD' || t % ${departments} || 'A' || t / ${departments} % ${applications},
      'TEMPLATE', 'Template ' || t, 'admin', 'OK', 'OK', '{}', false, false, 0, 0, '{}', '[]', '{}'
    from generate_series(0, ${templates - 1}) t;`;

/** SQL for a duration with a logarithmic normal distribution, in milliseconds. */
const around = (seconds: string, spread: number): string =>
  `floor(1000 * (1 + ${seconds} * exp(${spread} * random_normal())))::bigint`;

/**
 * Returns SQL for facts of releases in the order of their ends. Some templates and tags are used much more than others.
 * Most releases end on working days. Their durations range from minutes to weeks.
 */
const releases = ({ releases: count, departments, applications, templates, years }: Amounts): string => `
  insert into insight_releases (id, ended_at, day, folder_id, template_id, title, status, tags, owner, created_at, started_at,
      due_at, planned, duration, time_to_start, lead_time, machine, people, dependency, capacity, schedule, failed, paused,
      other, union_machine, union_people, union_dependency, union_capacity, union_schedule, union_failed, tasks, automated,
      failures, has_failed, restarts, max_risk)
    select 'Release' || md5(n::text), ended, (ended at time zone 'UTC')::date,
      case when f1 < 0.9 then 'FolderD' || t % ${departments} || 'A' || t / ${departments} % ${applications}
        else 'FolderD' || t % ${departments} end,
      case when f1 < 0.99 then 'Releasetemplate' || lpad(t::text, 20, '0') end, 'Release ' || n, status,
      array['q' || to_char(ended, 'Q-YYYY'), 'tag' || floor(400 * power(g1, 3))]
        || case when g2 < 0.3 then array['tag' || floor(400 * g2 / 0.3)] else '{}' end,
      'user' || floor(300 * power(o1, 2)), ended - (dur + start) * interval '1 millisecond',
      ended - dur * interval '1 millisecond',
      case when o1 < 0.6 then ended + (g1 - 0.25) * interval '2 days' end,
      case when g2 < 0.5 then floor(dur * (0.6 + g1))::bigint end, dur, start, dur + start,
      dur / 4, dur - dur / 4 - dur / 8 - failing, dur / 8, 0, 0, failing, 0, 0, dur / 4, dur, dur / 8, 0, 0, failing,
      3 + t % 6, 2 + t % 3, case when f2 < 0.2 then 1 + floor(3 * g1)::int else 0 end, f2 < 0.15, 0, floor(100 * power(r1, 4))::int
    from (
      select *, floor(${templates} * power(t1, 1.5))::int as t, case when r1 < 0.08 then 'ABORTED' else 'COMPLETED' end as status,
        ${around('14400', 1.5)} as dur, ${around('3600', 2)} as start,
        case when f2 < 0.15 then ${around('600', 1)} % 3600000 else 0 end as failing
      from (
        select n, random() t1, random() f1, random() f2, random() g1, random() g2, random() o1, random() r1,
          -- the day of the week and the hour follow from the position, so that ends are in order
          date_trunc('day', now()) - ${years * 365} * interval '1 day' * (1 - n / ${count}.0) - interval '3 minutes' as ended
        from generate_series(1, ${count}) n
      ) as drawn
    ) as rated`;

/** Returns SQL for the tasks of each release: their titles and types follow from the template. */
const tasks = (): string => `
  insert into insight_tasks (release_id, task_id, ended_at, day, folder_id, template_id, phase_title, task_title, task_type,
      team, duration, failures, failed_time)
    select r.id, 'Task' || k || substr(r.id, 8), r.ended_at, r.day, r.folder_id, r.template_id,
      case when k < 4 then 'Build' else 'Release' end, ${word(taskTitles, '(k / 9.0)')},
      case when k % 3 = 0 then 'xlrelease.Task' when k % 3 = 1 then 'xlrelease.ScriptTask' else 'xlrelease.GateTask' end,
      'Team ' || (k + r.tasks) % 7, case when random() < 0.97 then ${around('1800', 1.2)} end,
      case when k = 2 then r.failures else 0 end, case when k = 2 then r.failed else 0 end
    from insight_releases r, generate_series(0, 8) k where k < r.tasks`;

/** Returns SQL for two waits of each release, for a team and in one of three also for a release. */
const waits = (): string => `
  insert into insight_waits (release_id, ended_at, folder_id, source, waiting_team, awaited_team, awaited_release_id,
      awaited_folder_id, duration)
    select r.id, r.ended_at, r.folder_id, case k when 0 then 'task' when 1 then 'approval' else 'gate' end,
      case when k > 0 then 'Team ' || r.tasks % 7 end, case when k < 2 then 'Team ' || (k + r.tasks) % 7 end,
      case when k = 2 then 'Release' || md5((1 + abs(hashtext(r.id)) % 1000000)::text) end,
      case when k = 2 then 'FolderD' || abs(hashtext(r.id)) % 20 end, 1 + r.people / (k + 2)
    from insight_releases r, generate_series(0, 2) k where k < 2 or r.max_risk % 3 = 0`;

/** Empties a table, and fills it without indexes. Then it creates its indexes again. */
async function refill(client: pg.Client, table: string, text: string): Promise<void> {
  const { rows } = await client.query(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text, c.conname as constraint,
      pg_get_constraintdef(c.oid) as definition
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid
    where i.indrelid = $1::regclass`,
    [table],
  );
  await client.query(`truncate ${table}`);
  for (const { name, constraint } of rows)
    await client.query(constraint ? `alter table ${table} drop constraint ${constraint}` : `drop index ${name}`);
  await client.query(text);
  for (const { text: create, constraint, definition } of rows)
    await client.query(constraint ? `alter table ${table} add constraint ${constraint} ${definition}` : create);
  await client.query(`vacuum analyze ${table}`);
}

/** Replaces the facts of insights in the product's database. The aggregates remain empty until a rebuild. */
export async function fillFacts(url: string, amounts: Amounts): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set maintenance_work_mem = '512MB'; set synchronous_commit = off; select setseed(0.42)");
  await client.query(
    `delete from live_releases where id like 'Releasetemplate%'; delete from folders where id like 'FolderD%'`,
  );
  await client.query(folders(amounts));
  await refill(client, 'insight_releases', releases(amounts));
  await refill(client, 'insight_tasks', tasks());
  await refill(client, 'insight_waits', waits());
  await refill(client, 'archived_ids', 'insert into archived_ids select id from insight_releases');
  for (const table of ['folders', 'live_releases']) await client.query(`vacuum analyze ${table}`);
  await client.end();
}
