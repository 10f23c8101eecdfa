import { clip, type ScriptRun } from '@slipway/domain/model';
import { findScriptsWithoutAuthor } from '@slipway/persistence/forecast';
import { renderContextForAll } from '../model/render-context.ts';
import type { Source, UnresolvedItem } from './unresolved-references.ts';

const scripts: Readonly<Record<ScriptRun['purpose'], { readonly field: string | null; readonly words: string }>> = {
  precondition: { field: 'precondition', words: 'precondition' },
  failureHandler: { field: 'failureHandler', words: 'failure handler' },
  abort: { field: 'abortScript', words: 'abort script' },
  task: { field: null, words: 'script' },
};

/** Finds the scripts without a stored author, which were written before authors were stored. */
export const scriptSource: Source<'SCRIPT_WITHOUT_AUTHOR'> = async (context, limit) => {
  const { count, first } = await findScriptsWithoutAuthor(context.database, limit);
  const ids = new Set(first.flatMap(({ taskId, releaseId }) => [taskId, releaseId]));
  const { elsewhere } = await renderContextForAll(context, [...ids]);
  const fullId = (id: string): string => elsewhere.get(id) ?? id;
  const items = first.map(
    ({ taskId, title, purpose, releaseId, releaseTitle, isTemplate }): UnresolvedItem<'SCRIPT_WITHOUT_AUTHOR'> => {
      const { field, words } = scripts[purpose];
      return {
        kind: 'SCRIPT_WITHOUT_AUTHOR',
        id: fullId(taskId),
        title,
        field,
        container: { type: isTemplate ? 'template' : 'release', id: fullId(releaseId), title: releaseTitle },
        message: `The ${words} of task '${clip(title)}' has no stored author: it cannot go around an approval gate. Change it to become its author.`,
      };
    },
  );
  return { count, first: items };
};
