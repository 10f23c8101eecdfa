import type { Knex } from 'knex';

/**
 * Contents of attachments, in chunks, separate from their plans. The list of attachments is in the passive part of a
 * task or release, which copies and the archive include. An index leads from there to ids and contents.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table attachment_contents (
      id uuid primary key default gen_random_uuid(),
      touched_at timestamptz not null default now(),
      chunk_size integer not null,
      size bigint,
      checksum text,
      unused boolean not null default false
    );
    create index attachment_contents_touched on attachment_contents (touched_at);
    create table attachment_chunks (
      content_id uuid not null,
      number integer not null,
      data bytea not null,
      primary key (content_id, number)
    );
    alter table attachment_chunks alter data set storage external
  `);
  await knex.raw(`
    create function attachment_keys(passive jsonb) returns text[] language sql immutable parallel safe as $$
      select array(
        select each ->> key from jsonb_array_elements(passive -> 'attachments') as each, unnest('{id,content}'::text[]) as key)
    $$;
    create function copied_passive(source jsonb, current jsonb) returns jsonb language sql volatile as $$
      select source || jsonb_build_object('attachments', coalesce((
        select jsonb_agg(each || jsonb_build_object('id', 'Attachment' || replace(gen_random_uuid()::text, '-', '')) order by at)
        from jsonb_array_elements(current -> 'attachments') with ordinality as listed(each, at)), '[]'))
    $$
  `);
  for (const table of ['tasks', 'releases']) {
    await knex.raw(
      `create index ${table}_attachments on ${table} using gin (attachment_keys(passive)) where passive \\? 'attachments'`,
    );
  }
}
