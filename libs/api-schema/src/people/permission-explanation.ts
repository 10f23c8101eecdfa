import type { PermissionExplanation } from '@slipway/domain/people';
import { z } from 'zod';
import { messageResponse, showMessage } from '../format/messages.ts';
import { list } from '../format/scalars.ts';

const kinds = ['USER', 'ROLE', 'TEAM', 'OWNER', 'PARTICIPANT', 'PLACE'] as const;

/** Why a user has a permission or lacks it (an extension). */
export const permissionExplanationResponse = z
  .object({
    username: z.string(),
    permission: z.string(),
    id: z.string().optional().describe('of the requested object'),
    granted: z.boolean(),
    ...messageResponse,
    reasons: list(
      z.object({
        kind: z.enum(kinds),
        grants: z.boolean(),
        ...messageResponse,
        role: z.string().optional(),
        team: z.string().optional(),
      }),
    ).describe('every role and team that decides it'),
  })
  .meta({ id: 'PermissionExplanation' });

export type PermissionExplanationResponse = z.output<typeof permissionExplanationResponse>;

interface ExplainedPermission {
  readonly username: string;
  readonly permission: string;
  readonly id: string | null;
}

/** Renders the explanation of a permission. */
export const showPermissionExplanation = (
  { username, permission, id }: ExplainedPermission,
  { granted, message, reasons }: PermissionExplanation,
): PermissionExplanationResponse => ({
  username,
  permission,
  id: id ?? undefined,
  granted,
  ...showMessage(message),
  reasons: reasons.map(({ message: sentence, ...reason }) => ({ ...reason, ...showMessage(sentence) })),
});
