/** The assessors of the risk of a release. In each row, at most one has a finding (states.md, Risk). */
export const riskAssessorNames = [
  'ReleaseFlaggedAtRiskAssessor',
  'ReleaseFlaggedAttentionNeededRiskAssessor',
  'ReleaseStatusFailedRiskAssessor',
  'ReleaseStatusFailingRiskAssessor',
  'TaskWithOneFlagAtRiskRiskAssessor',
  'TaskWithTwoOrThreeFlagsAtRiskRiskAssessor',
  'TaskWithFourFiveOrSixFlagsAtRiskRiskAssessor',
  'TaskWithMoreThanSixFlagsAtRiskRiskAssessor',
  'TaskWithOneFlagNeedsAttentionRiskAssessor',
  'TaskWithTwoOrThreeFlagsNeedsAttentionRiskAssessor',
  'TaskWithFourFiveOrSixFlagsNeedsAttentionRiskAssessor',
  'TaskWithMoreThanSixFlagsNeedsAttentionRiskAssessor',
  'ReleaseDueDateRiskAssessor',
  'OneTaskOverDueRiskAssessor',
  'MoreThanOneTaskOverDueRiskAssessor',
  'TaskRetriesRiskAssessor',
  'TaskRetriesRiskAssessor2Retries',
  'TaskRetriesRiskAssessor3Retries',
  'TaskRetriesRiskAssessor4Retries',
  'TaskRetriesRiskAssessor5Retries',
  'TaskRetriesRiskAssessorMoreThan5Retries',
] as const;
export type RiskAssessorName = (typeof riskAssessorNames)[number];

/** The finding of an assessor for a release, and its score in the release's profile, 1 to 100. */
export interface RiskFinding {
  readonly assessor: RiskAssessorName;
  readonly score: number;
}

/** The risk profile and profile version that the scores of a release are computed with, if it is not the default. */
export interface FollowedRiskProfile {
  /** the normalized key by which the release refers to the profile */
  readonly key: string;
  readonly version: number;
}

/** The score of each assessor, 1 to 100; a missing assessor is disabled. */
export type RiskScores = Readonly<Partial<Record<RiskAssessorName, number>>>;

/** A risk profile as releases use it. */
export interface FollowedProfile {
  /** increases whenever the meaning of its key changes */
  readonly version: number;
  /** null: the profile no longer exists, so that the default profile applies */
  readonly scores: RiskScores | null;
}

/** All profiles except the default one, by the keys that releases can use: ids and titles. */
export type RiskProfiles = ReadonlyMap<string, FollowedProfile>;

/** The result of one assessor for a release. */
export interface RiskAssessment {
  readonly assessor: RiskAssessorName;
  readonly score: number;
  readonly headline: string;
  /** the affected parts, one line each: `title: reason` */
  readonly messages: readonly string[];
}
