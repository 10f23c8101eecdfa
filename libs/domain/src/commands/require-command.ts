import { type DecisionContext, requireAll } from '../decision/context.ts';
import { findTaskPosition, type TaskPosition, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isTemplate } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { isGranted, mayView, permissionsFor as permissionsAt } from '../people/access-attributes.ts';
import { neededToViewTask, type PermissionRequirement } from '../people/needed-permissions.ts';
import { refusal } from '../people/refusal.ts';
import type { CommandCheck } from './definition/definition.ts';
import { type Command, definitionOf } from './registry.ts';

/**
 * Requires each permission of a command on this release or template (permissions.md, section 2). A command without a
 * caller comes from the product and is not checked. All edits of a plan are checked against the plan before the first
 * edit, so that no edit can grant the permission for the next. Throws Forbidden; NotVisible if the caller may not view
 * the release.
 */
export function requireCommand(release: Release, command: Command, context: DecisionContext): void {
  const { caller } = context;
  if (caller === null) return;
  if (command.type === 'changePlan') {
    requireAll(command.edits.map((edit) => () => requireCommand(release, edit, context)));
    return;
  }
  const taskPosition = taskPositionIn(release, command);
  const { task, allNeeded } = neededFor(command, { release, context, caller }, taskPosition);
  const missing = allNeeded.find((needed) => !isGranted(needed, caller, { release, task }));
  if (missing === undefined) {
    definitionOf(command).move?.requireAtTarget(command, context);
    return;
  }
  const [permission] = permissionsAt(missing, { release });
  const kind = taskPosition ? 'task' : isTemplate(release.status) ? 'template' : 'release';
  throw refusal({
    permission,
    kind,
    id: taskPosition?.task.id ?? release.id,
    mayView: mayView(caller, { release, task }),
  });
}

/** Returns the task of a command, by the id of the task, or of one of its conditions or dependencies. */
function taskPositionIn(release: Release, command: Command): TaskPosition | undefined {
  if ('taskId' in command) return findTaskPosition(release, command.taskId);
  if ('conditionId' in command) return taskPositionWithPart(release, 'conditions', command.conditionId);
  if ('dependencyId' in command) return taskPositionWithPart(release, 'dependencies', command.dependencyId);
  return undefined;
}

function taskPositionWithPart(
  release: Release,
  parts: 'conditions' | 'dependencies',
  id: string,
): TaskPosition | undefined {
  for (const task of tasksOf(release)) {
    if (task.definition[parts].some((part) => part.id === id)) return findTaskPosition(release, task.id);
  }
  return undefined;
}

interface Needed {
  /** the task whose owner and team get permissions */
  readonly task: Task | undefined;
  readonly allNeeded: readonly PermissionRequirement[];
}

/**
 * Returns all permissions that a command requires. If its part does not exist, only the permission to view the release
 * is required, and the command itself reports the missing part.
 */
function neededFor(command: Command, check: CommandCheck, taskPosition: TaskPosition | undefined): Needed {
  const isPart = 'taskId' in command || 'conditionId' in command || 'dependencyId' in command;
  if (isPart && taskPosition === undefined) return { task: undefined, allNeeded: [neededToViewTask] };
  const task = taskPosition?.task;
  const { permission, permissionRule: rule } = definitionOf(command);
  if (rule?.on === 'plan') return { task, allNeeded: rule.needed(command, check) };
  if (rule?.on === 'task' && taskPosition) return { task, allNeeded: rule.needed(command, { ...check, taskPosition }) };
  if (rule?.on !== 'inputTask') return { task, allNeeded: [permission] };
  const inputTask = rule.find(command, check.release, check.caller);
  return { task: inputTask, allNeeded: rule.needed(command, { ...check, inputTask }) };
}
