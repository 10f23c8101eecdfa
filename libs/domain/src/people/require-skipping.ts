import type { DecisionContext } from '../decision/context.ts';
import { tasksIn } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { gateType } from '../model/task-types.ts';
import { isGranted, mayView, permissionsFor } from './access-attributes.ts';
import { neededToTransitionInAdvance } from './needed-permissions.ts';
import { refusal } from './refusal.ts';

/**
 * Requires the permission to skip each task before the one from which a release restarts. If there are gates among them, the
 * stored author of a script needs it, too. Throws Forbidden, NotVisible.
 */
export function requireSkipping(
  release: Release,
  tasks: readonly Task[],
  { caller, scriptAuthor }: Pick<DecisionContext, 'caller' | 'scriptAuthor'>,
): void {
  const needed = neededToTransitionInAdvance;
  const hasGates = [...tasksIn(tasks)].some(({ definition }) => definition.type === gateType);
  if (scriptAuthor && hasGates) requireSkipping(release, tasks, { caller: scriptAuthor, scriptAuthor: undefined });
  const missing = caller && tasks.find((task) => !isGranted(needed, caller, { release, task }));
  if (!missing) return;
  const [permission] = permissionsFor(needed, { release });
  throw refusal({ permission, what: 'release', id: release.id, mayView: mayView(caller, { release }) });
}
