import type { ExistingApprovers } from '../gates/approval-messages.ts';
import { targetOf } from '../gates/gate.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { awaitedSourceId } from '../webhooks/event-wait.ts';

/** The data that the explanation of a release requires. */
export interface ExplanationLookup {
  readonly releaseId: string;
  readonly folderId: string;
  /** last segments of what its gates wait for */
  readonly targetIds: readonly string[];
  /** where its tasks wait for events */
  readonly sourceIds: readonly string[];
  /** names of the teams and roles that its gates ask for approvals of */
  readonly approvers: ExistingApprovers;
  /** tasks that have failed */
  readonly failedIds: readonly string[];
}

/** What is to be looked up before a release or one of its tasks is explained. */
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
