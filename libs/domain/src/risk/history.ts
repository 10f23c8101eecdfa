import type { RiskRecord } from '../decision/outcome.ts';
import type { Instant } from '../model/json.ts';
import type { Passive } from '../model/passive.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { RiskAssessment, RiskAssessorName } from '../model/risk.ts';
import { type FlagComments, foundAssessments } from './assessments.ts';

type Commented = Passive<{ readonly flagComment: string | null }>;

/** The comment of a flag, if the decision has loaded or changed it. */
const commentIn = (passive: Commented): string | null | undefined =>
  passive.kind === 'new' ? passive.value.flagComment : passive.changes?.flagComment;

function commentsIn(release: Release): FlagComments {
  const known = new Map([...tasksOf(release)].map(({ id, passive }) => [id, commentIn(passive)]));
  return (id) => (id === release.id ? commentIn(release.passive) : known.get(id));
}

/** The record of a decision that changes the scores of a release; null where it leaves them. */
export function riskRecord(before: Release, after: Release, at: Instant, username: string): RiskRecord | null {
  const { riskScore: score, totalRiskScore: totalScore, riskProfile } = after;
  if (score === before.riskScore && totalScore === before.totalRiskScore) return null;
  return { at, score, totalScore, riskProfile, username, assessments: foundAssessments(after, commentsIn(after)) };
}

/** What an assessor counted before, and what it counts since. */
export interface RiskReason extends Omit<RiskAssessment, 'score'> {
  readonly from: number;
  readonly to: number;
}

/** Why a score is another than before: the assessors that count something else now, those that began first. */
export function reasonsBetween(
  before: readonly RiskAssessment[],
  after: readonly RiskAssessment[],
): readonly RiskReason[] {
  const was = new Map(before.map((one) => [one.assessor, one]));
  const is = new Map(after.map((one) => [one.assessor, one]));
  const reason = (assessor: RiskAssessorName, told: RiskAssessment): RiskReason => {
    const { headline, messages } = told;
    return { assessor, headline, messages, from: was.get(assessor)?.score ?? 0, to: is.get(assessor)?.score ?? 0 };
  };
  const began = after.map((one) => reason(one.assessor, one));
  const ended = before.filter(({ assessor }) => !is.has(assessor)).map((one) => reason(one.assessor, one));
  return [...began, ...ended].filter(({ from, to }) => from !== to);
}
