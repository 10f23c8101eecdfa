import { dueOf, dueOfTask } from '../calendar/overdue.ts';
import { cut } from '../model/errors.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { type RiskAssessment, type RiskAssessorName, type RiskFinding, riskAssessorNames } from '../model/risk.ts';
import { isEnded } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { riskAssessors } from './assessors.ts';
import { isAmber, isLate, isRed, tallyOf } from './findings.ts';

/** The comments of flags of a release and its tasks, by their ids; unknown ones are left out. */
export type FlagComments = (id: string) => string | null | undefined;

/** The headline of an assessor that finds nothing (states.md, Risk). */
const onTrack = 'Release is on track';

/** Lines of one assessment: of more tasks the first are named, and the others counted. */
const mostMessages = 20;
const longestLine = 300;

const line = (title: string, why: string | null | undefined): string => {
  const text = why ? `${title}: ${why}` : title;
  return text.length > longestLine ? `${cut(text, longestLine)}…` : text;
};

const dueLine = (title: string, due: number | null): string =>
  line(title, due === null ? null : `due ${new Date(due).toISOString()}`);

const times = (count: number): string => (count === 1 ? 'failed once' : `failed ${count} times`);

/** The lines of what an assessor has found. */
function linesOf(release: Release, assessor: RiskAssessorName, comments: FlagComments): readonly string[] {
  const open = [...tasksOf(release)].filter(({ run }) => !isEnded(run.status));
  const about = (tasks: readonly Task[], say: (task: Task) => string) => tasks.map(say);
  const flagged = (task: Task) => line(task.definition.title, comments(task.id));
  switch (assessor) {
    case 'ReleaseFlaggedAtRiskAssessor':
    case 'ReleaseFlaggedAttentionNeededRiskAssessor':
      return [line(release.title, comments(release.id))];
    case 'ReleaseStatusFailedRiskAssessor':
    case 'ReleaseStatusFailingRiskAssessor':
      return about(
        open.filter(({ run }) => run.status === 'FAILED'),
        ({ definition }) => line(definition.title, 'failed'),
      );
    case 'TaskWithOneFlagAtRiskRiskAssessor':
    case 'TaskWithTwoOrThreeFlagsAtRiskRiskAssessor':
    case 'TaskWithFourFiveOrSixFlagsAtRiskRiskAssessor':
    case 'TaskWithMoreThanSixFlagsAtRiskRiskAssessor':
      return about(open.filter(isRed), flagged);
    case 'TaskWithOneFlagNeedsAttentionRiskAssessor':
    case 'TaskWithTwoOrThreeFlagsNeedsAttentionRiskAssessor':
    case 'TaskWithFourFiveOrSixFlagsNeedsAttentionRiskAssessor':
    case 'TaskWithMoreThanSixFlagsNeedsAttentionRiskAssessor':
      return about(open.filter(isAmber), flagged);
    case 'ReleaseDueDateRiskAssessor':
      return [dueLine(release.title, dueOf(release))];
    case 'OneTaskOverDueRiskAssessor':
    case 'MoreThanOneTaskOverDueRiskAssessor':
      return about(open.filter(isLate), (task) => dueLine(task.definition.title, dueOfTask(task)));
    case 'TaskRetriesRiskAssessor':
    case 'TaskRetriesRiskAssessor2Retries':
    case 'TaskRetriesRiskAssessor3Retries':
    case 'TaskRetriesRiskAssessor4Retries':
    case 'TaskRetriesRiskAssessor5Retries':
    case 'TaskRetriesRiskAssessorMoreThan5Retries': {
      const { failures } = tallyOf(release);
      return about(
        open.filter(({ run }) => run.failuresCount === failures),
        ({ definition, run }) => line(definition.title, times(run.failuresCount)),
      );
    }
  }
}

function few(lines: readonly string[]): readonly string[] {
  const more = lines.length - mostMessages;
  return more > 0 ? [...lines.slice(0, mostMessages), `and ${more} more`] : lines;
}

const assessmentOf = (release: Release, { assessor, score }: RiskFinding, comments: FlagComments): RiskAssessment => ({
  assessor,
  score,
  headline: riskAssessors[assessor].headline,
  messages: few(linesOf(release, assessor, comments)),
});

/** The assessments with a finding, from the stored state of the release. */
export const foundAssessments = (release: Release, comments: FlagComments): readonly RiskAssessment[] =>
  release.riskFindings.map((finding) => assessmentOf(release, finding, comments));

/** The assessments of all assessors, in their order. */
export function assessmentsOf(release: Release, comments: FlagComments): readonly RiskAssessment[] {
  const found = new Map(foundAssessments(release, comments).map((one) => [one.assessor, one]));
  return riskAssessorNames.map(
    (assessor) => found.get(assessor) ?? { assessor, score: 0, headline: onTrack, messages: [] },
  );
}
