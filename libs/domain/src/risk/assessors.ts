import type { RiskAssessorName } from '../model/risk.ts';

/** An assessor with its texts for users. */
export interface RiskAssessor {
  readonly title: string;
  readonly description: string;
  /** The title of its group. At most one assessor of a group has a finding. */
  readonly group: string;
  readonly icon: string;
  /** Its score in the default profile. */
  readonly score: number;
  /** The headline of an assessment with a finding. */
  readonly headline: string;
}

const assessorGroup =
  (group: string, icon: string) =>
  (score: number, title: string, description: string, headline: string): RiskAssessor => ({
    title,
    description,
    group,
    icon,
    score,
    headline,
  });
const flag = assessorGroup('Release flag', 'flag');
const status = assessorGroup('Release status', 'status');
const red = assessorGroup('Tasks flagged red', 'task-flag');
const amber = assessorGroup('Tasks flagged amber', 'task-flag');
const releaseDue = assessorGroup('Release due date', 'calendar');
const taskDue = assessorGroup('Task due dates', 'calendar');
const retries = assessorGroup('Task failures', 'retry');

const hasRed = 'Release has tasks flagged as red.';
const hasAmber = 'Release has tasks flagged as amber.';
const failureAssessor = (score: number, times: string) =>
  retries(score, `Task failed ${times}`, `A task that is not done has failed ${times}`, `A task has failed ${times}.`);

/** The catalog of assessors; scores are those of the default profile (states.md, Risk). */
export const riskAssessors: Readonly<Record<RiskAssessorName, RiskAssessor>> = {
  ReleaseFlaggedAtRiskAssessor: flag(
    80,
    'Release flagged red',
    'The release has a red flag',
    'Release is flagged as red.',
  ),
  ReleaseFlaggedAttentionNeededRiskAssessor: flag(
    30,
    'Release flagged amber',
    'The release has an amber flag',
    'Release is flagged as amber.',
  ),
  ReleaseStatusFailedRiskAssessor: status(
    90,
    'Release failed',
    'The release halts at a failed task',
    'Release has failed.',
  ),
  ReleaseStatusFailingRiskAssessor: status(
    70,
    'Release failing',
    'A task has failed while others still run',
    'Release is failing.',
  ),
  TaskWithOneFlagAtRiskRiskAssessor: red(65, 'One red task', 'One task has a red flag', hasRed),
  TaskWithTwoOrThreeFlagsAtRiskRiskAssessor: red(70, '2 or 3 red tasks', '2 or 3 tasks have a red flag', hasRed),
  TaskWithFourFiveOrSixFlagsAtRiskRiskAssessor: red(75, '4 to 6 red tasks', '4 to 6 tasks have a red flag', hasRed),
  TaskWithMoreThanSixFlagsAtRiskRiskAssessor: red(
    80,
    'More than 6 red tasks',
    'More than 6 tasks have a red flag',
    hasRed,
  ),
  TaskWithOneFlagNeedsAttentionRiskAssessor: amber(10, 'One amber task', 'One task has an amber flag', hasAmber),
  TaskWithTwoOrThreeFlagsNeedsAttentionRiskAssessor: amber(
    20,
    '2 or 3 amber tasks',
    '2 or 3 tasks have an amber flag',
    hasAmber,
  ),
  TaskWithFourFiveOrSixFlagsNeedsAttentionRiskAssessor: amber(
    30,
    '4 to 6 amber tasks',
    '4 to 6 tasks have an amber flag',
    hasAmber,
  ),
  TaskWithMoreThanSixFlagsNeedsAttentionRiskAssessor: amber(
    40,
    'More than 6 amber tasks',
    'More than 6 tasks have an amber flag',
    hasAmber,
  ),
  ReleaseDueDateRiskAssessor: releaseDue(
    30,
    'Release past due',
    'The due date of the release has passed',
    'Release is past its due date.',
  ),
  OneTaskOverDueRiskAssessor: taskDue(
    25,
    'One task past due',
    'The due date of one current task has passed',
    'A task is past its due date.',
  ),
  MoreThanOneTaskOverDueRiskAssessor: taskDue(
    35,
    'Tasks past due',
    'The due dates of several current tasks have passed',
    'Tasks are past their due dates.',
  ),
  TaskRetriesRiskAssessor: failureAssessor(50, 'once'),
  TaskRetriesRiskAssessor2Retries: failureAssessor(60, '2 times'),
  TaskRetriesRiskAssessor3Retries: failureAssessor(70, '3 times'),
  TaskRetriesRiskAssessor4Retries: failureAssessor(80, '4 times'),
  TaskRetriesRiskAssessor5Retries: failureAssessor(90, '5 times'),
  TaskRetriesRiskAssessorMoreThan5Retries: failureAssessor(100, 'more than 5 times'),
};
