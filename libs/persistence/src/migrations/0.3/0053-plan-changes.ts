import type { Knex } from 'knex';

/**
 * Which plans were changed lately, for event streams. A row is written by the statement that changes the plan, and kept for
 * some minutes. `tx` tells which rows somebody has not seen who has looked before. What is lost with the server makes streams
 * look at everything again, hence the table is not logged. A row of transaction 0 names what the table holds since it
 * was empty last.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unlogged table plan_changes (
      tx xid8 not null default pg_current_xact_id(),
      at timestamptz not null default now(),
      release_id text not null,
      folder_id text,
      template boolean not null,
      -- whether lists may show another thing: a release that is new, gone, or has other fields of its own
      listed boolean not null,
      -- who may have another thing to do, such as user:ann and team:Operations
      people text[]
    );
    create index plan_changes_by_transaction on plan_changes (tx);
  `);
}
