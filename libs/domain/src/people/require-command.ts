import { allKnown, type DecisionContext } from '../decision/context.ts';
import type { CommandOf } from '../decision/handlers.ts';
import type { Caller, Command } from '../decision/inputs.ts';
import { rootFolderId } from '../ids/id-kinds.ts';
import { findPlace, type Place, tasksIn, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isTemplate } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { gateType } from '../model/task-types.ts';
import {
  editTask,
  type Needed,
  neededForCommand,
  neededToChange,
  needs,
  reassigning,
  seeing,
  transition,
  whileLocked,
} from './needed-permissions.ts';
import { refusal } from './refusal.ts';
import { askingTask, isGranted, isInTeamOf, isSameUser, mayView, permissionsFor } from './standing.ts';
import { neededForFields, neededForNew } from './task-fields.ts';

/** A command with its caller. */
interface Asked {
  readonly release: Release;
  readonly context: DecisionContext;
  readonly caller: Caller;
  /** the task that it is about, where that is there */
  readonly place: Place | undefined;
  /** the running task that lists the variable that it changes, where the caller may complete that task */
  readonly asking: Task | undefined;
}

/**
 * Checks each permission that a command requires on this release or template (permissions.md, section 2). Nothing is done
 * if one is missing. A command without a caller is from the product. Throws Forbidden, and Unseen if the caller may
 * not view the release. Each edit of a plan is checked against the plan before the first one, so that no edit enables
 * the next.
 */
export function requireCommand(release: Release, command: Command, context: DecisionContext): void {
  const { caller } = context;
  if (caller === null) return;
  if (command.type === 'changePlan') {
    allKnown(command.edits.map((edit) => () => requireCommand(release, edit, context)));
    return;
  }
  const place = placeIn(release, command);
  const asking = answeredTask(release, command, caller);
  const task = place?.task ?? asking;
  const isPart = 'taskId' in command || 'conditionId' in command || 'dependencyId' in command;
  const isMissing = isPart && task === undefined;
  // A part that does not exist requires only the permission to view the release; the command itself then reports it as
  // missing.
  const demands = isMissing ? [seeing] : demandsOf(command, { release, context, caller, place, asking });
  const lacking = demands.find((needed) => !isGranted(needed, caller, { release, task }));
  if (lacking === undefined) {
    if (command.type === 'moveTemplate') requireThere(command, context);
    return;
  }
  const [permission] = permissionsFor(lacking, { release });
  const what = place ? 'task' : isTemplate(release.status) ? 'template' : 'release';
  throw refusal({ permission, what, id: place?.task.id ?? release.id, mayView: mayView(caller, { release, task }) });
}

/**
 * Requires the permission to skip each task before the one from which a release restarts. If there are gates among them, the
 * stored author of a script needs it, too. Throws Forbidden, Unseen.
 */
export function requireSkipping(
  release: Release,
  tasks: readonly Task[],
  { caller, scriptAuthor }: Pick<DecisionContext, 'caller' | 'scriptAuthor'>,
): void {
  const needed = neededForCommand.skipTask;
  const hasGates = [...tasksIn(tasks)].some(({ definition }) => definition.type === gateType);
  if (scriptAuthor && hasGates) requireSkipping(release, tasks, { caller: scriptAuthor, scriptAuthor: undefined });
  const lacking = caller && tasks.find((task) => !isGranted(needed, caller, { release, task }));
  if (!lacking) return;
  const [permission] = permissionsFor(needed, { release });
  throw refusal({ permission, what: 'release', id: release.id, mayView: mayView(caller, { release }) });
}

/**
 * A template goes only where its mover may edit templates, too, or at the top make them; and its teams are added only to those
 * that they may change. Throws Forbidden, and Unseen of the folder.
 */
function requireThere({ folderId, mergePermissions }: CommandOf['moveTemplate'], { there }: DecisionContext): void {
  const edit = folderId === rootFolderId ? neededToChange.newTemplate : neededToChange.template;
  const permission = [edit, ...(mergePermissions ? [neededToChange.folderTeams] : [])].find(
    (each) => !there?.may(each),
  );
  if (permission === undefined) return;
  throw refusal({ permission, what: 'folder', id: folderId, mayView: there?.may('folder#view') ?? false });
}

/** Whether a command changes only the value of a variable. */
const setsValueOnly = ({ patch }: CommandOf['updateVariable']): boolean =>
  Object.keys(patch).every((name) => name === 'value');

const answeredTask = (release: Release, command: Command, caller: Caller): Task | undefined =>
  command.type === 'updateVariable' ? askingTask(release, command.variableId, caller) : undefined;

/** The task that a command names, by its id or by that of a condition or dependency. */
function placeIn(release: Release, command: Command): Place | undefined {
  if ('taskId' in command) return findPlace(release, command.taskId);
  if ('conditionId' in command) return placeWith(release, 'conditions', command.conditionId);
  if ('dependencyId' in command) return placeWith(release, 'dependencies', command.dependencyId);
  return undefined;
}

function placeWith(release: Release, parts: 'conditions' | 'dependencies', id: string): Place | undefined {
  for (const task of tasksOf(release)) {
    if (task.definition[parts].some((part) => part.id === id)) return findPlace(release, task.id);
  }
  return undefined;
}

/** All that a command takes. */
function demandsOf(command: Command, asked: Asked): readonly Needed[] {
  const { place } = asked;
  if (place !== undefined) {
    const { task } = place;
    if (command.type === 'completeTask' || command.type === 'skipTask') {
      return [task.run.status === 'PLANNED' ? neededForCommand[command.type] : transition];
    }
    if (command.type === 'updateCondition') return ofCondition(command, task);
    if (command.type === 'assignTask') return [ofAssignment(command, asked, place)];
    if (command.type === 'updateTask') return ofUpdate(command, asked, place);
  }
  if (command.type === 'updateVariable' && asked.asking !== undefined && setsValueOnly(command)) return [];
  const needed = neededForCommand[command.type];
  if (command.type === 'addTask') return [needed, ...neededForNew([command.task])];
  return command.type === 'addPhase' ? [needed, ...neededForNew(command.phase.tasks ?? [])] : [needed];
}

function ofCondition(command: CommandOf['updateCondition'], task: Task): readonly Needed[] {
  const { conditionId, title, checked, position } = command;
  const index = task.definition.conditions.findIndex(({ id }) => id === conditionId);
  const renames = title !== undefined && title !== task.definition.conditions[index]?.title;
  const moves = position !== undefined && position !== index;
  const ticks = checked !== undefined && checked !== task.run.checked.includes(conditionId);
  const all = [...(renames || moves ? [editTask] : []), ...(ticks ? [transition] : [])];
  return all.length > 0 ? all : [seeing];
}

const toOneself = needs('release#task_transition', 'release#reassign_task');

const givingAway = ({ task, groups }: Place): Needed =>
  [...groups, task].some(({ definition }) => definition.locked) ? whileLocked : reassigning;

function ofAssignment({ owner }: CommandOf['assignTask'], { caller, release }: Asked, place: Place): Needed {
  const { definition } = place.task;
  if (owner === definition.owner) return seeing;
  const needed = givingAway(place);
  if (needed === whileLocked || !isSameUser(owner, caller.username)) return needed;
  return !isTemplate(release.status) && isInTeamOf(caller, definition) ? seeing : toOneself;
}

function ofUpdate({ patch }: CommandOf['updateTask'], { caller, context }: Asked, place: Place): readonly Needed[] {
  const updating = { caller, world: context.env.world, reassign: givingAway(place) };
  const needed = neededForFields(place.task, patch, updating);
  return needed.length > 0 ? needed : [seeing];
}
