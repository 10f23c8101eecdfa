import type { Env } from '../decision/env.ts';
import type { CommentAdded } from '../decision/outcome.ts';
import type { TaskDraft, TemplateDraft } from '../model/draft.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';

/** Returns the comments of the tasks of an imported template. `created` has the tasks in the order of their drafts. */
export const importedComments = (
  { phases = [] }: TemplateDraft,
  created: Pick<Release, 'phases'>,
  env: Env,
): readonly CommentAdded[] =>
  phases.flatMap(({ tasks = [] }, index) => commentsOfTasks(tasks, created.phases[index]?.tasks ?? [], env));

const commentsOfTasks = (drafts: readonly TaskDraft[], created: readonly Task[], env: Env): readonly CommentAdded[] =>
  created.flatMap((task, index) => {
    const { comments = [], tasks = [] } = drafts[index] ?? {};
    const own = comments.map(({ text, author, date, editedDate }) => ({
      id: env.newId('Comment'),
      taskId: task.id,
      text,
      author,
      date: date ?? env.now,
      ...(editedDate !== undefined && { editedDate }),
    }));
    return [...own, ...commentsOfTasks(tasks, task.tasks, env)];
  });
