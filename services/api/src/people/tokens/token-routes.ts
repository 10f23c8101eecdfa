import { list, name, optional } from '@slipway/api-schema/format';
import { newTokenResponse, tokenBody, tokenResponse } from '@slipway/api-schema/people';
import { neededToChange } from '@slipway/domain/people';
import { z } from 'zod';
import { type Route, route } from '../../http/route.ts';
import { createToken, createTokenOf, deleteToken, tokensOf } from './change-tokens.ts';

const query = z.object({ username: optional(name).describe('of another user; left out: yours') });

/** Personal access tokens: logins for programs (permissions.md, Login). */
export const tokens: readonly Route[] = [
  route({
    method: 'GET',
    path: '/personal-access-tokens',
    name: 'getPersonalAccessTokens',
    summary: 'Your tokens, or those of a user, without their texts, in the order in which they were made',
    needs: 'anyone',
    query,
    reply: list(tokenResponse),
    answer: (deps, { query: { username }, ...requester }) => tokensOf(deps, requester, username),
  }),
  route({
    method: 'POST',
    path: '/personal-access-tokens',
    name: 'createPersonalAccessToken',
    summary: 'Makes a token to log in by, for you or a user who cannot log in; its text is in this answer only',
    needs: 'anyone',
    body: tokenBody,
    reply: newTokenResponse,
    returnsSecret: true,
    answer: (deps, { body, ...requester }) => createToken(deps, requester, body),
  }),
  route({
    method: 'POST',
    path: '/personal-access-tokens/{username}',
    name: 'createPersonalAccessTokenOfUser',
    summary: 'Creates a token of a user, with at most the permissions of that user; its text is in this answer only',
    needs: { global: [neededToChange.adminUser], own: 'username' },
    body: tokenBody,
    reply: newTokenResponse,
    returnsSecret: true,
    answer: (deps, { body, path, ...requester }) => createTokenOf(deps, requester, path.username, body),
  }),
  route({
    method: 'DELETE',
    path: '/personal-access-tokens/{tokenId}',
    name: 'deletePersonalAccessToken',
    summary: 'Deletes a token, which is invalid from then on',
    needs: 'anyone',
    reply: null,
    answer: (deps, { path, ...requester }) => deleteToken(deps, requester, path.tokenId),
  }),
];
