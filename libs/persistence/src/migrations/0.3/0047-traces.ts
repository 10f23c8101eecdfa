import type { Knex } from 'knex';

const traced = (table: string) => ({
  name: table,
  tables: [table],
  up: async (knex: Knex): Promise<void> => {
    await knex.raw('alter table ?? add column traceparent text', [table]);
  },
});

/**
 * The trace of the latest change of a release, or of a delivery, as of W3C Trace Context; null without tracing. It is
 * written with other changes.
 */
export const parts = [traced('releases'), traced('deliveries')];

export async function up(): Promise<void> {}
