import type { Knex } from 'knex';

const kinds = `'{releases,phases,tasks,comments,activities}'::text[]`;
/** Only one process runs these at a time, and no other one waits long. */
const lockSql = 'perform pg_advisory_xact_lock(5516002);';
const impatient = `set lock_timeout = '2s'`;
const suffix = `coalesce(to_char(month, 'YYYY_MM'), 'undated')`;

/** Makes the tables of a month for these kinds where there are none yet. */
const addTo = (these: string): string => `foreach kind in array ${these} loop
      part := format('archived_%s_%s', kind, ${suffix});
      continue when to_regclass(part) is not null;
      execute format(
        'create table %I (like archived_%s including defaults including generated including constraints)', part, kind);
      execute format('alter table %I add primary key (%s)', part,
        case kind when 'activities' then 'release_id, seq' else 'id' end);
      execute format('alter table archived_%s attach partition %I for values from (%L) to (%L)', kind, part, month,
        (month + interval '1 month')::date);
    end loop;`;

/** Makes all tables of a month. */
const add = `
  create function add_archive_month(month date) returns void language plpgsql ${impatient} as $$
  declare
    kind text;
    part text;
  begin
    ${lockSql}
    month := date_trunc('month', month)::date;
    ${addTo(kinds)}
  end $$;
`;

/** Detaches a month from the archive, into separate tables; without a month, the default partition. */
const detach = `
  create function detach_archive_month(month date) returns setof text language plpgsql ${impatient} as $$
  declare
    kind text;
    part text;
    gone text;
  begin
    ${lockSql}
    month := date_trunc('month', month)::date;
    if month >= date_trunc('month', now() at time zone 'UTC') then
      raise exception 'only a month that is over can be detached' using errcode = 'invalid_parameter_value';
    end if;
    foreach kind in array ${kinds} loop
      part := case when month is null then 'undated_' || kind else format('archived_%s_%s', kind, ${suffix}) end;
      gone := format('detached_%s_%s', kind, ${suffix});
      execute format('alter table archived_%s detach partition %I', kind, part);
      execute format('alter table %I rename to %I', part, gone);
      if month is null then
        execute format(
          'create table %I (like archived_%s including defaults including generated including constraints)', part, kind);
        execute format('alter table %I add constraint undated check (archived_month is null)', part);
        execute format('alter table %I add primary key (%s)', part,
          case kind when 'activities' then 'release_id, seq' else 'id' end);
        execute format('alter table archived_%s attach partition %I default', kind, part);
      end if;
      return next gone;
    end loop;
  end $$;
`;

/** Takes a month back that was detached, or that was restored under the names that it had then. */
const attach = `
  create function attach_archive_month(month date) returns void language plpgsql ${impatient} as $$
  declare
    kind text;
    part text;
  begin
    ${lockSql}
    if month is null then
      raise exception 'what has no month cannot be attached again' using errcode = 'invalid_parameter_value';
    end if;
    month := date_trunc('month', month)::date;
    foreach kind in array ${kinds} loop
      part := format('archived_%s_%s', kind, ${suffix});
      execute format('alter table %I rename to %I', format('detached_%s_%s', kind, ${suffix}), part);
      execute format('alter table archived_%s attach partition %I for values from (%L) to (%L)', kind, part, month,
        (month + interval '1 month')::date);
    end loop;
    execute format('insert into archived_ids select id from %I on conflict do nothing',
      format('archived_releases_%s', ${suffix}));
  end $$;
`;

/** Drops the tables of a month that was detached, and what is kept elsewhere of its releases; answers how many these were. */
const drop = `
  create function drop_archive_month(month date) returns bigint language plpgsql ${impatient} as $$
  declare
    kind text;
    count bigint;
  begin
    ${lockSql}
    month := date_trunc('month', month)::date;
    execute format('create temporary table dropped_releases on commit drop as select id from %I',
      format('detached_releases_%s', ${suffix}));
    delete from archived_ids a using dropped_releases d where a.id = d.id;
    delete from risk_history r using dropped_releases d where r.release_id = d.id;
    delete from team_members m using teams t, dropped_releases d where m.team_id = t.id and t.scope_id = d.id;
    delete from teams t using dropped_releases d where t.scope_id = d.id;
    select count(*) into count from dropped_releases;
    foreach kind in array ${kinds} loop
      execute format('drop table %I', format('detached_%s_%s', kind, ${suffix}));
    end loop;
    drop table dropped_releases;
    return count;
  end $$;
`;

/** The months of the archive, with the rows and bytes of their releases and all that belongs to them, as last counted. */
const list = `
  create function archive_months() returns table (month text, releases bigint, bytes bigint) language sql stable as $$
    select coalesce(substring(c.relname from '\\d{4}_\\d{2}$'), 'undated'),
      sum(greatest(c.reltuples, 0)) filter (where p.relname = 'archived_releases')::bigint,
      sum(pg_total_relation_size(c.oid))::bigint
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname = any (select 'archived_' || unnest(${kinds})) and p.relkind = 'p'
    group by 1 order by 1
  $$;
`;

const kindsOfRows = ['releases', 'phases', 'tasks', 'comments', 'activities'];

/** The month in which the step is taken, and the one after it. */
const firstMonths = (kind: string): string => `do $$
  declare
    month date;
    kind text;
    part text;
  begin
    for month in select generate_series(date_trunc('month', now() at time zone 'UTC'),
      date_trunc('month', now() at time zone 'UTC') + interval '1 month', interval '1 month') loop
      ${addTo(`'{${kind}}'::text[]`)}
    end loop;
  end $$`;

/**
 * The functions for months of the archive. First, a constraint on the default partition is validated, in a scan
 * without a blocking lock. Otherwise, each new month would require one.
 */
export const parts = kindsOfRows.flatMap((kind) => [
  {
    name: `proof of ${kind}`,
    tables: [],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(`alter table undated_${kind} validate constraint undated`);
    },
  },
  {
    name: kind,
    tables: [`undated_${kind}`],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(firstMonths(kind));
    },
  },
]);

export async function up(knex: Knex): Promise<void> {
  for (const statement of [add, detach, attach, drop, list]) await knex.raw(statement);
}
