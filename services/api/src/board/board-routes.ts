import { addresses, type Board, type BoardFile, findLanguage } from '@slipway/board';
import { message } from '@slipway/domain/messages';
import { NotFound } from '@slipway/domain/model';
import { acceptsEncoding, isPageRequest, preferredLanguages } from '../http/client/negotiation.ts';
import type { PlainRequest, PlainRoute } from '../http/plain-route.ts';
import { emptyReply, type Reply } from '../http/reply.ts';
import { pagePolicy } from '../http/writing/page-policy.ts';
import { type BoardPage, boardPage } from './board-page.ts';

const securityHeaders = {
  'Content-Security-Policy': pagePolicy,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** A page has the scripts of one language, so its content depends on the request. */
const pageHeaders = { ...securityHeaders, 'Cache-Control': 'no-cache', Vary: 'Accept-Language' };

/** The number of occurrences of a text. */
const countOf = (text: string, part: string): number => text.split(part).length - 1;

/** The requested address, without the query. */
const pathOf = ({ address }: PlainRequest): string => address.split('?', 1)[0] ?? '';

const isCached = ({ message }: PlainRequest, tag: string): boolean => {
  const ifNoneMatch = message.headers['if-none-match'];
  return ifNoneMatch?.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag) === true;
};

interface BoardContext {
  readonly board: Board;
  /** Whether logins by an identity provider are enabled. */
  readonly hasProvider: boolean;
  /** Whether passwords can be reset by mail. */
  readonly resetsPasswords: boolean;
  /** The days after its end after which a release is archived. */
  readonly archiveAfterDays: number;
}

/** The language of the board's English texts, and of a page for which no other language is preferred. */
const defaultLanguage = 'en';

/** The page for a requested address, in the preferred language of the client. */
function pageFor({ board, ...settings }: BoardContext, view: string, request: PlainRequest): BoardPage {
  const depth = Math.max(0, countOf(pathOf(request).slice(request.root.length), '/') - 1);
  const languages = { [defaultLanguage]: board, ...board.translations };
  const language = findLanguage(preferredLanguages(request.message), languages) ?? defaultLanguage;
  return boardPage(board, { ...settings, view, depth, language });
}

function answerView(boardContext: BoardContext, view: string, request: PlainRequest): Reply {
  const path = pathOf(request);
  // the relative paths of the page would be resolved from the root
  if (path !== '' && path === request.root) {
    return emptyReply(308, { ...securityHeaders, Location: `${path.slice(path.lastIndexOf('/') + 1)}/` });
  }
  const { html, tag } = pageFor(boardContext, view, request);
  const headers = { ...pageHeaders, ETag: tag };
  if (isCached(request, tag)) return emptyReply(304, headers);
  return { status: 200, type: 'text/html; charset=utf-8', content: html, headers };
}

/** For unknown addresses outside of the API: the page with a message, for browsers. */
function answerUnknown(boardContext: BoardContext, request: PlainRequest): Reply {
  if (!isPageRequest(request.message) || /^api(?:\/|$)/.test(request.path))
    throw new NotFound(message('notFound.path', { path: pathOf(request) }));
  const { html } = pageFor(boardContext, 'unknown', request);
  return { status: 404, type: 'text/html; charset=utf-8', content: html, headers: pageHeaders };
}

function encodedContent({ plain, gzip, br }: BoardFile, { message }: PlainRequest): Pick<Reply, 'content' | 'headers'> {
  if (acceptsEncoding(message, 'br')) return { content: br, headers: { 'Content-Encoding': 'br' } };
  if (acceptsEncoding(message, 'gzip')) return { content: gzip, headers: { 'Content-Encoding': 'gzip' } };
  return { content: plain, headers: {} };
}

/** A file of the page. Its name contains a hash of its content, so clients never validate it. */
function answerFile({ board }: BoardContext, request: PlainRequest): Reply {
  const file = board.files.get(request.path);
  if (file === undefined) throw new NotFound(message('notFound.boardFile'));
  const { content, headers } = encodedContent(file, request);
  const cacheHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' };
  return { status: 200, type: file.type, content, headers: { ...securityHeaders, ...cacheHeaders, ...headers } };
}

/** The page at the root, without a login: its requests require one. */
export const boardRoutes = (boardContext: BoardContext): readonly PlainRoute[] => [
  ...Object.entries(addresses).map(
    ([name, path]): PlainRoute => ({
      method: 'GET',
      path,
      answer: (request) => answerView(boardContext, name, request),
    }),
  ),
  { method: 'GET', path: '/assets/*path', answer: (request) => answerFile(boardContext, request) },
];

/** The response for paths below the root that no other route has. It is the last route. */
export const unknownAddressRoute = (boardContext: BoardContext): PlainRoute => ({
  method: 'GET',
  path: '/*path',
  answer: (request) => answerUnknown(boardContext, request),
});
