/** The assessors of the risk of a release, row by row: of each row one at most finds something (states.md, Risk). */
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

/** What one assessor finds of a release, and what that counts in the profile of the release: 1 to 100. */
export interface RiskFinding {
  readonly assessor: RiskAssessorName;
  readonly score: number;
}

/** Which profile a release has its scores by, where that is not the default one, and in which version. */
export interface FollowedRiskProfile {
  /** what the release calls it by, in the one form that profiles are looked up under */
  readonly key: string;
  readonly version: number;
}

/** What each assessor counts, 1 to 100; one that is not there is disabled. */
export type RiskScores = Readonly<Partial<Record<RiskAssessorName, number>>>;

/** A profile as releases follow it. */
export interface FollowedProfile {
  /** rises whenever what its key means changes */
  readonly version: number;
  /** null: nothing has this name any more, so that the default profile holds */
  readonly scores: RiskScores | null;
}

/** Every profile but the default one, by the keys under which releases name them: their ids, and their titles. */
export type RiskProfiles = ReadonlyMap<string, FollowedProfile>;

/** The result of one assessor for a release. */
export interface RiskAssessment {
  readonly assessor: RiskAssessorName;
  readonly score: number;
  readonly headline: string;
  /** what it is about, one line each: `title: why` */
  readonly messages: readonly string[];
}
