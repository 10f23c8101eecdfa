import { type Message, message } from '../messages/message.ts';
import type { PhaseDraft, TaskDraft, TemplateDraft } from '../model/draft.ts';
import type { Creation } from '../model/own-fields.ts';

/** Changes the release that a task creates. `part` is the task, for messages. */
type ChangeCreation = (creation: Creation, part: Message) => Creation;

/** Applies `change` to each release that tasks of a template create. */
export const mapCreations = (draft: TemplateDraft, change: ChangeCreation): TemplateDraft => ({
  ...draft,
  ...(draft.phases && { phases: draft.phases.map((phase) => mapPhaseCreations(phase, change)) }),
});

/** Applies `change` to each release that tasks of a phase create. */
export const mapPhaseCreations = (phase: PhaseDraft, change: ChangeCreation): PhaseDraft => ({
  ...phase,
  ...(phase.tasks && {
    tasks: mapTaskCreations(phase.tasks, change, message('part.phase', { title: phase.title ?? '' })),
  }),
});

const mapTaskCreations = (
  tasks: readonly TaskDraft[],
  change: ChangeCreation,
  phase: Message | null,
): readonly TaskDraft[] => tasks.map((task) => mapTaskCreation(task, change, phase));

/** Applies `change` to each release that a task and its children create. `phase` is the phase, for messages. */
export const mapTaskCreation = (task: TaskDraft, change: ChangeCreation, phase: Message | null = null): TaskDraft => ({
  ...task,
  ...(task.creation && { creation: change(task.creation, taskPart(task, phase)) }),
  ...(task.tasks && { tasks: mapTaskCreations(task.tasks, change, phase) }),
});

const taskPart = ({ title = '' }: TaskDraft, phase: Message | null): Message =>
  phase === null ? message('part.task', { title }) : message('part.taskIn', { title, phase });
