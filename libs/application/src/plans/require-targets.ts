import type { PlanEdit } from '@slipway/domain/commands';
import { lastSegment, targetId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { NotFound, type PhaseDraft, type TaskDraft, type TemplateDraft } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import { readLocations } from '@slipway/persistence/folders';
import type { ResourceContext } from '../model/context.ts';
import { filterVisible } from '../model/require-permission.ts';

type Context = Pick<ResourceContext, 'database'>;

/** The targets of new gates, and the ids of the objects that are created with them, as last segments. */
interface CreatedParts {
  readonly targets: Set<string>;
  readonly own: Set<string>;
}

function tasksIn({ targets, own }: CreatedParts, tasks: readonly TaskDraft[]): void {
  for (const { id, dependencies = [], tasks: inner = [] } of tasks) {
    if (id) own.add(lastSegment(id));
    for (const { target } of dependencies) if (!target.includes('${')) targets.add(targetId(target) ?? target);
    tasksIn({ targets, own }, inner);
  }
}

function phasesIn(parts: CreatedParts, phases: readonly PhaseDraft[]): void {
  for (const { id, tasks = [] } of phases) {
    if (id) parts.own.add(lastSegment(id));
    tasksIn(parts, tasks);
  }
}

const noParts = (): CreatedParts => ({ targets: new Set(), own: new Set() });

/**
 * Checks that the caller can view all targets outside the created objects. Runs no statement if there are none. Throws
 * NotFound.
 */
async function requireAllVisible(context: Context, caller: Person, { targets, own }: CreatedParts): Promise<void> {
  const elsewhere = [...targets].filter((target) => !own.has(target));
  if (elsewhere.length === 0) return;
  const { accessAttributes: attributesById } = await readLocations(context.database, elsewhere);
  const visible = await filterVisible(caller, attributesById);
  const hidden = elsewhere.find((target) => !visible.has(target));
  // The same message as for an unknown id, so that the caller cannot distinguish the two.
  if (hidden !== undefined) throw new NotFound(message('notFound.flowNode', { id: hidden }));
}

/** Checks the permission to view the targets of gates in new templates. Throws NotFound. */
export async function requireTargetsOfTemplates(
  context: Context,
  caller: Person,
  templates: readonly TemplateDraft[],
): Promise<void> {
  const parts = noParts();
  for (const { id, phases = [] } of templates) {
    if (id) parts.own.add(lastSegment(id));
    phasesIn(parts, phases);
  }
  await requireAllVisible(context, caller, parts);
}

/** Checks the permission to view the new targets of gates in a change of a plan. Throws NotFound. */
export async function requireTargetsOfEdits(
  context: Context,
  caller: Person,
  edits: readonly PlanEdit[],
  created: ReadonlySet<string> = new Set(),
): Promise<void> {
  const parts = noParts();
  for (const edit of edits) {
    if (edit.type === 'addTask') tasksIn(parts, [edit.task]);
    else if (edit.type === 'addPhase') phasesIn(parts, [edit.phase]);
    else if (edit.type === 'addDependency' && !edit.target.includes('${')) {
      parts.targets.add(targetId(edit.target) ?? edit.target);
    }
  }
  for (const id of created) parts.targets.delete(id);
  await requireAllVisible(context, caller, parts);
}
