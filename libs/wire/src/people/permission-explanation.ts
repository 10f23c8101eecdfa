import type { PermissionExplanation } from '@slipway/domain';
import { z } from 'zod';
import { list } from '../format/scalars.ts';

const kinds = ['USER', 'ROLE', 'TEAM', 'OWNER', 'PARTICIPANT', 'PLACE'] as const;

/** Why a user has a permission or lacks it (an extension). */
export const permissionExplanationAnswer = z
  .object({
    username: z.string(),
    permission: z.string(),
    id: z.string().optional().describe('of the requested object'),
    granted: z.boolean(),
    sentence: z.string(),
    reasons: list(
      z.object({
        kind: z.enum(kinds),
        grants: z.boolean(),
        sentence: z.string(),
        role: z.string().optional(),
        team: z.string().optional(),
      }),
    ).describe('every role and team that decides it'),
  })
  .meta({ id: 'PermissionExplanation' });

export type PermissionExplanationAnswer = z.output<typeof permissionExplanationAnswer>;

interface Asked {
  readonly username: string;
  readonly permission: string;
  readonly id: string | null;
}

/** Renders an explanation. */
export const showPermissionExplanation = (
  { username, permission, id }: Asked,
  { granted, sentence, reasons }: PermissionExplanation,
): PermissionExplanationAnswer => ({ username, permission, id: id ?? undefined, granted, sentence, reasons });
