import type { Knex } from 'knex';

/** A known text, sealed by the first process on this database: who cannot open it has another key. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table key_check (
      only_one boolean primary key default true check (only_one),
      sealed text not null
    );
  `);
}
