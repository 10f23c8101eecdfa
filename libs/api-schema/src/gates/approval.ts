import { type ApprovalState, versionOf, voidMessage } from '@slipway/domain/gates';
import { message } from '@slipway/domain/messages';
import {
  type ApprovalRequirement,
  blankRequirement,
  type Task,
  type Verdict,
  verdictKinds,
} from '@slipway/domain/model';
import { z } from 'zod';
import { withoutUndefined } from '../format/changes.ts';
import { showDate } from '../format/dates.ts';
import { expects } from '../format/expects.ts';
import { messageData, showMessage } from '../format/messages.ts';
import { flag, list, listUpTo, name, optional, responseDate, wholeNumber } from '../format/scalars.ts';

/** The maximum number of requirements of a gate, and of approvals of a requirement. */
const maxRequirements = 20;
const maxApprovals = 100;

/** A required approval of a gate in a request (an extension). */
const requirementBody = z
  .object({
    count: optional(wholeNumber(1, maxApprovals)).describe('the number of different users; 1 without it'),
    team: optional(name).describe('by name, of the folder or release; or else `role`'),
    role: optional(name),
    fourEyes: optional(flag).describe(
      'users who created, started or last changed the gate or its release do not count; true without it',
    ),
    aheadOfTime: optional(flag).describe('verdicts from before the gate was reached count too'),
    wholeRelease: optional(flag).describe('each change of the plan of the release makes approvals stale'),
  })
  .refine(({ team, role }) => (team === undefined) !== (role === undefined), expects(message('expected.teamOrRole')))
  .meta({ id: 'ApprovalRequirementRequest' });

const requirementResponse = z
  .object({
    count: z.int(),
    team: z.string().optional(),
    role: z.string().optional(),
    fourEyes: z.boolean(),
    aheadOfTime: z.boolean(),
    wholeRelease: z.boolean(),
  })
  .meta({ id: 'ApprovalRequirement' });

const verdictResponse = z
  .object({
    verdict: z
      .enum(verdictKinds)
      .describe('WITHDRAWN: the user has withdrawn the verdict, or changed the release since'),
    username: z.string(),
    date: responseDate,
    comment: z.string().optional().describe('its beginning; the comments of the task have it whole'),
    version: z.string().describe('the revisions of the gate and of the plan of its release that the verdict refers to'),
    aheadOfTime: z.boolean().describe('before the flow had reached the gate'),
    teams: list(z.string()).describe("the teams and roles of the gate's requirements that the user belonged to"),
    roles: list(z.string()),
  })
  .meta({ id: 'ApprovalVerdict' });

/** The request members for the approvals of a gate: its requirements, without verdicts. */
export const approvalsBody = {
  approvalRequirements: optional(listUpTo(maxRequirements, requirementBody)),
};
type ApprovalsBody = z.output<z.ZodObject<typeof approvalsBody>>;

/** The response members for the approvals of a gate. They are absent without requirements. */
export const approvalsResponse = {
  approvalRequirements: list(requirementResponse).optional(),
  approvalVerdicts: list(verdictResponse).optional().describe('the verdicts on a gate, in order'),
  approvalVersion: z.string().optional().describe('the version that an approval or rejection now refers to'),
};

export const requirementsIn = ({
  approvalRequirements: all,
}: ApprovalsBody): readonly ApprovalRequirement[] | undefined =>
  all?.map((item) => ({ ...blankRequirement, ...withoutUndefined(item) }));

export const showApprovals = (gate: Task, planRevision: number) =>
  gate.definition.approvalRequirements.length === 0
    ? {}
    : {
        approvalRequirements: gate.definition.approvalRequirements.map(showRequirement),
        approvalVerdicts: (gate.run.signing?.verdicts ?? []).map(showVerdict),
        approvalVersion: versionOf(planRevision, gate),
      };

const showRequirement = ({ team, role, ...rest }: ApprovalRequirement): z.output<typeof requirementResponse> => ({
  ...rest,
  team: team ?? undefined,
  role: role ?? undefined,
});

const showVerdict = ({
  kind,
  date,
  comment,
  gate,
  plan,
  ahead,
  ...rest
}: Verdict): z.output<typeof verdictResponse> => ({
  ...rest,
  verdict: kind,
  date: showDate(date),
  comment: comment ?? undefined,
  version: `${gate}.${plan}`,
  aheadOfTime: ahead,
});

/** The state of the approvals of a gate, in an explanation. */
export const approvalStateResponse = z.object({
  requirements: list(
    requirementResponse.extend({ approvers: list(z.string()), missing: z.int() }).meta({ id: 'ApprovalCount' }),
  ).describe('whose approvals count for what, and how many lack'),
  rejections: list(verdictResponse).describe('each blocks the gate, until its author approves or the gate changes'),
  void: list(verdictResponse.extend({ why: z.string(), ...messageData.shape }).meta({ id: 'VoidVerdict' })).describe(
    'the verdicts that do not count',
  ),
});

export const showApprovalState = ({ counts, rejections, ...state }: ApprovalState) => ({
  requirements: counts.map(({ requirement, approvers, missing }) => ({
    ...showRequirement(requirement),
    approvers,
    missing,
  })),
  rejections: rejections.map(showVerdict),
  void: state.void.map(({ verdict, reason }) => {
    const { sentence: why, ...data } = showMessage(voidMessage(reason, verdict.username));
    return { ...showVerdict(verdict), why, ...data };
  }),
});

/** A verdict of the caller. An absent or empty comment adds none. */
export const verdictBody = z
  .object({
    comment: z
      .string()
      .max(32_768, expects(message('expected.maxCharacters', { max: 32_768 })))
      .nullish(),
    version: z.string().nullish().describe('the `approvalVersion` that was looked at; another one now is refused'),
  })
  .meta({ id: 'ApprovalRequest' });
