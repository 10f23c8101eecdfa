import type { Knex } from 'knex';

/**
 * The text of an activity entry as data: the code of a message and its parameters. Entries of earlier versions, and
 * those that such a version writes beside this one, have neither. The type json is not parsed for each insert.
 */
export const parts = [
  {
    name: 'activities',
    tables: ['activities'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw('alter table activities add column code text, add column params json');
    },
  },
];

/** Attaches a month, and first adds the columns that its tables lack: the month may have been detached before. */
const attach = `
  create or replace function attach_archive_month(month date) returns void language plpgsql set lock_timeout = '2s' as $$
  declare
    kind text;
    part text;
    missing_column text;
  begin
    perform pg_advisory_xact_lock(5516002);
    if month is null then
      raise exception 'what has no month cannot be attached again' using errcode = 'invalid_parameter_value';
    end if;
    month := date_trunc('month', month)::date;
    foreach kind in array '{releases,phases,tasks,comments,activities}'::text[] loop
      part := format('archived_%s_%s', kind, to_char(month, 'YYYY_MM'));
      execute format('alter table %I rename to %I', format('detached_%s_%s', kind, to_char(month, 'YYYY_MM')), part);
      for missing_column in
        select format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)) from pg_attribute a
          where a.attrelid = format('archived_%s', kind)::regclass and a.attnum > 0 and not a.attisdropped
            and not exists (select from pg_attribute b
              where b.attrelid = to_regclass(part) and b.attname = a.attname and not b.attisdropped)
      loop
        execute format('alter table %I add column ', part) || missing_column;
      end loop;
      execute format('alter table archived_%s attach partition %I for values from (%L) to (%L)', kind, part, month,
        (month + interval '1 month')::date);
    end loop;
    execute format('insert into archived_ids select id from %I on conflict do nothing',
      format('archived_releases_%s', to_char(month, 'YYYY_MM')));
  end $$;
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(attach);
}
