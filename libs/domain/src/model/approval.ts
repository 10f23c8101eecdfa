import type { Instant } from './json.ts';

/** Approvals that a gate asks for: of `count` different people who are in a team or have a role. */
export interface ApprovalRequirement {
  readonly count: number;
  /** by its name in the scope of the release; null where a role is asked for, which wins where both are named */
  readonly team: string | null;
  readonly role: string | null;
  /** nobody counts who has created, started or last changed the gate or its release */
  readonly fourEyes: boolean;
  /** what was said before the gate ran counts, too */
  readonly aheadOfTime: boolean;
  /** what is approved is the release with the gate in it: whatever changes its plan makes approvals stale */
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

/** What somebody said of a gate. Of several things that one person has said the last one counts. */
export const verdictKinds = ['APPROVED', 'REJECTED', 'WITHDRAWN'] as const;

/** What one person said of a gate at one time, and of what. */
export interface Verdict {
  readonly kind: (typeof verdictKinds)[number];
  readonly username: string;
  readonly date: Instant;
  /** the beginning of the comment that came with it */
  readonly comment: string | null;
  /** of what it was said: the revisions of the gate and of the plan of its release */
  readonly gate: number;
  readonly plan: number;
  /** the gate did not run yet */
  readonly ahead: boolean;
  /** the teams and roles that the gate asked for and the person was in, at that time */
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

/** The same of a gate, with everything that was said of it. */
export interface Signing extends Authorship {
  /** in the order in which it was said */
  readonly verdicts: readonly Verdict[];
}

export const blankAuthorship: ReleaseAuthorship = { createdBy: null, startedBy: null, changedBy: null, revision: 1 };

/** Of a gate that nobody has written or judged in this release: it came with its plan. */
export const blankSigning: Signing = { createdBy: null, changedBy: null, revision: 1, verdicts: [] };
