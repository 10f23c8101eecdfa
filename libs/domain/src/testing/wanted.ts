import type { PlanEdit } from '../decision/plan-commands.ts';
import { planChanges } from '../edits/plan-changes.ts';
import type { StoredPassives, WantedPhase, WantedPlan, WantedTask } from '../edits/wanted.ts';
import type { Phase } from '../model/phase.ts';
import { blankReleasePassive, type Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { caller, command, decided } from './inputs.ts';
import { type More, plan } from './notation.ts';

export const nothingStored: StoredPassives = { release: blankReleasePassive, phases: new Map(), tasks: new Map() };

const wantedTask = ({ id, definition, tasks }: Task): WantedTask => ({
  id,
  type: definition.type,
  title: definition.title,
  conditions: definition.conditions,
  dependencies: definition.dependencies,
  links: definition.links,
  tasks: tasks.map(wantedTask),
});
const wantedPhase = ({ id, title, tasks }: Phase): WantedPhase => ({ id, title, tasks: tasks.map(wantedTask) });
/** The plan of a sketch as it is wanted. */
export const asWanted = (sketch: string, more: More = {}): WantedPlan => ({
  phases: plan(sketch, more).phases.map(wantedPhase),
});

const ids = () => {
  let made = 0;
  return (kind: string) => `${kind}w${++made}`;
};
export const editsTo = (before: Release, wanted: WantedPlan, stored = nothingStored): readonly PlanEdit[] =>
  planChanges(before, wanted, stored, ids());
export const changing = (before: Release, wanted: WantedPlan, by = caller()) =>
  command({ type: 'changePlan', edits: editsTo(before, wanted) }, by);
export const changed = (before: Release, wanted: WantedPlan) => decided(before, changing(before, wanted));
