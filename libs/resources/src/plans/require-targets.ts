import {
  clip,
  NotFound,
  type PhaseDraft,
  type PlanEdit,
  type TaskDraft,
  type TemplateDraft,
  targetId,
} from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { readElsewhere } from '@slipway/persistence';
import type { ResourceContext } from '../model/context.ts';
import { seenAmong } from '../model/hold.ts';

type Context = Pick<ResourceContext, 'database'>;

/** What gates that are made whole wait for, and what is made with them, by last segments. */
interface Made {
  readonly targets: Set<string>;
  readonly own: Set<string>;
}

function tasksIn({ targets, own }: Made, tasks: readonly TaskDraft[]): void {
  for (const { id, dependencies = [], tasks: inner = [] } of tasks) {
    if (id) own.add(lastOf(id));
    for (const { target } of dependencies) if (!target.includes('${')) targets.add(targetId(target) ?? target);
    tasksIn({ targets, own }, inner);
  }
}

function phasesIn(made: Made, phases: readonly PhaseDraft[]): void {
  for (const { id, tasks = [] } of phases) {
    if (id) made.own.add(lastOf(id));
    tasksIn(made, tasks);
  }
}

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
const nothingMade = (): Made => ({ targets: new Set(), own: new Set() });

/** No statement runs where no gate waits for anything elsewhere. */
async function requireAllVisible(context: Context, caller: Person, { targets, own }: Made): Promise<void> {
  const elsewhere = [...targets].filter((target) => !own.has(target));
  if (elsewhere.length === 0) return;
  const { standings } = await readElsewhere(context.database, elsewhere);
  const seen = await seenAmong(caller, standings);
  const hidden = elsewhere.find((target) => !seen.has(target));
  // The same message as for an unknown id, so that the caller cannot distinguish the two.
  if (hidden !== undefined) throw new NotFound(`there is no release, phase or task '${clip(hidden)}'`);
}

/** Checks the permission to view the targets of gates in new templates. Throws NotFound. */
export async function requireTargetsOfTemplates(
  context: Context,
  caller: Person,
  templates: readonly TemplateDraft[],
): Promise<void> {
  const made = nothingMade();
  for (const { id, phases = [] } of templates) {
    if (id) made.own.add(lastOf(id));
    phasesIn(made, phases);
  }
  await requireAllVisible(context, caller, made);
}

/** Checks the permission to view the new targets of gates in a change of a plan. Throws NotFound. */
export async function requireTargetsOfEdits(
  context: Context,
  caller: Person,
  edits: readonly PlanEdit[],
  created: ReadonlySet<string> = new Set(),
): Promise<void> {
  const made = nothingMade();
  for (const edit of edits) {
    if (edit.type === 'addTask') tasksIn(made, [edit.task]);
    else if (edit.type === 'addPhase') phasesIn(made, [edit.phase]);
    else if (edit.type === 'addDependency' && !edit.target.includes('${')) {
      made.targets.add(targetId(edit.target) ?? edit.target);
    }
  }
  for (const id of created) made.targets.delete(id);
  await requireAllVisible(context, caller, made);
}
