import type { Knex } from 'knex';

/** A known text, encrypted by the first process on this database: a process that cannot decrypt it has another key. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table key_check (
      only_one boolean primary key default true check (only_one),
      sealed text not null
    );
  `);
}
