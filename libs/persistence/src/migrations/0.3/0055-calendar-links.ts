import type { Knex } from 'knex';

/**
 * Finds a release by the token of its calendar, where that is published: few are, and nothing of the flow changes what these
 * indexes look at. They go by a hash of the token, so that how long a look takes tells nothing of it.
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
    // the server's own workers leave when somebody has waited for a second, in a mode that hinders nobody else
    await knex.raw("set local lock_timeout = '10s'");
    await knex.raw('lock table ?? in share update exclusive mode', [releases]);
    // whoever waits for us in vain waits less than a server does before it looks for circles; then the part comes again
    await knex.raw("set local lock_timeout = '500ms'");
    await knex.raw(published(releases));
  },
}));

export async function up(): Promise<void> {}
