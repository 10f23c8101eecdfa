import type { Knex } from 'knex';

/**
 * Saved views that are shared with a folder or a team. Existing views stay private. A deleted folder makes its views
 * private. A team has no foreign key, because each change of the teams of a folder inserts all of them again. Ids of
 * teams are never used again.
 */
export const parts = [
  {
    name: 'saved_views',
    tables: ['folders', 'saved_views'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(`
        alter table saved_views
          add column id text not null unique default 'View' || replace(gen_random_uuid()::text, '-', ''),
          add column version int not null default 1,
          add column changed_by text,
          add column shared_folder text references folders on delete set null,
          add column shared_team text,
          add check (shared_folder is null or shared_team is null);
        create index saved_views_by_folder on saved_views (shared_folder) where shared_folder is not null;
        create index saved_views_by_team on saved_views (shared_team) where shared_team is not null;
      `);
    },
  },
];

export async function up(): Promise<void> {}
