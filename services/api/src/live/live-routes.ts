import { neededToRead } from '@slipway/domain';
import { list, liveEvent } from '@slipway/wire';
import { type Route, route } from '../http/route.ts';
import { StreamedAnswer } from '../http/writing/streamed-answer.ts';
import { readEventId } from './event-id.ts';
import { versionsNow } from './versions-now.ts';
import { watchedIn, watchQuery } from './watched.ts';

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
    answer: async ({ live: streams, database }, { caller, login, query, headers: sent }) => {
      const opening = { person: caller, login, watched: watchedIn(query) };
      if (!sent.accept?.includes('text/event-stream')) return await versionsNow(database, opening);
      const { bytes, leave } = streams.open({ ...opening, after: readEventId(sent['last-event-id'] ?? query.after) });
      return new StreamedAnswer({ status: 200, headers, bytes, end: leave, lasts: true });
    },
  }),
];
