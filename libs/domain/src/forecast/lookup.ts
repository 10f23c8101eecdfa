import type { ExistingApprovers } from '../gates/approval-messages.ts';
import { targetOf } from '../gates/gate.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { awaitedSourceId } from '../webhooks/event-wait.ts';

/** The data to load before a release or one of its tasks is explained. */
export interface ExplanationLookup {
  readonly releaseId: string;
  readonly folderId: string;
  /** The last segments of the ids of the targets of its gates. */
  readonly targetIds: readonly string[];
  /** The event sources of its tasks. */
  readonly sourceIds: readonly string[];
  /** The names of the teams and roles in the approval requirements of its gates. */
  readonly approvers: ExistingApprovers;
  /** The failed tasks. */
  readonly failedIds: readonly string[];
}

/** Returns the data to load before a release or one of its tasks is explained. */
export function explanationLookupFor(release: Release): ExplanationLookup {
  const tasks = [...tasksOf(release)];
  const running = tasks.filter(({ run }) => run.status === 'IN_PROGRESS');
  const requirements = running.flatMap(({ definition }) => definition.approvalRequirements);
  return {
    releaseId: release.id,
    folderId: release.folderId,
    targetIds: running.flatMap((gate) =>
      gate.definition.dependencies.flatMap((dependency) => targetOf(gate, dependency) ?? []),
    ),
    sourceIds: running.flatMap((task) => awaitedSourceId(task) ?? []),
    approvers: {
      teams: requirements.flatMap(({ team, role }) => (role === null && team !== null ? [team] : [])),
      roles: requirements.flatMap(({ role }) => role ?? []),
    },
    failedIds: tasks.flatMap(({ id, run }) => (run.status === 'FAILED' ? [id] : [])),
  };
}
