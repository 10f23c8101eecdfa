import type { Knex } from 'knex';

/**
 * The recent changes of plans, for event streams. The statement that changes a plan writes a row, which is stored for
 * some minutes. `tx` selects the rows that an earlier poll has not seen. After a crash of the server, the rows are
 * lost and streams reload everything, so the table is unlogged. A row of transaction 0 identifies the content of the
 * table since it was last empty.
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
