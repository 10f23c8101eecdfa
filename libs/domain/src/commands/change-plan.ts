import { allKnown, known } from '../decision/context.ts';
import type { CommandOf } from '../decision/handlers.ts';
import type { PlanEdit } from '../decision/plan-commands.ts';
import type { Progress } from '../decision/progress.ts';
import { ownState } from '../gates/gate.ts';
import { targetId } from '../ids/ids.ts';
import { Conflict, clip, Invalid } from '../model/errors.ts';
import { blankPhasePassive } from '../model/phase.ts';
import { soleKey } from '../model/placeholders.ts';
import { findPlace, titleOf } from '../model/plan.ts';
import { blankReleasePassive, type Release } from '../model/release.ts';
import { blankTaskPassive } from '../model/task.ts';
import { userNamed, withKnownOwners } from '../people/user-names.ts';
import { pick } from '../plans/build.ts';
import { phaseTextsBefore, releaseTextsBefore, taskTextsBefore } from '../plans/texts-before.ts';
import { validatePlan } from '../plans/validate.ts';

/** Applies one edit like a single command, except for the author's permissions and the authorship. */
export type ApplyEdit = (before: Progress, edit: PlanEdit) => Progress;

/** Takes all edits of a plan, in their order; a refusal of one names what it is about. Throws Invalid, Conflict, NotFound. */
export function changePlan(before: Progress, { edits }: CommandOf['changePlan'], apply: ApplyEdit): Progress {
  // Requested at once: a decision runs again for each answer.
  allKnown(edits.map((edit) => () => lookUp(before, edit)));
  const one: Progress = { ...before, context: { ...before.context, isOneOfMany: true } };
  const after = edits.reduce((progress, edit) => {
    try {
      return apply(progress, edit);
    } catch (refusal) {
      throw named(refusal, edit, progress.release);
    }
  }, one);
  return { ...after, context: before.context, release: validatePlan(after.release) };
}

/** Looks up what an edit needs: users that it names, old texts for the log, and what a gate is to wait for. Throws Invalid, MissingWorld. */
function lookUp({ release, context }: Progress, edit: PlanEdit): void {
  if (edit.type === 'addTask') withKnownOwners([edit.task], context);
  if (edit.type === 'addPhase') {
    userNamed(edit.phase.owner ?? null, null, context);
    withKnownOwners(edit.phase.tasks ?? [], context);
  }
  if (edit.type === 'updatePhase') {
    const phase = release.phases.find(({ id }) => id === edit.phaseId);
    if (!phase) return;
    userNamed(edit.patch.owner ?? null, phase.owner, context);
    phaseTextsBefore(phase, pick(blankPhasePassive, edit.patch), context);
  }
  if (edit.type === 'updateRelease') {
    userNamed(edit.patch.owner ?? null, release.owner, context);
    releaseTextsBefore(release, pick(blankReleasePassive, edit.patch), context);
  }
  if (edit.type === 'updateTask') {
    const task = findPlace(release, edit.taskId)?.task;
    if (!task) return;
    userNamed(edit.patch.owner ?? null, task.definition.owner, context);
    taskTextsBefore(task, pick(blankTaskPassive, edit.patch), context);
  }
  if (edit.type === 'addDependency' && soleKey(edit.target) === null) {
    const id = targetId(edit.target);
    if (id !== null) ownState(release, id) ?? known(context.env.world.targets?.get(id), { kind: 'target', id });
  }
}

/** What an edit is about, as a refusal names it. */
function subjectOf(edit: PlanEdit, release: Release): { readonly id: string; readonly words: string } | null {
  if (edit.type === 'addTask') return { id: '', words: `new task '${clip(edit.task.title ?? '')}'` };
  if (edit.type === 'addPhase') return { id: '', words: `new phase '${clip(edit.phase.title ?? '')}'` };
  const task = 'taskId' in edit ? findPlace(release, edit.taskId)?.task : undefined;
  if (task) return { id: task.id, words: `task '${clip(titleOf(task))}' (${task.id})` };
  const phase = 'phaseId' in edit ? release.phases.find(({ id }) => id === edit.phaseId) : undefined;
  if (phase) return { id: phase.id, words: `phase '${clip(phase.title)}' (${phase.id})` };
  return null;
}

/** Adds the name of the part to the refusal of an edit, because the caller sent a whole plan. */
function named(refusal: unknown, edit: PlanEdit, release: Release): unknown {
  if (!(refusal instanceof Conflict || refusal instanceof Invalid)) return refusal;
  const subject = subjectOf(edit, release);
  if (subject === null || (subject.id !== '' && refusal.message.includes(subject.id))) return refusal;
  const line = `${subject.words}: ${refusal.message}`;
  return refusal instanceof Conflict ? new Conflict(line) : new Invalid(line);
}
