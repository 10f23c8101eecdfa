import type { Knex } from 'knex';

/**
 * Finds a release by the token of its published calendar. Few are published, and the flow changes none of these
 * columns. The indexes contain a hash of the token, so that the duration of a lookup reveals nothing about it.
 */
const published = (releases: string): string => `
  create index ${releases}_by_calendar on ${releases} using hash ((rest ->> 'calendarLinkToken'))
    where passive -> 'calendarPublished' = 'true'
`;

/** Each on its own, so that who changes live releases does not wait for the archive. */
export const parts = ['live_releases', 'archived_releases'].map((releases) => ({
  name: releases,
  tables: [],
  up: async (knex: Knex): Promise<void> => {
    // The server's own workers end after a lock wait of a second, in a mode that blocks no other transaction.
    await knex.raw("set local lock_timeout = '10s'");
    await knex.raw('lock table ?? in share update exclusive mode', [releases]);
    // Other transactions wait less than the server needs to detect a deadlock; then the part is retried.
    await knex.raw("set local lock_timeout = '500ms'");
    await knex.raw(published(releases));
  },
}));

export async function up(): Promise<void> {}
