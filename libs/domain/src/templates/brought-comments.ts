import type { Env } from '../decision/env.ts';
import type { CommentAdded } from '../decision/outcome.ts';
import type { TaskDraft, TemplateDraft } from '../model/draft.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';

/** The comments that tasks of a template come with, once these are made in the order of their drafts. */
export const broughtComments = (
  { phases = [] }: TemplateDraft,
  made: Pick<Release, 'phases'>,
  env: Env,
): readonly CommentAdded[] => phases.flatMap(({ tasks = [] }, at) => ofTasks(tasks, made.phases[at]?.tasks ?? [], env));

const ofTasks = (drafts: readonly TaskDraft[], made: readonly Task[], env: Env): readonly CommentAdded[] =>
  made.flatMap((task, at) => {
    const { comments = [], tasks = [] } = drafts[at] ?? {};
    const own = comments.map(({ text, author, date }) => ({
      id: env.newId('Comment'),
      taskId: task.id,
      text,
      author,
      date: date ?? env.now,
    }));
    return [...own, ...ofTasks(tasks, task.tasks, env)];
  });
