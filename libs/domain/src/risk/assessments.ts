import { dueOf, dueOfTask } from '../calendar/overdue.ts';
import { textOf } from '../messages/english.ts';
import { type Message, message, plainText } from '../messages/message.ts';
import { truncate } from '../model/errors.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { type RiskAssessment, type RiskAssessorName, type RiskFinding, riskAssessorNames } from '../model/risk.ts';
import { isEnded } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { riskAssessors } from './assessors.ts';
import { isAmber, isLate, isRed, tallyOf } from './findings.ts';

/** Returns the flag comment of a release or task by its id. Undefined: unknown. */
export type FlagComments = (id: string) => string | null | undefined;

/** The headline of an assessor without a finding (states.md, Risk). */
const onTrack = 'Release is on track';

/** The maximum number of lines in an assessment. A last line counts the omitted ones. */
const maxMessages = 20;
const maxLineLength = 300;

const limitLine = (text: string): string => (text.length > maxLineLength ? `${truncate(text, maxLineLength)}…` : text);

const line = (title: string, reason: string | null | undefined): Message =>
  plainText(limitLine(reason ? `${title}: ${reason}` : title));

/** A message, so that clients can show the date in another time zone. */
const dueLine = (title: string, due: number | null): Message =>
  due === null ? line(title, null) : message('risk.due', { title, due });

const failureText = (count: number): string => (count === 1 ? 'failed once' : `failed ${count} times`);

/** Returns the lines about a finding of an assessor. */
function linesOf(release: Release, assessor: RiskAssessorName, comments: FlagComments): readonly Message[] {
  const open = [...tasksOf(release)].filter(({ run }) => !isEnded(run.status));
  const linesFor = (tasks: readonly Task[], lineOf: (task: Task) => Message) => tasks.map(lineOf);
  const flagged = (task: Task) => line(task.definition.title, comments(task.id));
  switch (assessor) {
    case 'ReleaseFlaggedAtRiskAssessor':
    case 'ReleaseFlaggedAttentionNeededRiskAssessor':
      return [line(release.title, comments(release.id))];
    case 'ReleaseStatusFailedRiskAssessor':
    case 'ReleaseStatusFailingRiskAssessor':
      return linesFor(
        open.filter(({ run }) => run.status === 'FAILED'),
        ({ definition }) => line(definition.title, 'failed'),
      );
    case 'TaskWithOneFlagAtRiskRiskAssessor':
    case 'TaskWithTwoOrThreeFlagsAtRiskRiskAssessor':
    case 'TaskWithFourFiveOrSixFlagsAtRiskRiskAssessor':
    case 'TaskWithMoreThanSixFlagsAtRiskRiskAssessor':
      return linesFor(open.filter(isRed), flagged);
    case 'TaskWithOneFlagNeedsAttentionRiskAssessor':
    case 'TaskWithTwoOrThreeFlagsNeedsAttentionRiskAssessor':
    case 'TaskWithFourFiveOrSixFlagsNeedsAttentionRiskAssessor':
    case 'TaskWithMoreThanSixFlagsNeedsAttentionRiskAssessor':
      return linesFor(open.filter(isAmber), flagged);
    case 'ReleaseDueDateRiskAssessor':
      return [dueLine(release.title, dueOf(release))];
    case 'OneTaskOverDueRiskAssessor':
    case 'MoreThanOneTaskOverDueRiskAssessor':
      return linesFor(open.filter(isLate), (task) => dueLine(task.definition.title, dueOfTask(task)));
    case 'TaskRetriesRiskAssessor':
    case 'TaskRetriesRiskAssessor2Retries':
    case 'TaskRetriesRiskAssessor3Retries':
    case 'TaskRetriesRiskAssessor4Retries':
    case 'TaskRetriesRiskAssessor5Retries':
    case 'TaskRetriesRiskAssessorMoreThan5Retries': {
      const { failures } = tallyOf(release);
      return linesFor(
        open.filter(({ run }) => run.failuresCount === failures),
        ({ definition, run }) => line(definition.title, failureText(run.failuresCount)),
      );
    }
  }
}

function limitLines(lines: readonly Message[]): readonly Message[] {
  const extraCount = lines.length - maxMessages;
  return extraCount > 0 ? [...lines.slice(0, maxMessages), plainText(`and ${extraCount} more`)] : lines;
}

/** Returns the lines about a finding, in the order of the texts in its assessment. */
export const findingMessages = (
  release: Release,
  assessor: RiskAssessorName,
  comments: FlagComments,
): readonly Message[] => limitLines(linesOf(release, assessor, comments));

const assessmentOf = (release: Release, { assessor, score }: RiskFinding, comments: FlagComments): RiskAssessment => ({
  assessor,
  score,
  headline: riskAssessors[assessor].headline,
  messages: findingMessages(release, assessor, comments).map(textOf),
});

/** Returns the assessments with a finding, from the stored state of the release. */
export const assessmentsWithFindings = (release: Release, comments: FlagComments): readonly RiskAssessment[] =>
  release.riskFindings.map((finding) => assessmentOf(release, finding, comments));

/** Returns the assessments of all assessors, in their order. */
export function assessmentsOf(release: Release, comments: FlagComments): readonly RiskAssessment[] {
  const byAssessor = new Map(
    assessmentsWithFindings(release, comments).map((assessment) => [assessment.assessor, assessment]),
  );
  return riskAssessorNames.map(
    (assessor) => byAssessor.get(assessor) ?? { assessor, score: 0, headline: onTrack, messages: [] },
  );
}
