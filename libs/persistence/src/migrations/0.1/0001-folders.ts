import type { Knex } from 'knex';

/**
 * Folders. `path` holds the ids from the root to the folder itself, so that everything below a folder is
 * one index look-up, and the full id of a release is rendered without climbing.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table folders (
      id text primary key,
      parent_id text references folders,
      title text not null,
      path text[] not null,
      constraint folder_title_in_parent unique (parent_id, title)
    );
    create index folders_by_path on folders using gin (path);
    insert into folders (id, parent_id, title, path) values ('Applications', null, 'Applications', '{Applications}');
  `);
}
