import type { Knex } from 'knex';

/** Titles of configurations may repeat between types (compatibility.md, Names). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table configurations drop constraint configuration_title;
    alter table configurations add constraint configuration_title unique nulls not distinct (folder_id, title, type);
  `);
}
