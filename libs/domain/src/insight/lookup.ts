import { targetOf } from '../gates/gate.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { awaitedSource } from '../webhooks/event-wait.ts';

/** What is looked up to tell why a release does not move. */
export interface Lookup {
  readonly folderId: string;
  /** last segments of what its gates wait for */
  readonly targetIds: readonly string[];
  /** where its tasks wait for events */
  readonly sourceIds: readonly string[];
  /** tasks that have failed */
  readonly failedIds: readonly string[];
}

/** What is to be looked up before a release or one of its tasks is explained. */
export function lookupFor(release: Release): Lookup {
  const tasks = [...tasksOf(release)];
  const running = tasks.filter(({ run }) => run.status === 'IN_PROGRESS');
  return {
    folderId: release.folderId,
    targetIds: running.flatMap((gate) => gate.definition.dependencies.flatMap((one) => targetOf(gate, one) ?? [])),
    sourceIds: running.flatMap((task) => awaitedSource(task) ?? []),
    failedIds: tasks.flatMap(({ id, run }) => (run.status === 'FAILED' ? [id] : [])),
  };
}
