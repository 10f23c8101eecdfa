import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { RiskAssessorName, RiskFinding, RiskScores } from '../model/risk.ts';
import { isEnded, isOver, isReached, isTemplate } from '../model/status.ts';
import type { Task } from '../model/task.ts';

/** Counts of unfinished tasks for the risk of their release. */
export interface RiskTally {
  readonly red: number;
  readonly amber: number;
  /** The number of current tasks whose due date has passed. */
  readonly overdue: number;
  /** The maximum number of failures of one task. */
  readonly failures: number;
}

export const isRed = ({ definition }: Task): boolean => definition.flagStatus === 'AT_RISK';
export const isAmber = ({ definition }: Task): boolean => definition.flagStatus === 'ATTENTION_NEEDED';
/** Each decision updates `overdueNotified`, so this check needs no current time. */
export const isLate = ({ run }: Task): boolean => run.overdueNotified && isReached(run.status);

const emptyTally: RiskTally = { red: 0, amber: 0, overdue: 0, failures: 0 };

/** Whether a release can be at risk. Templates and finished releases cannot. */
export const canBeAtRisk = ({ status }: Pick<Release, 'status'>): boolean => !isTemplate(status) && !isOver(status);

export function tallyOf(release: Release): RiskTally {
  if (!canBeAtRisk(release)) return emptyTally;
  let [red, amber, overdue, failures] = [0, 0, 0, 0];
  for (const task of tasksOf(release)) {
    if (isEnded(task.run.status)) continue;
    if (isRed(task)) red += 1;
    if (isAmber(task)) amber += 1;
    if (isLate(task)) overdue += 1;
    failures = Math.max(failures, task.run.failuresCount);
  }
  return { red, amber, overdue, failures };
}

/** The assessors of one count, each with the minimum count for its finding, highest first. */
type Row = readonly (readonly [from: number, assessor: RiskAssessorName])[];

const redRow: Row = [
  [7, 'TaskWithMoreThanSixFlagsAtRiskRiskAssessor'],
  [4, 'TaskWithFourFiveOrSixFlagsAtRiskRiskAssessor'],
  [2, 'TaskWithTwoOrThreeFlagsAtRiskRiskAssessor'],
  [1, 'TaskWithOneFlagAtRiskRiskAssessor'],
];
const amberRow: Row = [
  [7, 'TaskWithMoreThanSixFlagsNeedsAttentionRiskAssessor'],
  [4, 'TaskWithFourFiveOrSixFlagsNeedsAttentionRiskAssessor'],
  [2, 'TaskWithTwoOrThreeFlagsNeedsAttentionRiskAssessor'],
  [1, 'TaskWithOneFlagNeedsAttentionRiskAssessor'],
];
const overdueRow: Row = [
  [2, 'MoreThanOneTaskOverDueRiskAssessor'],
  [1, 'OneTaskOverDueRiskAssessor'],
];
const failureRow: Row = [
  [6, 'TaskRetriesRiskAssessorMoreThan5Retries'],
  [5, 'TaskRetriesRiskAssessor5Retries'],
  [4, 'TaskRetriesRiskAssessor4Retries'],
  [3, 'TaskRetriesRiskAssessor3Retries'],
  [2, 'TaskRetriesRiskAssessor2Retries'],
  [1, 'TaskRetriesRiskAssessor'],
];

const assessorFor = (row: Row, count: number): RiskAssessorName | undefined => row.find(([from]) => count >= from)?.[1];

/** Returns the assessors with a finding, at most one of each row (states.md, Risk). */
function matchingAssessors(release: Release, { red, amber, overdue, failures }: RiskTally) {
  const { flagStatus, status, overdueNotified } = release;
  const candidates: readonly (RiskAssessorName | false | undefined)[] = [
    flagStatus === 'AT_RISK' && 'ReleaseFlaggedAtRiskAssessor',
    flagStatus === 'ATTENTION_NEEDED' && 'ReleaseFlaggedAttentionNeededRiskAssessor',
    status === 'FAILED' && 'ReleaseStatusFailedRiskAssessor',
    status === 'FAILING' && 'ReleaseStatusFailingRiskAssessor',
    assessorFor(redRow, red),
    assessorFor(amberRow, amber),
    overdueNotified && 'ReleaseDueDateRiskAssessor',
    assessorFor(overdueRow, overdue),
    assessorFor(failureRow, failures),
  ];
  return candidates.filter((name) => name !== false && name !== undefined);
}

/** Returns the findings with their scores. An assessor without a score is disabled. */
export function findingsOf(release: Release, tally: RiskTally, scores: RiskScores): readonly RiskFinding[] {
  if (!canBeAtRisk(release)) return [];
  return matchingAssessors(release, tally).flatMap((assessor) => {
    const score = scores[assessor] ?? 0;
    return score > 0 ? [{ assessor, score }] : [];
  });
}
