import { list } from '@slipway/api-schema/format';
import { sessionResponse, showSession } from '@slipway/api-schema/people';
import { clip, NotFound } from '@slipway/domain/model';
import { requireNoToken } from '@slipway/domain/people';
import { listSessions } from '@slipway/persistence/people';
import { type Route, route } from '../../http/route.ts';
import { endSessions } from './end-session.ts';

/** Sessions of browsers (permissions.md, section 6). */
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
      requireNoToken(login.by, 'delete sessions');
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
      requireNoToken(login.by, 'delete sessions');
      const ended = await endSessions(database, actor, sessionId);
      if (ended === 0) throw new NotFound(`there is no session '${clip(sessionId)}'`);
    },
  }),
];
