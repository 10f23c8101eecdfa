import { flag, oneOf, optional, wholeNumber } from '@slipway/api-schema/format';
import { filterBody, type ReleasePageResponse, releasePageResponse } from '@slipway/api-schema/search';
import { findReleasePage, type PageEdge, type PageSearch } from '@slipway/application/search';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import { archivedFlags, listedReleases, teamsText, withTemplateTitles } from './listed-releases.ts';

const maxPageSize = 1_000;

const query = z.object({
  where: optional(oneOf(['live', 'archive'])).describe('live and archived releases by default'),
  after: optional(z.string()).describe('`next` of the page before'),
  before: optional(z.string()).describe('`previous` of the page after'),
  teams: optional(flag).describe(teamsText),
  templateTitles: optional(flag).describe('with `templateTitle`'),
  resultsPerPage: optional(wholeNumber(1)).describe(`100 unless given, at most ${maxPageSize} are answered`),
});

/** Returns the position of a page, or null for the first page. Throws Invalid if the query has two positions. */
function toPageEdge({ after, before }: z.output<typeof query>): PageEdge {
  if (after && before) throw new Invalid(message('page.afterAndBefore'));
  if (after) return { after };
  return before ? { before } : null;
}

/** Finds and renders a page of releases. */
async function pageOf(
  deps: Deps,
  search: PageSearch,
  { hasTemplates, hasTeams }: { readonly hasTemplates: boolean; readonly hasTeams: boolean },
): Promise<ReleasePageResponse> {
  const { next, previous, matches } = await findReleasePage(deps, search);
  const releases = await listedReleases(deps, search.caller, matches, { hasTeams });
  return {
    next,
    previous,
    releases: hasTemplates ? await withTemplateTitles(deps, search.caller, releases) : releases,
  };
}

/** Route for live and archived releases as one list. It extends the API of the family. */
export const releasePages: readonly Route[] = [
  route({
    method: 'POST',
    path: '/releases/search/page',
    name: 'searchReleasePage',
    summary:
      'The live and archived releases that match a filter as one list; a late page costs what the first one does',
    needs: { lists: neededToRead.releases },
    effect: 'replicaRead',
    query,
    body: jsonBody(filterBody),
    reply: releasePageResponse,
    answer: (deps, { caller, query: pageQuery, body }) =>
      pageOf(
        deps,
        {
          caller,
          body,
          archived: archivedFlags(body.onlyArchived ? 'archive' : pageQuery.where),
          edge: toPageEdge(pageQuery),
          limit: Math.min(pageQuery.resultsPerPage ?? 100, maxPageSize),
        },
        { hasTemplates: pageQuery.templateTitles ?? false, hasTeams: pageQuery.teams ?? true },
      ),
  }),
];
