import type { TaskDraft, TemplateDraft } from '../model/draft.ts';
import { clip } from '../model/errors.ts';
import type { Creation } from '../model/own-fields.ts';

/** Changes the release that a task creates; `at` is the position of the task. */
type ChangeCreation = (creation: Creation, location: string) => Creation;

/** A template with each release that its tasks create put through `change`. */
export const mapCreations = (draft: TemplateDraft, change: ChangeCreation): TemplateDraft => ({
  ...draft,
  ...(draft.phases && {
    phases: draft.phases.map((phase) => ({
      ...phase,
      ...(phase.tasks && { tasks: mapTaskCreations(phase.tasks, `phase '${clip(phase.title ?? '')}'`, change) }),
    })),
  }),
});

const mapTaskCreations = (tasks: readonly TaskDraft[], phase: string, change: ChangeCreation): readonly TaskDraft[] =>
  tasks.map((task) => ({
    ...task,
    ...(task.creation && { creation: change(task.creation, `task '${clip(task.title ?? '')}' in ${phase}`) }),
    ...(task.tasks && { tasks: mapTaskCreations(task.tasks, phase, change) }),
  }));
