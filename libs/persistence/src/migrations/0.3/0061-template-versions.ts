import type { Knex } from 'knex';

/**
 * The history of templates. A row describes one change and contains what it replaced, so that an earlier version is the
 * present template with the newest changes undone. A save thus stores only the changed parts, and old rows can be
 * deleted without rewriting others. The row of the first known version has no `undo`; if the template is older than its
 * history, it has no author either.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table template_versions (
      release_id text not null,
      number integer not null,
      author text,
      changed_at timestamptz,
      -- the first changes in the words of the activity log, and the number of all changes
      changes jsonb not null,
      change_count integer not null,
      -- the replaced phases, tasks and fields, with masked secrets
      undo jsonb,
      -- the size of the undo, not compressed
      bytes integer not null default 0,
      primary key (release_id, number)
    );
  `);
}
