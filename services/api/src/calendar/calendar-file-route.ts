import { hash } from 'node:crypto';
import { ownCalendar, publishedCalendar } from '@slipway/application/calendar';
import { message } from '@slipway/domain/messages';
import { NotFound } from '@slipway/domain/model';
import type { Deps } from '../dependencies/deps.ts';
import { createCache } from '../dependencies/lru-cache.ts';
import { createRateLimiter } from '../dependencies/rate-limiter.ts';
import type { PlainRequest, PlainRoute } from '../http/plain-route.ts';
import { matchesWeakly } from '../http/preconditions.ts';
import { emptyReply, type Reply } from '../http/reply.ts';
import { networkOf } from '../people/login-rate-limiter.ts';
import { hashSecret } from '../people/tokens.ts';

const extension = '.ics';
/** The form of tokens in addresses. */
const secretPattern = /^[0-9a-f]{40}$/;
const hourMs = 3_600_000;
/** The number of unknown addresses that one network may request: equal to its limit of failed logins. */
const guessLimit = { points: 100, windowMs: hourMs, refusal: message('server.tooManyCalendarGuesses') };
/** For ten thousand recently requested addresses, a repeated request does not count as another guess. */
const maxBytes = 2_000_000;
const bytesOf = () => 20;

/** Counts unknown addresses by network; a repeated request does not count again. Throws the errors of the read. */
function createGuessLimiter(now: () => number) {
  const rateLimiter = createRateLimiter(guessLimit, now);
  const recentRequests = createCache<true>(maxBytes, bytesOf, { ttlMs: hourMs, now });
  return async <T>({ path, client }: PlainRequest, read: () => Promise<T>): Promise<T> => {
    const network = networkOf(client.address);
    const key = hash('sha256', `${network} ${path}`, 'base64url');
    if (recentRequests.get(key) === true) return await read();
    // before the calendar is read, so that concurrent guesses count too
    rateLimiter.consume(network);
    try {
      const calendar = await read();
      rateLimiter.refund(network);
      recentRequests.set(key, true);
      return calendar;
    } catch (error) {
      if (error instanceof NotFound) recentRequests.set(key, true);
      else rateLimiter.refund(network);
      throw error;
    }
  };
}

function replyOf(content: string, { message }: PlainRequest): Reply {
  const tag = `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
  const headers = {
    ETag: tag,
    'Cache-Control': 'private, no-cache',
    'Content-Disposition': 'attachment; filename="calendar.ics"',
  };
  const ifNoneMatch = message.headers['if-none-match'];
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, tag)) return emptyReply(304, headers);
  return { status: 200, type: 'text/calendar; charset=utf-8', content, headers };
}

/** Calendars by their secret address, without a login (subscribe-to-a-calendar.md). */
export function calendarFileRoute(deps: Pick<Deps, 'database' | 'engine'>, now = Date.now): PlainRoute {
  const limitGuesses = createGuessLimiter(now);
  return {
    method: 'GET',
    path: '/calendar/*path',
    hidesPath: true,
    answer: async (request) => {
      const { path } = request;
      const secret = path.endsWith(extension) ? path.slice(0, -extension.length) : '';
      const read = () =>
        secretPattern.test(secret) ? ownCalendar(deps, hashSecret(secret), now()) : publishedCalendar(deps, secret);
      return replyOf(await limitGuesses(request, read), request);
    },
  };
}
