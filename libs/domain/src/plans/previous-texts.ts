import { type DecisionContext, requireData } from '../decision/context.ts';
import { previousPassive } from '../model/passive.ts';
import type { Phase, PhasePassive } from '../model/phase.ts';
import type { Release, ReleasePassive } from '../model/release.ts';
import type { Task, TaskPassive } from '../model/task.ts';

// These functions return previous values for the activity log. No rule reads these fields, so they are loaded only if
// an update changes them. Null: no field changes, or the object is a copy that this decision has created.

const isEmpty = (changes: object): boolean => Object.keys(changes).length === 0;

/** The texts of a task before an update. Throws MissingData. */
export const previousTaskTexts = (
  { id, passive }: Task,
  changes: Partial<TaskPassive>,
  { env }: DecisionContext,
): TaskPassive | null =>
  isEmpty(changes)
    ? null
    : previousPassive(passive, () => requireData(env.data.passives?.get(id), { kind: 'passive', id }));

/** The texts of a phase before an update. Throws MissingData. */
export const previousPhaseTexts = (
  { id, passive }: Phase,
  changes: Partial<PhasePassive>,
  { env }: DecisionContext,
): PhasePassive | null =>
  isEmpty(changes)
    ? null
    : previousPassive(passive, () => requireData(env.data.phasePassives?.get(id), { kind: 'phasePassive', id }));

/** The texts of a release or template before an update. Throws MissingData. */
export const previousReleaseTexts = (
  { id, passive }: Release,
  changes: Partial<ReleasePassive>,
  { env }: DecisionContext,
): ReleasePassive | null =>
  isEmpty(changes)
    ? null
    : previousPassive(passive, () => requireData(env.data.releasePassives?.get(id), { kind: 'releasePassive', id }));
