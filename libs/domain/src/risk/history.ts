import type { RiskRecord } from '../decision/outcome.ts';
import type { Instant } from '../model/json.ts';
import type { Passive } from '../model/passive.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { RiskAssessment, RiskAssessorName } from '../model/risk.ts';
import { assessmentsWithFindings, type FlagComments } from './assessments.ts';

type CommentedPassive = Passive<{ readonly flagComment: string | null }>;

/** Returns the comment of a flag if the decision has loaded or changed it. */
const commentIn = (passive: CommentedPassive): string | null | undefined =>
  passive.kind === 'new' ? passive.value.flagComment : passive.changes?.flagComment;

function commentsIn(release: Release): FlagComments {
  const comments = new Map([...tasksOf(release)].map(({ id, passive }) => [id, commentIn(passive)]));
  return (id) => (id === release.id ? commentIn(release.passive) : comments.get(id));
}

/** Returns the record of a decision that changes the risk scores of a release; null if they do not change. */
export function riskRecord(before: Release, after: Release, at: Instant, username: string): RiskRecord | null {
  const { riskScore: score, totalRiskScore: totalScore, riskProfile } = after;
  if (score === before.riskScore && totalScore === before.totalRiskScore) return null;
  return {
    at,
    score,
    totalScore,
    riskProfile,
    username,
    assessments: assessmentsWithFindings(after, commentsIn(after)),
  };
}

/** The score of an assessor before and after a change. */
export interface RiskReason extends Omit<RiskAssessment, 'score'> {
  readonly from: number;
  readonly to: number;
}

/** Returns the assessors whose scores differ: those with a finding after the change first, then those without. */
export function reasonsBetween(
  before: readonly RiskAssessment[],
  after: readonly RiskAssessment[],
): readonly RiskReason[] {
  const scoresBefore = new Map(before.map((assessment) => [assessment.assessor, assessment]));
  const scoresAfter = new Map(after.map((assessment) => [assessment.assessor, assessment]));
  const reason = (assessor: RiskAssessorName, assessment: RiskAssessment): RiskReason => {
    const { headline, messages } = assessment;
    return {
      assessor,
      headline,
      messages,
      from: scoresBefore.get(assessor)?.score ?? 0,
      to: scoresAfter.get(assessor)?.score ?? 0,
    };
  };
  const addedReasons = after.map((assessment) => reason(assessment.assessor, assessment));
  const removedReasons = before
    .filter(({ assessor }) => !scoresAfter.has(assessor))
    .map((assessment) => reason(assessment.assessor, assessment));
  return [...addedReasons, ...removedReasons].filter(({ from, to }) => from !== to);
}
