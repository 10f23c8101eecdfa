import type { TaskDraft, TemplateDraft } from '../model/draft.ts';
import { clip } from '../model/errors.ts';
import type { Creation } from '../model/own-fields.ts';

/** Changes the release that a task creates; `at` is the position of the task. */
type Change = (creation: Creation, at: string) => Creation;

/** A template with each release that its tasks create put through `change`. */
export const mapCreations = (draft: TemplateDraft, change: Change): TemplateDraft => ({
  ...draft,
  ...(draft.phases && {
    phases: draft.phases.map((phase) => ({
      ...phase,
      ...(phase.tasks && { tasks: changed(phase.tasks, `phase '${clip(phase.title ?? '')}'`, change) }),
    })),
  }),
});

const changed = (tasks: readonly TaskDraft[], phase: string, change: Change): readonly TaskDraft[] =>
  tasks.map((task) => ({
    ...task,
    ...(task.creation && { creation: change(task.creation, `task '${clip(task.title ?? '')}' in ${phase}`) }),
    ...(task.tasks && { tasks: changed(task.tasks, phase, change) }),
  }));
