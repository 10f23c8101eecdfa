import type { Knex } from 'knex';

/**
 * The effects of scripts, with which their runs continue after a pause or a crash. A row is stored before its effect
 * begins, and only one of several attempts can write the next row of a run.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table script_journal (
      run_id text not null,
      -- counts the rows of a run from 0
      nth int not null,
      release_id text not null,
      -- sealed: what the script wants done, and what has happened since the row before
      effect text not null,
      -- sealed: what came of it; null: it has begun, and nothing else is known
      reply text,
      written_at timestamptz not null default now(),
      replied_at timestamptz,
      primary key (run_id, nth)
    );
    create index script_journal_by_age on script_journal (written_at);
  `);
}
