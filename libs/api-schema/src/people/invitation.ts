import { message } from '@slipway/domain/messages';
import type { Instant } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { expects } from '../format/expects.ts';
import { responseDate } from '../format/scalars.ts';
import { newUserBody } from './user.ts';

/** A request for an invitation (an extension). */
export const invitationBody = newUserBody
  .pick({ fullName: true, email: true })
  .extend({ username: z.string(expects(message('expected.text'))) })
  .meta({ id: 'InvitationRequest' });
export type InvitationBody = z.output<typeof invitationBody>;

/** An invitation, without the secret of its link. */
export const invitationResponse = z
  .object({
    id: z.string(),
    username: z.string(),
    fullName: z.string().optional(),
    email: z.string().optional(),
    invitedBy: z.string(),
    createdDate: responseDate,
    expiryDate: responseDate,
    expired: z.boolean(),
  })
  .meta({ id: 'Invitation' });
export type InvitationResponse = z.output<typeof invitationResponse>;

/** A new invitation. Only this response contains the link. */
export const newInvitationResponse = invitationResponse
  .extend({ path: z.string().describe('the link below the root of this service, which is not shown again') })
  .meta({ id: 'NewInvitation' });
export type NewInvitationResponse = z.output<typeof newInvitationResponse>;

interface InvitationView {
  readonly id: string;
  readonly username: string;
  readonly fullName: string | null;
  readonly email: string | null;
  readonly invitedBy: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** Renders an invitation, without the secret of its link. */
export const showInvitation = (invitation: InvitationView, now: Instant): InvitationResponse => ({
  id: invitation.id,
  username: invitation.username,
  fullName: invitation.fullName ?? undefined,
  email: invitation.email ?? undefined,
  invitedBy: invitation.invitedBy,
  createdDate: showDate(invitation.createdAt),
  expiryDate: showDate(invitation.expiresAt),
  expired: invitation.expiresAt <= now,
});
