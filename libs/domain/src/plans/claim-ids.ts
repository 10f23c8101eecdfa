import type { PhaseDraft, TaskDraft, TemplateDraft } from '../model/draft.ts';
import type { CopyIds } from './build.ts';

/** An object with an optional id from the client. */
interface Identified {
  readonly id?: string | null;
}

/** Replaces ids of one draft that are already in use. */
export interface IdClaim {
  /** Returns the object with its own id if it is free and new in the draft, otherwise with another id. */
  assign<T extends Identified>(object: T): T;
  /** Returns the assigned id for the original id in a reference inside the draft. */
  translate(id: string): string;
}

export const ownId = ({ id }: Identified): readonly string[] => (typeof id === 'string' ? [id] : []);

export const idsOfTask = (task: TaskDraft): readonly string[] => [
  ...ownId(task),
  ...(task.conditions ?? []).flatMap(ownId),
  ...(task.dependencies ?? []).flatMap(ownId),
  ...(task.attachments ?? []).flatMap(ownId),
  ...(task.tasks ?? []).flatMap(idsOfTask),
];

export const idsOfPhase = (phase: PhaseDraft): readonly string[] => [
  ...ownId(phase),
  ...(phase.tasks ?? []).flatMap(idsOfTask),
];

/** Returns the ids of a template and its parts in a draft. */
export const idsOfTemplate = (template: TemplateDraft): readonly string[] => [
  ...ownId(template),
  ...(template.phases ?? []).flatMap(idsOfPhase),
  ...(template.variables ?? []).flatMap(ownId),
  ...(template.attachments ?? []).flatMap(ownId),
];

export function claimInTask({ assign, translate }: IdClaim, draft: TaskDraft): TaskDraft {
  const task = assign(draft);
  const { attachments, conditions, creation, dependencies, links, inputs, tasks } = task;
  return {
    ...task,
    ...(creation?.templateId && { creation: { ...creation, templateId: translate(creation.templateId) } }),
    ...(tasks && { tasks: tasks.map((child) => claimInTask({ assign, translate }, child)) }),
    ...(conditions && { conditions: conditions.map(assign) }),
    ...(attachments && { attachments: attachments.map(assign) }),
    ...(dependencies && {
      dependencies: dependencies.map((dependency) => assign({ ...dependency, target: translate(dependency.target) })),
    }),
    ...(links && {
      links: links.map((link) => ({ ...link, source: translate(link.source), target: translate(link.target) })),
    }),
    ...(inputs && { inputs: inputs.map(translate) }),
  };
}

export function claimInPhase(claim: IdClaim, draft: PhaseDraft): PhaseDraft {
  const phase = claim.assign(draft);
  return { ...phase, ...(phase.tasks && { tasks: phase.tasks.map((task) => claimInTask(claim, task)) }) };
}

export function claimInTemplate(claim: IdClaim, draft: TemplateDraft): TemplateDraft {
  const { phases, variables, attachments } = draft;
  return {
    ...claim.assign(draft),
    ...(variables && { variables: variables.map(claim.assign) }),
    ...(attachments && { attachments: attachments.map(claim.assign) }),
    ...(phases && { phases: phases.map((phase) => claimInPhase(claim, phase)) }),
  };
}

/** Returns the ids for copies, by the ids of the originals. Each id that is already in use is replaced. */
export const claimCopyIds = ({ assign }: IdClaim, ids: CopyIds): CopyIds =>
  Object.fromEntries(Object.entries(ids).map(([original, id]) => [original, assign({ id }).id]));
