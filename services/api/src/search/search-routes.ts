import { expects, flag, list, listUpTo, oneOf, optional, wholeNumber } from '@slipway/api-schema/format';
import { type ReleaseResponse, releaseResponse } from '@slipway/api-schema/plans';
import { type FilterBody, filterBody, overviewResponse, showOverview } from '@slipway/api-schema/search';
import { type LargePage, renderPage, renderSummaries } from '@slipway/application/plans';
import {
  countByStatus,
  findReleaseIds,
  findReleaseIdsByTitle,
  findTemplateIds,
  type Search,
} from '@slipway/application/search';
import { message } from '@slipway/domain/messages';
import { maxSearchTags, type ReleaseStatus } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { Page } from '@slipway/persistence/search';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import type { StreamedAnswer } from '../http/writing/streamed-answer.ts';
import { streamedJson } from '../http/writing/streamed-json.ts';
import { teamsText } from './listed-releases.ts';

const maxPageSize = 1000;

export const paging = z.object({
  page: optional(wholeNumber()).describe('from 0'),
  resultsPerPage: optional(wholeNumber()).describe('default 100, at most 1000'),
  view: optional(oneOf(['summary'], message('expected.only', { value: 'summary' }))).describe(
    'summary: without phases',
  ),
});
type Paging = z.output<typeof paging>;

const depth = optional(wholeNumber()).describe('accepted; whole releases are answered');

/** Converts query parameters to a range of results. `page` is a page number, or the number of results to skip. */
export function pageOf({ page = 0, resultsPerPage = 100 }: Paging, isOffset = false): Page {
  const limit = Math.min(resultsPerPage, maxPageSize);
  return { limit, offset: isOffset ? page : page * limit };
}

type PagedSearch = Search & { readonly phases: boolean };

async function findPage(deps: Deps, { phases, ...search }: PagedSearch): Promise<ReleaseResponse[] | LargePage> {
  const results = { ids: await findReleaseIds(deps, search), archived: search.archived };
  return phases
    ? await renderPage(deps, search.caller, results, deps.acquireAnswerSlot)
    : await renderSummaries(deps, search.caller, results);
}

/** Returns a page as a response. A page that is too large for memory is streamed while it is read. */
const pageAnswer = (page: ReleaseResponse[] | LargePage): ReleaseResponse[] | StreamedAnswer =>
  Array.isArray(page) ? page : streamedJson(page.releases);

export const searchPage = async (deps: Deps, search: PagedSearch): Promise<ReleaseResponse[] | StreamedAnswer> =>
  pageAnswer(await findPage(deps, search));

/** Renders a page of live templates. */
export async function templatePage(deps: Deps, caller: Person, ids: readonly string[], { view }: Paging) {
  const results = { ids, archived: false };
  if (view === 'summary') return await renderSummaries(deps, caller, results);
  return pageAnswer(await renderPage(deps, caller, results, deps.acquireAnswerSlot));
}

const fullPaging = paging.extend({
  archivePage: optional(wholeNumber()).describe('page unless given'),
  archiveResultsPerPage: optional(wholeNumber()).describe('resultsPerPage unless given'),
});

const pagedAnswer = z
  .object({ page: z.int(), size: z.int(), releases: list(releaseResponse) })
  .meta({ id: 'ReleaseSearchResult' });

async function fullSearch(deps: Deps, caller: Person, body: FilterBody, query: z.output<typeof fullPaging>) {
  const { page = 0, resultsPerPage, archivePage = page, archiveResultsPerPage = resultsPerPage } = query;
  const phases = query.view !== 'summary';
  const common = { caller, body, phases };
  const live = body.onlyArchived ? [] : await findPage(deps, { ...common, archived: false, page: pageOf(query) });
  const archived = await findPage(deps, {
    ...common,
    archived: true,
    page: pageOf({ page: archivePage, resultsPerPage: archiveResultsPerPage, view: undefined }),
  });
  if (Array.isArray(live) && Array.isArray(archived)) {
    return {
      live: { page, size: live.length, releases: live },
      archived: { page: archivePage, size: archived.length, releases: archived },
    };
  }
  const withSize = (results: ReleaseResponse[] | LargePage) =>
    Array.isArray(results) ? { size: results.length, releases: results } : results;
  return streamedJson({ live: { page, ...withSize(live) }, archived: { page: archivePage, ...withSize(archived) } });
}

const countAnswer = z
  .object({ total: z.int(), byStatus: z.record(z.string(), z.int()) })
  .meta({ id: 'ReleaseCountResult' });

type Counts = ReadonlyMap<ReleaseStatus, number>;

const sumCounts = (...counts: readonly Counts[]): z.output<typeof countAnswer> => {
  const byStatus: Record<string, number> = {};
  for (const [status, count] of counts.flatMap((statusCounts) => [...statusCounts]))
    byStatus[status] = (byStatus[status] ?? 0) + count;
  return { total: Object.values(byStatus).reduce((sum, count) => sum + count, 0), byStatus };
};

async function count(deps: Deps, caller: Person, body: FilterBody) {
  const { live, archived } = await countByStatus(deps, caller, body);
  return { live: sumCounts(live), archived: sumCounts(archived), all: sumCounts(live, archived) };
}

const emptyFilter = filterBody.parse({});

const searchQuery = paging.extend({ pageIsOffset: optional(flag) });

/** Routes that find releases (rest-api.md, Find releases by title, Search releases, Full search, Count releases). */
export const search: readonly Route[] = [
  route({
    method: 'GET',
    path: '/releases/byTitle',
    name: 'searchReleasesByTitle',
    effect: 'replicaRead',
    summary: 'The releases with this title, without templates',
    needs: { lists: neededToRead.releasesByTitle },
    query: z.object({ releaseTitle: z.string(expects(message('expected.text'))) }),
    reply: list(releaseResponse),
    answer: async (deps, { caller, query }) => {
      const ids = await findReleaseIdsByTitle(deps, caller, query.releaseTitle);
      return pageAnswer(await renderPage(deps, caller, { ids, archived: false }, deps.acquireAnswerSlot));
    },
  }),
  route({
    method: 'POST',
    path: '/releases/search',
    name: 'searchReleases',
    summary: 'The releases that match a filter, one page of them',
    needs: { lists: neededToRead.releases },
    effect: 'replicaRead',
    query: searchQuery,
    body: jsonBody(filterBody),
    reply: list(releaseResponse),
    answer: (deps, { caller, query, body }) =>
      searchPage(deps, {
        caller,
        body,
        archived: body.onlyArchived ?? false,
        page: pageOf(query, query.pageIsOffset),
        phases: query.view !== 'summary',
      }),
  }),
  route({
    method: 'POST',
    path: '/releases/search/overview',
    name: 'searchReleasesOverview',
    summary: 'The same without phases, with moments as numbers: one row of a list each',
    needs: { lists: neededToRead.releases },
    effect: 'replicaRead',
    query: searchQuery.extend({ teams: optional(flag).describe(teamsText) }),
    body: jsonBody(filterBody),
    reply: list(overviewResponse),
    answer: async (deps, { caller, query, body }) => {
      const archived = body.onlyArchived ?? false;
      const page = pageOf(query, query.pageIsOffset);
      const ids = await findReleaseIds(deps, { caller, body, archived, page });
      const summaries = await renderSummaries(deps, caller, { ids, archived });
      return summaries.map((summary) => showOverview(summary, { hasTeams: query.teams ?? true }));
    },
  }),
  route({
    method: 'POST',
    path: '/releases/fullSearch',
    name: 'fullSearchReleases',
    summary: 'The live and the archived releases that match a filter, one page of each',
    needs: { lists: neededToRead.releases },
    effect: 'replicaRead',
    query: fullPaging,
    body: jsonBody(filterBody),
    reply: z.object({ live: pagedAnswer, archived: pagedAnswer }).meta({ id: 'ReleaseFullSearchResult' }),
    answer: (deps, { caller, query, body }) => fullSearch(deps, caller, body, query),
  }),
  route({
    method: 'POST',
    path: '/releases/count',
    name: 'countReleases',
    summary: 'How many live and archived releases match a filter, by status',
    needs: { lists: neededToRead.releases },
    effect: 'replicaRead',
    body: jsonBody(filterBody),
    reply: z.object({ live: countAnswer, archived: countAnswer, all: countAnswer }).meta({ id: 'ReleaseCountResults' }),
    answer: (deps, { caller, body }) => count(deps, caller, body),
  }),
  route({
    method: 'GET',
    path: '/releases',
    name: 'getReleases',
    effect: 'replicaRead',
    summary: 'All live releases, one page of them',
    needs: { lists: neededToRead.releases },
    query: paging.extend({ depth }),
    reply: list(releaseResponse),
    answer: (deps, { caller, query }) =>
      searchPage(deps, {
        caller,
        body: emptyFilter,
        archived: false,
        page: pageOf(query),
        phases: query.view !== 'summary',
      }),
  }),
  route({
    method: 'GET',
    path: '/templates',
    name: 'getTemplates',
    effect: 'replicaRead',
    summary: 'The templates by title, one page of them',
    needs: { lists: neededToRead.templates },
    query: paging.extend({
      depth,
      title: optional(z.string()).describe('part of the title'),
      filter: optional(z.string()).describe('older name of title'),
      folderId: optional(z.string()).describe('those that are directly in this folder'),
      tag: optional(z.union([z.string().transform((tag) => [tag]), listUpTo(maxSearchTags, z.string())])).describe(
        'all of these; empty ones do not count',
      ),
    }),
    reply: list(releaseResponse),
    answer: async (deps, { caller, query }) => {
      const filter = {
        title: query.title ?? query.filter,
        tags: query.tag,
        folderId: query.folderId ? query.folderId : null,
      };
      const ids = await findTemplateIds(deps, caller, filter, pageOf(query));
      return await templatePage(deps, caller, ids, query);
    },
  }),
];
