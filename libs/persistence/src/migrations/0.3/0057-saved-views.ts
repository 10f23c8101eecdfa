import type { Knex } from 'knex';

/** Names that people give to addresses of the page. Names of users are in lower case. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table saved_views (
      username text not null,
      name text not null,
      -- below the root of the page, with what is asked for
      address text not null,
      primary key (username, name)
    );
  `);
}
