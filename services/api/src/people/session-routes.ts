import { list } from '@slipway/api-schema/format';
import { sessionResponse, showSession } from '@slipway/api-schema/people';
import { message } from '@slipway/domain/messages';
import { Invalid, NotFound } from '@slipway/domain/model';
import { requireNoToken } from '@slipway/domain/people';
import { listSessions } from '@slipway/persistence/people';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { refuseOtherSites } from '../http/client/origin.ts';
import type { PlainRequest, PlainRoute } from '../http/plain-route.ts';
import { emptyReply, jsonReply, type Reply } from '../http/reply.ts';
import { type Route, route } from '../http/route.ts';
import { credentialText, readCredentialBody } from './credential-body.ts';
import { endSessions, logOut, startSession } from './sessions.ts';

const loginBody = z.object({ username: credentialText(255), password: credentialText(1024) });

/** The error for an invalid login body. It does not repeat the body, which may contain a password. */
const invalidLoginBody = () =>
  new Invalid(message('login.bodyExpected', { example: '{"username": "…", "password": "…"}' }));

type LoginDeps = Pick<Deps, 'database' | 'login'>;

/** Starts a session. Rejects pages of other sites, which could otherwise log a user in under another name. */
async function logIn(deps: LoginDeps, { message, client }: PlainRequest): Promise<Reply> {
  refuseOtherSites(message.headers, client.ownHosts);
  const { username } = await deps.login(await readCredentialBody(message, loginBody, invalidLoginBody), client.address);
  return { ...jsonReply({ username }), headers: await startSession(deps, message, client, username) };
}

/** Routes for the login and logout of browsers, outside the REST API. */
export const loginRoutes = (deps: LoginDeps): readonly PlainRoute[] => [
  { method: 'POST', path: '/login', answer: (request) => logIn(deps, request) },
  { method: 'POST', path: '/logout', answer: async (request) => emptyReply(204, await logOut(deps.database, request)) },
];

/** Routes for browser sessions (permissions.md, section 6). */
export const sessions: readonly Route[] = [
  route({
    method: 'GET',
    path: '/sessions',
    name: 'getSessions',
    summary: 'Where you are logged in by a browser, in the order in which these sessions began',
    needs: 'anyone',
    reply: list(sessionResponse),
    answer: async ({ database }, { caller, login }) => {
      const current = login.by === 'session' ? login.id : null;
      return (await listSessions(database, caller.username)).map((session) => showSession(session, current));
    },
  }),
  route({
    method: 'DELETE',
    path: '/sessions',
    name: 'deleteSessions',
    summary: 'Logs you out everywhere: ends all of your sessions',
    needs: 'anyone',
    reply: null,
    answer: async ({ database }, { actor, login }) => {
      requireNoToken(login.by, 'deleteSessions');
      await endSessions(database, actor, null);
    },
  }),
  route({
    method: 'DELETE',
    path: '/sessions/{sessionId}',
    name: 'deleteSession',
    summary: 'Ends one of your sessions',
    needs: 'anyone',
    reply: null,
    answer: async ({ database }, { actor, login, path: { sessionId } }) => {
      requireNoToken(login.by, 'deleteSessions');
      const ended = await endSessions(database, actor, sessionId);
      if (ended === 0) throw new NotFound(message('notFound.session', { id: sessionId }));
    },
  }),
];

/** Returns the current user. Build servers use the status of the response to verify the address and the login. */
export const profileRoute: PlainRoute = {
  method: 'GET',
  path: '/profile',
  answer: ({ caller }) => jsonReply({ username: caller?.username }),
};
