import { requireAll, requireData } from '../decision/context.ts';
import type { CommandOf } from '../decision/handlers.ts';
import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import type { PlanEdit } from '../decision/plan-commands.ts';
import { ownState } from '../gates/gate.ts';
import { targetId } from '../ids/ids.ts';
import { Conflict, clip, Invalid } from '../model/errors.ts';
import { blankPhasePassive } from '../model/phase.ts';
import { soleKey } from '../model/placeholders.ts';
import { findTaskPosition, titleOf } from '../model/plan.ts';
import { blankReleasePassive, type Release } from '../model/release.ts';
import { blankTaskPassive } from '../model/task.ts';
import { resolveUsername, withResolvedOwners } from '../people/user-names.ts';
import { pick } from '../plans/build.ts';
import { previousPhaseTexts, previousReleaseTexts, previousTaskTexts } from '../plans/previous-texts.ts';
import { validatePlan } from '../plans/validate.ts';

/** Applies one edit like a single command, except for the author's permissions and the authorship. */
export type ApplyEdit = (before: OutcomeDraft, edit: PlanEdit) => OutcomeDraft;

/** Takes all edits of a plan, in their order; a refusal of one names what it is about. Throws Invalid, Conflict, NotFound. */
export function changePlan(before: OutcomeDraft, { edits }: CommandOf['changePlan'], apply: ApplyEdit): OutcomeDraft {
  // Requested at once: a decision runs again for each answer.
  requireAll(edits.map((edit) => () => requireDataFor(before, edit)));
  const editing: OutcomeDraft = { ...before, context: { ...before.context, isPlanEdit: true } };
  const after = edits.reduce((current, edit) => {
    try {
      return apply(current, edit);
    } catch (error) {
      throw nameRefusedPart(error, edit, current.release);
    }
  }, editing);
  return { ...after, context: before.context, release: validatePlan(after.release) };
}

/** Looks up what an edit needs: users that it names, old texts for the log, and what a gate is to wait for. Throws Invalid, MissingData. */
function requireDataFor({ release, context }: OutcomeDraft, edit: PlanEdit): void {
  if (edit.type === 'addTask') withResolvedOwners([edit.task], context);
  if (edit.type === 'addPhase') {
    resolveUsername(edit.phase.owner ?? null, null, context);
    withResolvedOwners(edit.phase.tasks ?? [], context);
  }
  if (edit.type === 'updatePhase') {
    const phase = release.phases.find(({ id }) => id === edit.phaseId);
    if (!phase) return;
    resolveUsername(edit.patch.owner ?? null, phase.owner, context);
    previousPhaseTexts(phase, pick(blankPhasePassive, edit.patch), context);
  }
  if (edit.type === 'updateRelease') {
    resolveUsername(edit.patch.owner ?? null, release.owner, context);
    previousReleaseTexts(release, pick(blankReleasePassive, edit.patch), context);
  }
  if (edit.type === 'updateTask') {
    const task = findTaskPosition(release, edit.taskId)?.task;
    if (!task) return;
    resolveUsername(edit.patch.owner ?? null, task.definition.owner, context);
    previousTaskTexts(task, pick(blankTaskPassive, edit.patch), context);
  }
  if (edit.type === 'addDependency' && soleKey(edit.target) === null) {
    const id = targetId(edit.target);
    if (id !== null) ownState(release, id) ?? requireData(context.env.data.targets?.get(id), { kind: 'target', id });
  }
}

/** What an edit is about, as a refusal names it. */
function refusedPartOf(edit: PlanEdit, release: Release): { readonly id: string; readonly name: string } | null {
  if (edit.type === 'addTask') return { id: '', name: `new task '${clip(edit.task.title ?? '')}'` };
  if (edit.type === 'addPhase') return { id: '', name: `new phase '${clip(edit.phase.title ?? '')}'` };
  const task = 'taskId' in edit ? findTaskPosition(release, edit.taskId)?.task : undefined;
  if (task) return { id: task.id, name: `task '${clip(titleOf(task))}' (${task.id})` };
  const phase = 'phaseId' in edit ? release.phases.find(({ id }) => id === edit.phaseId) : undefined;
  if (phase) return { id: phase.id, name: `phase '${clip(phase.title)}' (${phase.id})` };
  return null;
}

/** Adds the name of the part to the refusal of an edit, because the caller sent a whole plan. */
function nameRefusedPart(error: unknown, edit: PlanEdit, release: Release): unknown {
  if (!(error instanceof Conflict || error instanceof Invalid)) return error;
  const subject = refusedPartOf(edit, release);
  if (subject === null || (subject.id !== '' && error.message.includes(subject.id))) return error;
  const message = `${subject.name}: ${error.message}`;
  return error instanceof Conflict ? new Conflict(message) : new Invalid(message);
}
