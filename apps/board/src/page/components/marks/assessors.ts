import { plural, t } from '../../navigation/text.ts';

type Words = readonly [group: string, title: string];

const flag = t('Release flag');
const status = t('Release status');
const red = t('Tasks flagged red');
const amber = t('Tasks flagged amber');
const due = t('Due dates');
const failures = t('Task failures');
const failed = (count: number): Words => [failures, plural(count, 'Task failed once', 'Task failed # times')];

/** The group and the title of each assessor of the server. */
const words: Readonly<Record<string, Words>> = {
  ReleaseFlaggedAtRiskAssessor: [flag, t('Release flagged red')],
  ReleaseFlaggedAttentionNeededRiskAssessor: [flag, t('Release flagged amber')],
  ReleaseStatusFailedRiskAssessor: [status, t('Release failed')],
  ReleaseStatusFailingRiskAssessor: [status, t('Release failing: a task has failed while others run')],
  TaskWithOneFlagAtRiskRiskAssessor: [red, t('One red task')],
  TaskWithTwoOrThreeFlagsAtRiskRiskAssessor: [red, t('2 or 3 red tasks')],
  TaskWithFourFiveOrSixFlagsAtRiskRiskAssessor: [red, t('4 to 6 red tasks')],
  TaskWithMoreThanSixFlagsAtRiskRiskAssessor: [red, t('More than 6 red tasks')],
  TaskWithOneFlagNeedsAttentionRiskAssessor: [amber, t('One amber task')],
  TaskWithTwoOrThreeFlagsNeedsAttentionRiskAssessor: [amber, t('2 or 3 amber tasks')],
  TaskWithFourFiveOrSixFlagsNeedsAttentionRiskAssessor: [amber, t('4 to 6 amber tasks')],
  TaskWithMoreThanSixFlagsNeedsAttentionRiskAssessor: [amber, t('More than 6 amber tasks')],
  ReleaseDueDateRiskAssessor: [due, t('Release past due')],
  OneTaskOverDueRiskAssessor: [due, t('One current task past due')],
  MoreThanOneTaskOverDueRiskAssessor: [due, t('Several current tasks past due')],
  TaskRetriesRiskAssessor: failed(1),
  TaskRetriesRiskAssessor2Retries: failed(2),
  TaskRetriesRiskAssessor3Retries: failed(3),
  TaskRetriesRiskAssessor4Retries: failed(4),
  TaskRetriesRiskAssessor5Retries: failed(5),
  TaskRetriesRiskAssessorMoreThan5Retries: [failures, t('Task failed more than 5 times')],
};

/**
 * Returns the group and the title of an assessor by its type or id, in the language of the user. `text` is the text of
 * the server, for assessors of a newer version.
 */
export const assessorWords = (typeOrId: string, text: string): Words =>
  words[typeOrId.slice(Math.max(typeOrId.lastIndexOf('.'), typeOrId.lastIndexOf('/')) + 1)] ?? [text, text];
