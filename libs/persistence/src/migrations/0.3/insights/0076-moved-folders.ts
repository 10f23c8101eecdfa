import type { Knex } from 'knex';

/** Facts of deleted folders move to the parent folder, which a background job does. */
export const parts = [
  {
    name: 'index of awaited folders',
    tables: ['insight_waits'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(`create index insight_waits_by_awaited on insight_waits (awaited_folder_id)
        where awaited_folder_id is not null`);
    },
  },
];

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table insight_moved_folders (
      -- a deleted folder
      folder_id text primary key,
      -- the folder to which its facts belong
      target_id text not null,
      at timestamptz not null default now()
    );
  `);
}
