import type { Knex } from 'knex';

const hasSql = (field: string): string => `coalesce((definition ->> '${field}')::boolean, false)`;
const hasNoAuthor = (purpose: string): string => `not coalesce(definition -> 'scriptAuthors' ? '${purpose}', false)`;

/** Tasks that may run a script: one that holds its script has it in its properties. */
const mayRunScript = `(passive ? 'properties' or type like '%.%' or definition ? 'scriptType')`;

/**
 * By these the list of what has to be resolved is found without reading each live task: by the type of tasks of plugins, by
 * the template of tasks that create releases, and scripts without an author. None of them names a column that changes in the
 * flow, so that completing a task stays an update within its page. `indexed-tasks.ts` has the same texts for the queries.
 */
const indexes = {
  live_tasks_of_plugins: `(coalesce(passive #>> '{properties,unknownType,properties,pythonScript,type}',
    passive #>> '{properties,unknownType,type}', definition ->> 'scriptType', type))
    where type like '%.%' or definition ? 'scriptType' or passive #> '{properties,unknownType}' is not null`,
  live_tasks_from_templates: `((definition #>> '{creation,templateId}'))
    where definition #>> '{creation,templateId}' <> ''`,
  live_tasks_unsigned: `(release_id) where ${hasSql('hasPrecondition')} and ${hasNoAuthor('precondition')}
    or ${hasSql('hasFailureHandler')} and ${hasNoAuthor('failureHandler')}
    or ${hasSql('hasAbortScript')} and ${hasNoAuthor('abort')}
    or ${mayRunScript} and ${hasNoAuthor('task')}`,
};

export const parts = Object.entries(indexes).map(([name, definition]) => ({
  name,
  tables: [],
  up: async (knex: Knex): Promise<void> => {
    // as in 0054: writers wait for the index, and the index does not wait long for others
    await knex.raw("set local lock_timeout = '10s'");
    await knex.raw('lock table live_tasks in share update exclusive mode');
    await knex.raw("set local lock_timeout = '1s'");
    await knex.raw(`create index ${name} on live_tasks ${definition}`.replaceAll('?', '\\?'));
  },
}));

export async function up(): Promise<void> {}
