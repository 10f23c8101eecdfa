import type { Instant } from './json.ts';

/** The approvals that a gate requires: by `count` different members of a team, or users with a role. */
export interface ApprovalRequirement {
  readonly count: number;
  /** the name of the team in the scope of the release; null for a role, which takes precedence if both are set */
  readonly team: string | null;
  readonly role: string | null;
  /** Whether approvals of the users who created, started or last changed the gate or its release are ignored. */
  readonly fourEyes: boolean;
  /** Whether verdicts from before the start of the gate count. */
  readonly aheadOfTime: boolean;
  /** Whether the approval covers the whole release, so that each change of its plan makes it stale. */
  readonly wholeRelease: boolean;
}

/** The default of a requirement, for members that a client omits. */
export const blankRequirement: ApprovalRequirement = {
  count: 1,
  team: null,
  role: null,
  fourEyes: true,
  aheadOfTime: false,
  wholeRelease: false,
};

/** The kinds of verdicts. The latest verdict of each user counts. */
export const verdictKinds = ['APPROVED', 'REJECTED', 'WITHDRAWN'] as const;

/** A verdict of a user on a version of a gate. */
export interface Verdict {
  readonly kind: (typeof verdictKinds)[number];
  readonly username: string;
  readonly date: Instant;
  /** the beginning of the comment of the verdict */
  readonly comment: string | null;
  /** the revisions of the gate and of the plan of its release that the user has seen */
  readonly gate: number;
  readonly plan: number;
  /** whether the verdict was given before the gate started */
  readonly ahead: boolean;
  /** the teams and roles of the requirements that the user belonged to at that time */
  readonly teams: readonly string[];
  readonly roles: readonly string[];
}

/** The authors of an object, and the number of its revisions. */
export interface Authorship {
  readonly createdBy: string | null;
  readonly changedBy: string | null;
  /** starts at 1; each change increments it */
  readonly revision: number;
}

/** The authorship of a release. Its revision counts the changes of the plan. */
export interface ReleaseAuthorship extends Authorship {
  readonly startedBy: string | null;
}

/** The authorship of a gate, with all verdicts. */
export interface GateAuthorship extends Authorship {
  /** in chronological order */
  readonly verdicts: readonly Verdict[];
}

export const blankAuthorship: ReleaseAuthorship = { createdBy: null, startedBy: null, changedBy: null, revision: 1 };

/** The authorship of a gate that was created with its plan and has no change and no verdict in this release. */
export const blankGateAuthorship: GateAuthorship = { createdBy: null, changedBy: null, revision: 1, verdicts: [] };
