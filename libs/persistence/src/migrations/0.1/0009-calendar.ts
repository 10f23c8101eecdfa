import type { Knex } from 'knex';

/**
 * The version of the calendar, which invalidates cached blackouts and responses. A database trigger increases it,
 * since folders delete their blackouts. It begins at the microsecond, so that a restored database does not repeat
 * earlier versions.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table calendar (
      only_one boolean primary key default true check (only_one),
      version bigint not null
    );
    insert into calendar (version) values (floor(extract(epoch from clock_timestamp()) * 1000000));

    create function raise_calendar() returns trigger language plpgsql as $$
    begin
      update calendar
        set version = greatest(version + 1, floor(extract(epoch from clock_timestamp()) * 1000000)::bigint);
      return null;
    end $$;
    create trigger raise_calendar after insert or delete on blackouts
      for each row execute function raise_calendar();
    create trigger raise_calendar_on_update after update on blackouts
      for each row when (old is distinct from new) execute function raise_calendar();

    create index blackouts_by_start on blackouts (start_date, id);

    -- What is due soon or overdue is marked from now on: everything unfinished is looked at once.
    update live_releases set next_wake_at = now() where status not in ('TEMPLATE', 'COMPLETED', 'ABORTED');
  `);
}
