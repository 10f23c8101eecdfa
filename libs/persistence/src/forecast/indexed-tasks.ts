/** Live tasks that a partial index holds, in SQL about the table `t`: the planner recognizes the index by these texts. */
export interface IndexedTasks {
  /** what the index is ordered by */
  readonly value: string;
  readonly where: string;
}

const hasSql = (field: string): string => `coalesce((t.definition ->> '${field}')::boolean, false)`;
const hasNoAuthor = (purpose: string): string => `not coalesce(t.definition -> 'scriptAuthors' ? '${purpose}', false)`;

/** Tasks that may run a script: one that holds its script has it in its properties. */
const mayRunScript = `(t.passive ? 'properties' or t.type like '%.%' or t.definition ? 'scriptType')`;

/** The partial indexes of what an installation has to resolve. None of them names a column that changes in the flow. */
export const indexedTasks = {
  /** by the type that decides what the task does: of one that runs the script of a plugin, the type of the script */
  ofPlugins: {
    value: `coalesce(t.passive #>> '{properties,unknownType,properties,pythonScript,type}',
      t.passive #>> '{properties,unknownType,type}', t.definition ->> 'scriptType', t.type)`,
    where: `(t.type like '%.%' or t.definition ? 'scriptType' or t.passive #> '{properties,unknownType}' is not null)`,
  },
  /** by the template of which the task creates a release */
  fromTemplates: {
    value: `(t.definition #>> '{creation,templateId}')`,
    where: `t.definition #>> '{creation,templateId}' <> ''`,
  },
  /** with scripts that were stored before their authors were, by the release */
  withoutAuthor: {
    value: 't.release_id',
    where: `(${hasSql('hasPrecondition')} and ${hasNoAuthor('precondition')}
      or ${hasSql('hasFailureHandler')} and ${hasNoAuthor('failureHandler')}
      or ${hasSql('hasAbortScript')} and ${hasNoAuthor('abort')}
      or ${mayRunScript} and ${hasNoAuthor('task')})`,
  },
} as const satisfies Readonly<Record<string, IndexedTasks>>;
