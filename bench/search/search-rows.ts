import pg from 'pg';

/** The number of releases and folders. */
export interface Amounts {
  readonly live: number;
  readonly archived: number;
  /** top-level folders */
  readonly departments: number;
  /** folders in each top-level folder */
  readonly applications: number;
}

/** The number of years in the archive. */
const years = 6;
const words = {
  area: 'Billing,Payments,Ledger,Search,Catalog,Checkout,Identity,Mobile,Partner,Pricing,Reporting,Risk,Shipping,Storage,Support,Tax,Fraud,Gateway,Inventory,Loyalty',
  thing:
    'api,app,batch,cache,console,core,etl,events,feed,frontend,index,jobs,models,portal,proxy,rules,service,sync,views,worker',
  purpose:
    'to production,to production,to production,to staging,to staging,hotfix,quarterly update,security patches,database migration,rollback rehearsal,canary,retirement',
};
const word = (list: keyof typeof words, random: string): string =>
  `(string_to_array('${words[list]}', ','))[1 + floor(${random} * ${words[list].split(',').length})]`;

/** Returns SQL that creates folders in two levels: departments, and applications in each. */
const folders = ({ departments, applications }: Amounts): string => `
  insert into folders (id, parent_id, title, path, scope_id)
    select 'FolderD' || d, 'Applications', 'Department ' || d, array['Applications', 'FolderD' || d], 'FolderD' || d
    from generate_series(0, ${departments - 1}) d;
  insert into folders (id, parent_id, title, path, scope_id)
    select 'FolderD' || d || 'A' || a, 'FolderD' || d, 'Application ' || a,
      array['Applications', 'FolderD' || d, 'FolderD' || d || 'A' || a], 'FolderD' || d
    from generate_series(0, ${departments - 1}) d, generate_series(0, ${applications - 1}) a;`;

/**
 * Returns SQL that creates releases with a realistic distribution: some folders, owners and tags have many more than
 * others, the tag of the newest quarter is only on the newest releases, most risks are low, and 1 of 100 releases took
 * months. They were archived approximately in the order of their dates.
 */
const releases = (table: string, kind: 'live' | 'archived', amounts: Amounts): string => `
  insert into ${table} (id, archived, folder_id, status, title, owner, scheduled_start_date, due_date, start_date, end_date,
      flag_status, real_flag_status, tags, auto_start, abort_on_failure, risk_score, total_risk_score, rest, variables, passive)
  select 'Release${kind}' || n, ${kind === 'archived'}, 'FolderD' || floor(${amounts.departments} * power(f1, 2)) || 'A' || floor(${amounts.applications} * f2), status,
    ${word('area', 'power(t1, 1.5)')} || ' ' || ${word('thing', 't2')} || ' ' || 1 + n % 9 || '.' || n % 31 || '.' || n % 7
      || ' ' || ${word('purpose', 't3')} || ' REL-' || n,
    case when o1 < 0.003 then 'admin' else 'user' || floor(300 * power(o1, 2)) end,
    begun, due, case when status <> 'PLANNED' then begun end,
    case when status in ('COMPLETED', 'ABORTED') then due - interval '1 hour' end,
    'OK', case when o2 < 0.01 then 'AT_RISK' when o2 < 0.04 then 'ATTENTION_NEEDED' else 'OK' end,
    array['q' || to_char(begun, 'Q-YYYY'), 'tag' || floor(400 * power(g1, 3))] || case when g2 < 0.3 then array['tag' || floor(400 * g2 / 0.3)] else '{}' end,
    false, false, floor(100 * power(r1, 4)), floor(400 * power(r1, 3)), '{}', '[]', '{}'
  from (
    select *, begun + case when o2 > 0.99 then interval '120 days' else interval '6 hours' + r1 * interval '9 days' end as due
    from (
      select n, random() f1, random() f2, random() t1, random() t2, random() t3, random() o1, random() o2, random() g1,
        random() g2, random() r1, ${
          kind === 'archived'
            ? `now() - (30 + ${years * 365} * (1 - n / ${amounts[kind]}.0) + 5 * random()) * interval '1 day' as begun,
               case when random() < 0.08 then 'ABORTED' else 'COMPLETED' end as status`
            : `now() - interval '60 days' + random() * interval '90 days' as begun,
               (array['IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS', 'PLANNED', 'PLANNED', 'FAILED', 'FAILING', 'PAUSED',
                 'COMPLETED', 'ABORTED'])[1 + floor(random() * 10)] as status`
        }
      from generate_series(1, ${amounts[kind]}) n
    ) as drawn
  ) as dated;`;

/** Returns SQL that creates one phase and two tasks for each release. 1 of 50 tasks has a tag. */
const phases = (table: string, source: string, archived: boolean): string => `
  insert into ${table} (id, archived, release_id, position, title, status, flag_status, color, overdue_notified, passive)
    select 'Phase' || substr(id, 8), ${archived}, id, 0, 'Deliver', 'COMPLETED', 'OK', '#009CDB', false, '{}' from ${source};`;
const tasks = (table: string, source: string, archived: boolean): string => `
  insert into ${table} (id, archived, release_id, phase_id, position, type, title, status, flag_status, passive)
    select 'Task' || k || substr(id, 8), ${archived}, id, 'Phase' || substr(id, 8), k, 'Task', 'Step ' || k, 'COMPLETED', 'OK',
      case when random() < 0.02 then jsonb_build_object('tags', jsonb_build_array('task' || floor(50 * random()))) else '{}' end
    from ${source}, generate_series(0, 1) k;`;

/**
 * Returns SQL that fills a partition without indexes and attaches it afterwards, which builds the indexes of its table.
 */
const rebuilt = (kind: 'releases' | 'phases' | 'tasks', fill: (table: string) => string): string => `
  create table filled_${kind} (like undated_${kind} including defaults including generated including constraints);
  ${fill(`filled_${kind}`)}
  alter table archived_${kind} detach partition undated_${kind};
  drop table undated_${kind};
  alter table filled_${kind} rename to undated_${kind};
  alter table undated_${kind} add primary key (id);
  alter table archived_${kind} attach partition undated_${kind} default;`;

/** Empties the product's database, and fills it with releases for searches. A million takes a minute and a half. */
export async function fillForSearch(url: string, amounts: Amounts): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set maintenance_work_mem = '512MB'; select setseed(0.42)");
  // Otherwise the search would also find releases of other workloads.
  await client.query('truncate live_releases, live_phases, live_tasks, live_comments, live_activities, awaits cascade');
  await client.query(`delete from folders where id like 'FolderD%'`);
  await client.query(folders(amounts));
  await client.query(releases('live_releases', 'live', amounts));
  const fillTable = "(select id from live_releases where id like 'Releaselive%') filled";
  await client.query(phases('live_phases', fillTable, false));
  await client.query(tasks('live_tasks', fillTable, false));
  await client.query(`begin;
    ${rebuilt('releases', (table) => releases(table, 'archived', amounts))}
    ${rebuilt('phases', (table) => phases(table, 'archived_releases', true))}
    ${rebuilt('tasks', (table) => tasks(table, 'archived_releases', true))}
    commit`);
  for (const table of ['folders', 'releases', 'phases', 'tasks']) await client.query(`vacuum analyze ${table}`);
  await client.end();
}
