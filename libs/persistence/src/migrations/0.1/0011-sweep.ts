import type { Knex } from 'knex';

/**
 * Who sweeps takes what is due for a few seconds, so that several replicas do not do the same work; a lost claim does
 * no harm, hence the table is not logged. The index lets the sweep look at a bounded part of the waiting gates at a time.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unlogged table wake_claims (
      release_id text primary key,
      at timestamptz not null,
      until timestamptz not null
    );
    create index awaits_for_targets on awaits (reference, release_id, task_id) where kind = 'target';
  `);
}
