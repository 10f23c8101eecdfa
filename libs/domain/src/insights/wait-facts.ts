import { approvalsOf } from '../gates/approvals.ts';
import { targetOf } from '../gates/gate.ts';
import type { Instant } from '../model/json.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { isGateType, isGroupType } from '../model/task-types.ts';
import { startCategoryOf } from './categories.ts';

/** A wait for another object or for a team, in the run of one task. */
export interface WaitFacts {
  readonly source: 'gate' | 'task' | 'approval';
  /** the team of the gate that waits; null for tasks */
  readonly waitingTeam: string | null;
  /** the team that is awaited; null: no team, or a target */
  readonly awaitedTeam: string | null;
  /** the id of the awaited release, phase or task */
  readonly targetId: string | null;
  readonly from: Instant;
  /** the end of the task; a target can end earlier */
  readonly to: Instant;
}

function gateWaits(release: Release, gate: Task, period: Pick<WaitFacts, 'from' | 'to'>): readonly WaitFacts[] {
  const { definition } = gate;
  const targets = definition.dependencies.flatMap((dependency) => targetOf(gate, dependency) ?? []);
  const teams = approvalsOf(release, gate).counts.map(({ requirement }) => requirement.team ?? requirement.role);
  const common = { waitingTeam: definition.team, ...period };
  return [
    ...[...new Set(targets)].map((targetId) => ({ source: 'gate', awaitedTeam: null, targetId, ...common }) as const),
    ...[...new Set(teams)].map(
      (awaitedTeam) => ({ source: 'approval', awaitedTeam, targetId: null, ...common }) as const,
    ),
    ...(definition.conditions.length > 0 || targets.length + teams.length === 0
      ? [{ source: 'task', awaitedTeam: definition.team, targetId: null, ...common } as const]
      : []),
  ];
}

/** Returns the waits of an ended release: of gates for their targets and approvals, and for manual tasks by team. */
export function waitFactsOf(release: Release): readonly WaitFacts[] {
  return [...tasksOf(release)].flatMap((task): readonly WaitFacts[] => {
    const { definition, run } = task;
    if (run.startDate === null || run.endDate === null || run.endDate === run.startDate) return [];
    if (isGroupType(definition.type)) return [];
    const period = { from: run.startDate, to: run.endDate };
    if (isGateType(definition.type)) return gateWaits(release, task, period);
    if (startCategoryOf(definition.type) !== 'p') return [];
    return [{ source: 'task', waitingTeam: null, awaitedTeam: definition.team, targetId: null, ...period }];
  });
}
