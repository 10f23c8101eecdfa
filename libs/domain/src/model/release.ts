import type { ReleaseAuthorship } from './approval.ts';
import type { Attachment } from './attachment.ts';
import type { Instant, Json } from './json.ts';
import type { Passive } from './passive.ts';
import type { Phase } from './phase.ts';
import type { FollowedRiskProfile, RiskFinding } from './risk.ts';
import type { FlagStatus, ReleaseStatus } from './status.ts';
import type { Variable } from './variable.ts';

/**
 * The fields of a release or template that a client can set and that rules or queries read (rest-api.md, section
 * Release and template).
 */
export interface ReleaseFields {
  readonly title: string;
  readonly owner: string | null;
  readonly scheduledStartDate: Instant | null;
  readonly dueDate: Instant | null;
  /** seconds */
  readonly plannedDuration: number | null;
  readonly flagStatus: FlagStatus;
  readonly tags: readonly string[];
  readonly autoStart: boolean;
  readonly abortOnFailure: boolean;
  readonly allowPasswordsInAllFields: boolean;
  readonly maxConcurrentReleases: number;
  readonly scriptUsername: string | null;
  readonly riskProfile: string;
}

/** The kinds of plans (rest-operations.md, newer objects). */
export const releaseKinds = ['RELEASE', 'WORKFLOW'] as const;
export type ReleaseKind = (typeof releaseKinds)[number];

/** The part of a release that no rule of the flow reads. */
export interface ReleasePassive {
  readonly description: string | null;
  readonly flagComment: string | null;
  readonly calendarPublished: boolean;
  readonly tutorial: boolean;
  readonly disableNotifications: boolean;
  readonly archiveRelease: boolean;
  readonly allowConcurrentReleasesFromTrigger: boolean;
  readonly variableMapping: Readonly<Record<string, string>>;
  readonly memberViewers: readonly string[];
  readonly roleViewers: readonly string[];
  /** in the order of their upload */
  readonly attachments: readonly Attachment[];
  readonly extensions: readonly Json[];
  readonly kind: ReleaseKind;
  readonly categories: readonly string[];
  readonly author: string | null;
  readonly logo: Json;
  readonly defaultTargetFolderId: string | null;
  readonly allowTargetFolderOverride: boolean;
  /** encrypted text, or null */
  readonly scriptUserPassword: string | null;
}

/** A release or a template: the state that commands and facts change. */
export interface Release extends ReleaseFields {
  readonly id: string;
  /** the id of its folder; `Applications` at the top level */
  readonly folderId: string;
  readonly status: ReleaseStatus;
  readonly startDate: Instant | null;
  readonly endDate: Instant | null;
  readonly overdueNotified: boolean;
  /** Whether it was FAILING or FAILED at least once. */
  readonly hasFailed: boolean;
  /** when it was paused, resumed, paused again and so on */
  readonly pauses: readonly Instant[];
  readonly automatedResumeCount: number;
  readonly maxAutomatedResumes: number;
  readonly abortComment: string | null;
  readonly originTemplateId: string | null;
  readonly createdFromTrigger: boolean;
  readonly startedFromTaskId: string | null;
  readonly calendarLinkToken: string | null;
  /** the number of create-release tasks between this release and a user */
  readonly depth: number;
  /** the id of the run-as user's personal access token that limits its scripts; null: no limit */
  readonly scriptTokenId: string | null;
  /** the user who last set `scriptUsername`; null: it was never set, or was set before this field existed */
  readonly scriptUserSetBy: string | null;
  readonly archived: boolean;
  /** the users who created, started and last changed it, and the revision of its plan */
  readonly authorship: ReleaseAuthorship;
  readonly variables: readonly Variable[];
  /** the highest score of an assessor, 0 to 100 */
  readonly riskScore: number;
  /** the sum of the scores of all assessors */
  readonly totalRiskScore: number;
  /** the parts of the scores, in the order of the assessors */
  readonly riskFindings: readonly RiskFinding[];
  /** null: the default profile, or the release has no risk */
  readonly riskFollows: FollowedRiskProfile | null;
  /** the most severe flag of the release and of its open phases and tasks */
  readonly realFlagStatus: FlagStatus;
  readonly passive: Passive<ReleasePassive>;
  readonly phases: readonly Phase[];
}

/** The default risk profile. */
export const defaultRiskProfile = 'Configuration/riskProfiles/RiskProfileDefault';

export const blankRelease: ReleaseFields = {
  title: 'New Release',
  owner: null,
  scheduledStartDate: null,
  dueDate: null,
  plannedDuration: null,
  flagStatus: 'OK',
  tags: [],
  autoStart: false,
  abortOnFailure: false,
  allowPasswordsInAllFields: false,
  maxConcurrentReleases: 100,
  scriptUsername: null,
  riskProfile: defaultRiskProfile,
};

/** Defaults of the passive part of a new release or template. */
export const blankReleasePassive: ReleasePassive = {
  description: null,
  flagComment: null,
  calendarPublished: false,
  tutorial: false,
  disableNotifications: false,
  archiveRelease: true,
  allowConcurrentReleasesFromTrigger: true,
  variableMapping: {},
  memberViewers: [],
  roleViewers: [],
  attachments: [],
  extensions: [],
  kind: 'RELEASE',
  categories: [],
  author: null,
  logo: null,
  defaultTargetFolderId: null,
  allowTargetFolderOverride: true,
  scriptUserPassword: null,
};
