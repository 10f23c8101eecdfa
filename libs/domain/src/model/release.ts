import type { ReleaseAuthorship } from './approval.ts';
import type { Attachment } from './attachment.ts';
import type { Instant, Json } from './json.ts';
import type { Passive } from './passive.ts';
import type { Phase } from './phase.ts';
import type { FollowedRiskProfile, RiskFinding } from './risk.ts';
import type { FlagStatus, ReleaseStatus } from './status.ts';
import type { Variable } from './variable.ts';

/** What a client may set on a release or template, of what rules and queries read (rest-api.md, section Release and template). */
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

/** What a plan is for (rest-operations.md, newer objects). */
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
  /** in the order in which they came */
  readonly attachments: readonly Attachment[];
  readonly extensions: readonly Json[];
  readonly kind: ReleaseKind;
  readonly categories: readonly string[];
  readonly author: string | null;
  readonly logo: Json;
  readonly defaultTargetFolderId: string | null;
  readonly allowTargetFolderOverride: boolean;
  /** sealed text, or null */
  readonly scriptUserPassword: string | null;
}

/** A release or a template: the value that commands and facts act on. */
export interface Release extends ReleaseFields {
  readonly id: string;
  /** id of the folder it is in; `Applications` at the top */
  readonly folderId: string;
  readonly status: ReleaseStatus;
  readonly startDate: Instant | null;
  readonly endDate: Instant | null;
  readonly overdueNotified: boolean;
  readonly automatedResumeCount: number;
  readonly maxAutomatedResumes: number;
  readonly abortComment: string | null;
  readonly originTemplateId: string | null;
  readonly createdFromTrigger: boolean;
  readonly startedFromTaskId: string | null;
  readonly calendarLinkToken: string | null;
  /** how many create-release tasks stand between this release and a person */
  readonly depth: number;
  /** of the personal access token by which its scripts run, which is `scriptUsername`'s; null: they run by none */
  readonly scriptTokenId: string | null;
  /** the user who last set `scriptUsername`; null: it was never set, or was set before this member existed */
  readonly scriptUserSetBy: string | null;
  readonly archived: boolean;
  /** who has created, started and last changed it, and how often its plan was changed */
  readonly authorship: ReleaseAuthorship;
  readonly variables: readonly Variable[];
  /** the highest assessor's score, 0 to 100 */
  readonly riskScore: number;
  /** the sum of all assessors' scores */
  readonly totalRiskScore: number;
  /** what the scores are made of, in the order of the assessors */
  readonly riskFindings: readonly RiskFinding[];
  /** null: the default profile, or nothing can be at risk */
  readonly riskFollows: FollowedRiskProfile | null;
  /** the gravest flag of the release and of its open phases and tasks */
  readonly realFlagStatus: FlagStatus;
  readonly passive: Passive<ReleasePassive>;
  readonly phases: readonly Phase[];
}

/** The risk profile of every release that names no other. */
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
