import type { Knex } from 'knex';

const newId = `'View' || replace(gen_random_uuid()::text, '-', '')`;

/**
 * Saved views that are shared with a folder or a team. Existing views stay private. A deleted folder makes its views
 * private. A team has no foreign key, because each change of the teams of a folder inserts all of them again. Ids of
 * teams are never used again.
 */
export const parts = [
  {
    name: 'saved_views',
    tables: ['saved_views'],
    up: async (knex: Knex): Promise<void> => {
      // A default that is set later is not computed for existing rows, so the table is not rewritten under its lock.
      await knex.raw(`
        alter table saved_views
          add column id text,
          add column version int not null default 1,
          add column changed_by text,
          add column shared_folder text,
          add column shared_team text,
          add constraint saved_views_sharing check (shared_folder is null or shared_team is null) not valid;
        alter table saved_views alter column id set default ${newId};
      `);
    },
  },
  {
    name: 'ids of saved views',
    tables: [],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(`update saved_views set id = ${newId} where id is null`);
    },
  },
  {
    name: 'folders of saved views',
    tables: [],
    up: async (knex: Knex): Promise<void> => {
      // Other transactions wait less than the server needs to detect a deadlock; then the part is retried.
      await knex.raw("set local lock_timeout = '500ms'");
      await knex.raw(`
        create unique index saved_views_by_id on saved_views (id);
        create index saved_views_by_folder on saved_views (shared_folder) where shared_folder is not null;
        create index saved_views_by_team on saved_views (shared_team) where shared_team is not null;
        alter table saved_views add constraint saved_views_folder
          foreign key (shared_folder) references folders on delete set null not valid;
      `);
    },
  },
];

export async function up(): Promise<void> {}
