import { requireAll } from '../decision/context.ts';
import { logRelease, namedObject } from '../decision/log.ts';
import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import { type Message, message } from '../messages/message.ts';
import { Conflict, Invalid, messageOf } from '../model/errors.ts';
import { findTaskPosition, namedTask } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isSealed } from '../model/variable.ts';
import { neededForAnyField } from '../people/needed-permissions.ts';
import type { IdClaim } from '../plans/claim-ids.ts';
import { validatePlan } from '../plans/validate.ts';
import type { Sealer } from '../variables/seal-drafts.ts';
import type { AuthorshipEffect, CommandDefinition } from './definition/definition.ts';
import { editDefinitionOf, type PlanEdit } from './plan-edits.ts';

/** Applies all edits in their order, or none of them, in one decision. */
export interface ChangePlan {
  readonly type: 'changePlan';
  readonly edits: readonly PlanEdit[];
  /** Set if the edits restore a version of a template. Their encrypted secrets are stored ones. */
  readonly restored?: RestoredVersion;
}

export interface RestoredVersion {
  readonly number: number;
  /** The revision of the plan that the edits change. A restore is exact, so it is refused for another revision. */
  readonly revision: number;
}

/** Each edit also requires its own permission. */
export const changePlan: CommandDefinition<ChangePlan> = {
  permission: neededForAnyField,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: ({ edits }) => authorshipOf(edits),
  movedIds: ({ edits }) => edits.flatMap((edit) => editDefinitionOf(edit).movedIds?.(edit) ?? []),
  // `requireScriptAuthor` checks each edit separately.
  guard: null,
  ids: { list: listIds, claim: claimIds },
  secrets: {
    seal: (command, seal, release) => {
      const sealer = command.restored === undefined ? seal : keepSealed(seal);
      const edits = command.edits.map((edit) => editDefinitionOf(edit).secrets?.seal(edit, sealer, release) ?? edit);
      return { ...command, edits };
    },
    mapCreations: (command, change) => ({
      ...command,
      edits: command.edits.map((edit) => editDefinitionOf(edit).secrets?.mapCreations?.(edit, change) ?? edit),
    }),
  },
  handle,
};

/** Returns a sealer that keeps encrypted texts as they are. */
const keepSealed = (sealer: Sealer): Sealer => ({
  seal: (purpose, text) => (isSealed(text) ? text : sealer.seal(purpose, text)),
});

function authorshipOf(edits: readonly PlanEdit[]): AuthorshipEffect {
  const authorships = edits.map((edit) => editDefinitionOf(edit).authorship);
  if (authorships.every((authorship) => authorship === 'values')) return 'values';
  const isCheckOnly = authorships.every((authorship) => authorship === 'conditions' || authorship === 'none');
  return isCheckOnly ? 'conditions' : 'tasks';
}

/** Variable ids refer to existing variables of the release. A dependency that moves within its gate keeps its id. */
function listIds({ edits }: ChangePlan, release: Release): readonly string[] {
  const existingIds = new Set([
    ...release.variables.map(({ id }) => id),
    ...edits.map((edit) => (edit.type === 'deleteDependency' ? edit.dependencyId : null)),
  ]);
  const ids = edits.flatMap((edit) => editDefinitionOf(edit).inPlan.ids?.list(edit, release) ?? []);
  return ids.filter((id) => !existingIds.has(id));
}

function claimIds(command: ChangePlan, claim: IdClaim, release: Release): ChangePlan {
  const edits = command.edits.map((edit) => editDefinitionOf(edit).inPlan.ids?.claim(edit, claim, release) ?? edit);
  return { ...command, edits };
}

/**
 * Applies the edits in their order. The refusal of an edit names the affected part. Throws Invalid, Conflict, NotFound.
 */
function handle(before: OutcomeDraft, { edits, restored }: ChangePlan): OutcomeDraft {
  // Requests the data of all edits together, because each missing answer repeats the decision.
  requireAll(edits.map((edit) => () => editDefinitionOf(edit).inPlan.requireData?.(before, edit)));
  const logged = restored === undefined ? before : logRestore(before, restored);
  const editing: OutcomeDraft = { ...logged, context: { ...before.context, isPlanEdit: true } };
  const after = edits.reduce((current, edit) => {
    try {
      return editDefinitionOf(edit).handle(current, edit);
    } catch (error) {
      throw nameRefusedPart(error, edit, current.release);
    }
  }, editing);
  return { ...after, context: before.context, release: validatePlan(after.release) };
}

/** Logs a restore. Throws Conflict if the plan has changed since its edits were determined. */
function logRestore(before: OutcomeDraft, { number, revision }: RestoredVersion): OutcomeDraft {
  const { id, authorship } = before.release;
  if (authorship.revision !== revision) throw new Conflict(message('release.changed', { id }));
  return logRelease(before, 'RELEASE_UPDATED', (subject) =>
    message('activity.templateRestored', { ...subject, number }),
  );
}

/** Returns the part that an edit affects, as refusals name it; null if the edit affects no task or phase. */
function refusedPartOf(edit: PlanEdit, release: Release): { readonly id: string; readonly name: Message } | null {
  const newPart = editDefinitionOf(edit).inPlan.newPart?.(edit);
  if (newPart !== undefined) return { id: '', name: newPart };
  const task = 'taskId' in edit ? findTaskPosition(release, edit.taskId)?.task : undefined;
  if (task) return { id: task.id, name: message('part.taskWithId', { task: namedTask(task) }) };
  const phase = 'phaseId' in edit ? release.phases.find(({ id }) => id === edit.phaseId) : undefined;
  if (phase) return { id: phase.id, name: message('part.phaseWithId', { phase: namedObject(phase.id, phase.title) }) };
  return null;
}

/** Adds the name of the part to the refusal of an edit, because the caller sent a whole plan. */
function nameRefusedPart(error: unknown, edit: PlanEdit, release: Release): unknown {
  if (!(error instanceof Conflict || error instanceof Invalid)) return error;
  const subject = refusedPartOf(edit, release);
  if (subject === null || (subject.id !== '' && error.message.includes(subject.id))) return error;
  const data = message('edit.refused', { part: subject.name, problem: messageOf(error) });
  return error instanceof Conflict ? new Conflict(data) : new Invalid(data);
}
