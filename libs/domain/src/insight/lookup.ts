import type { KnownAskers } from '../gates/approval-words.ts';
import { targetOf } from '../gates/gate.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { awaitedSource } from '../webhooks/event-wait.ts';

/** The data that the explanation of a release requires. */
export interface Lookup {
  readonly releaseId: string;
  readonly folderId: string;
  /** last segments of what its gates wait for */
  readonly targetIds: readonly string[];
  /** where its tasks wait for events */
  readonly sourceIds: readonly string[];
  /** names of the teams and roles that its gates ask for approvals of */
  readonly askers: KnownAskers;
  /** tasks that have failed */
  readonly failedIds: readonly string[];
}

/** What is to be looked up before a release or one of its tasks is explained. */
export function lookupFor(release: Release): Lookup {
  const tasks = [...tasksOf(release)];
  const running = tasks.filter(({ run }) => run.status === 'IN_PROGRESS');
  const asked = running.flatMap(({ definition }) => definition.approvalRequirements);
  return {
    releaseId: release.id,
    folderId: release.folderId,
    targetIds: running.flatMap((gate) => gate.definition.dependencies.flatMap((one) => targetOf(gate, one) ?? [])),
    sourceIds: running.flatMap((task) => awaitedSource(task) ?? []),
    askers: {
      teams: asked.flatMap(({ team, role }) => (role === null && team !== null ? [team] : [])),
      roles: asked.flatMap(({ role }) => role ?? []),
    },
    failedIds: tasks.flatMap(({ id, run }) => (run.status === 'FAILED' ? [id] : [])),
  };
}
