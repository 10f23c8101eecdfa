import { list } from '@slipway/api-schema/format';
import { liveEvent } from '@slipway/api-schema/live';
import { neededToRead } from '@slipway/domain/people';
import { type Route, route } from '../http/route.ts';
import { StreamedAnswer } from '../http/writing/streamed-answer.ts';
import { readCurrentVersions } from './current-versions.ts';
import { readEventId } from './event-id.ts';
import { parseWatchQuery, watchQuery } from './watch-query.ts';

/** Proxies must forward each event at once, and not cache it. */
const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  Connection: 'close',
};

/** Changes of watched objects (event-streams.md). */
export const live: readonly Route[] = [
  route({
    method: 'GET',
    path: '/live',
    name: 'watch',
    summary:
      'The versions of the watched releases, tasks and lists: a stream of events for clients that accept one, or a list',
    needs: { lists: neededToRead.release },
    query: watchQuery,
    events: liveEvent,
    reply: list(liveEvent),
    answer: async ({ live: streams, database }, { caller, login, query, headers: requestHeaders }) => {
      const streamRequest = { person: caller, login, watched: parseWatchQuery(query) };
      if (!requestHeaders.accept?.includes('text/event-stream'))
        return await readCurrentVersions(database, streamRequest);
      const { bytes, leave } = streams.open({
        ...streamRequest,
        after: readEventId(requestHeaders['last-event-id'] ?? query.after),
      });
      return new StreamedAnswer({ status: 200, headers, bytes, end: leave, isLongLived: true });
    },
  }),
];
