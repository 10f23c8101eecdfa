import { list } from '@slipway/api-schema/format';
import { invitationBody, invitationResponse, newInvitationResponse } from '@slipway/api-schema/people';
import { createInvitation, renderInvitations, revokeInvitation } from '@slipway/application/people';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { jsonBody, type Route, route } from '../http/route.ts';
import { createInvitationKey, invitationPath } from './invitation-secret.ts';

/** Routes for invitations of new users. They extend the API of the family. */
export const invitations: readonly Route[] = [
  route({
    method: 'GET',
    path: '/invitations',
    name: 'getInvitations',
    summary: 'The invitations that are neither accepted nor revoked, newest first, without their links',
    needs: { global: [neededToRead.user] },
    reply: list(invitationResponse),
    answer: (deps) => renderInvitations(deps),
  }),
  route({
    method: 'POST',
    path: '/invitations',
    name: 'createInvitation',
    summary: 'Invites a new user by a link, which is valid once within 7 days; only this response has it',
    needs: { global: [neededToChange.user] },
    body: jsonBody(invitationBody),
    reply: newInvitationResponse,
    returnsSecret: true,
    answer: async (deps, request) => {
      const { id, secret, hash } = createInvitationKey();
      const invitation = await createInvitation(deps, request, request.body, { id, hash });
      return { ...invitation, path: invitationPath(id, secret) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/invitations/{invitationId}',
    name: 'deleteInvitation',
    summary: 'Revokes an invitation, whose link is then invalid',
    needs: { global: [neededToChange.user] },
    reply: null,
    answer: (deps, request) => revokeInvitation(deps, request, request.path.invitationId),
  }),
];
