import type { TaskDraft, TemplateDraft } from '../model/draft.ts';
import type { Creation } from '../model/own-fields.ts';

/** A template with each release that its tasks create put through `change`. */
export const mapCreations = (draft: TemplateDraft, change: (creation: Creation) => Creation): TemplateDraft => ({
  ...draft,
  ...(draft.phases && {
    phases: draft.phases.map((phase) => ({ ...phase, ...(phase.tasks && { tasks: changed(phase.tasks, change) }) })),
  }),
});

const changed = (tasks: readonly TaskDraft[], change: (creation: Creation) => Creation): readonly TaskDraft[] =>
  tasks.map((task) => ({
    ...task,
    ...(task.creation && { creation: change(task.creation) }),
    ...(task.tasks && { tasks: changed(task.tasks, change) }),
  }));
