import type { PhaseDraft, TaskDraft, TemplateDraft } from '../model/draft.ts';
import { clip } from '../model/errors.ts';
import type { Creation } from '../model/own-fields.ts';

/** Changes the release that a task creates; `at` is the position of the task. */
type ChangeCreation = (creation: Creation, location: string) => Creation;

/** A template with each release that its tasks create put through `change`. */
export const mapCreations = (draft: TemplateDraft, change: ChangeCreation): TemplateDraft => ({
  ...draft,
  ...(draft.phases && { phases: draft.phases.map((phase) => mapPhaseCreations(phase, change)) }),
});

/** The same for one phase. */
export const mapPhaseCreations = (phase: PhaseDraft, change: ChangeCreation): PhaseDraft => ({
  ...phase,
  ...(phase.tasks && { tasks: mapTaskCreations(phase.tasks, change, ` in phase '${clip(phase.title ?? '')}'`) }),
});

const mapTaskCreations = (
  tasks: readonly TaskDraft[],
  change: ChangeCreation,
  location: string,
): readonly TaskDraft[] => tasks.map((task) => mapTaskCreation(task, change, location));

/** The same for one task and those in it; `location` is that of its phase. */
export const mapTaskCreation = (task: TaskDraft, change: ChangeCreation, location = ''): TaskDraft => ({
  ...task,
  ...(task.creation && { creation: change(task.creation, `task '${clip(task.title ?? '')}'${location}`) }),
  ...(task.tasks && { tasks: mapTaskCreations(task.tasks, change, location) }),
});
