import type { Instant } from './json.ts';

/** The approvals that a gate requires: of `count` different members of a team, or users with a role. */
export interface ApprovalRequirement {
  readonly count: number;
  /** The name of the team in the scope of the release; null for a role, which has priority if both are set. */
  readonly team: string | null;
  readonly role: string | null;
  /** The users who created, started or last changed the gate or its release do not count. */
  readonly fourEyes: boolean;
  /** Verdicts from before the gate was reached count too. */
  readonly aheadOfTime: boolean;
  /** The approval covers the whole release: each change of its plan makes approvals stale. */
  readonly wholeRelease: boolean;
}

/** What a client leaves out of a requirement. */
export const blankRequirement: ApprovalRequirement = {
  count: 1,
  team: null,
  role: null,
  fourEyes: true,
  aheadOfTime: false,
  wholeRelease: false,
};

/** A verdict on a gate. The latest verdict of each user counts. */
export const verdictKinds = ['APPROVED', 'REJECTED', 'WITHDRAWN'] as const;

/** A verdict of a user on a version of a gate. */
export interface Verdict {
  readonly kind: (typeof verdictKinds)[number];
  readonly username: string;
  readonly date: Instant;
  /** the beginning of the comment that came with it */
  readonly comment: string | null;
  /** The revisions of the gate and of the plan of its release that the user has seen. */
  readonly gate: number;
  readonly plan: number;
  /** the gate did not run yet */
  readonly ahead: boolean;
  /** The teams and roles of the requirements that the user belonged to at that time. */
  readonly teams: readonly string[];
  readonly roles: readonly string[];
}

/** Who has written something, and how often it was changed. */
export interface Authorship {
  readonly createdBy: string | null;
  readonly changedBy: string | null;
  /** from 1; goes up with every change */
  readonly revision: number;
}

/** The same of a release, whose plan it counts. */
export interface ReleaseAuthorship extends Authorship {
  readonly startedBy: string | null;
}

/** The authorship of a gate, with all verdicts. */
export interface GateAuthorship extends Authorship {
  /** In the order in which they were given. */
  readonly verdicts: readonly Verdict[];
}

export const blankAuthorship: ReleaseAuthorship = { createdBy: null, startedBy: null, changedBy: null, revision: 1 };

/** Of a gate that came with its plan and has no change and no verdict in this release. */
export const blankGateAuthorship: GateAuthorship = { createdBy: null, changedBy: null, revision: 1, verdicts: [] };
