import { listUpTo, oneOf, optional } from '@slipway/api-schema/format';
import {
  type FilterBody,
  filterBody,
  type ListedRelease,
  needsForecast,
  type ReleaseCsvColumn,
  releaseCsvColumns,
  releaseCsvHead,
  releaseCsvLine,
} from '@slipway/api-schema/search';
import { findReleasePage, type PageEdge, type ReleasePage, readVisibleTitles } from '@slipway/application/search';
import { neededToRead } from '@slipway/domain/people';
import { type Person, readCurrentPerson } from '@slipway/engine';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { readForecasts } from '../forecast/read-forecasts.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import { downloadSlots } from '../http/slots.ts';
import { contentDisposition } from '../http/writing/content-disposition.ts';
import { StreamedAnswer } from '../http/writing/streamed-answer.ts';
import { archivedFlags, listedReleases, templateIdsOf } from './listed-releases.ts';

/** The number of releases that one statement finds. */
const pageSize = 1_000;
/** The number of releases in memory. */
const batchSize = 100;

const defaultColumns: readonly ReleaseCsvColumn[] = ['id', 'title', 'status', 'folder', 'owner', 'start', 'due', 'end'];

const column = oneOf(releaseCsvColumns);

const query = z.object({
  where: optional(oneOf(['live', 'archive'])).describe('live and archived releases by default'),
  columns: optional(z.union([column.transform((name) => [name]), listUpTo(releaseCsvColumns.length, column)])).describe(
    `the columns in this order; ${defaultColumns.join(', ')} by default`,
  ),
});

interface Export {
  readonly caller: Person;
  readonly body: FilterBody;
  readonly archived: readonly boolean[];
  readonly columns: readonly ReleaseCsvColumn[];
}

const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
const folderIdOf = ({ id }: ListedRelease): string => id.split('/').at(-2) ?? '';

/** Reads the titles of the folders and templates, if a column needs them. */
async function titlesFor(deps: Deps, { caller, columns }: Export, releases: readonly ListedRelease[]) {
  const folderIds = columns.includes('folder') ? releases.map(folderIdOf) : [];
  const templateIds = columns.includes('template') ? templateIdsOf(releases) : [];
  return await readVisibleTitles(deps, caller, [...folderIds, ...templateIds]);
}

/** Reads the forecasts of live releases that a column needs. */
async function forecastsFor(deps: Deps, { caller, columns }: Export, releases: readonly ListedRelease[]) {
  const live = releases
    .filter((release) => !release.archived && needsForecast(columns, release))
    .map(({ id }) => lastSegment(id));
  const forecasts = live.length === 0 ? [] : await readForecasts(deps, caller, live);
  return new Map(forecasts.map((forecast) => [lastSegment(forecast.id), forecast]));
}

async function linesOf(deps: Deps, options: Export, matches: ReleasePage['matches']): Promise<string> {
  const releases = await listedReleases(deps, options.caller, matches, { hasTeams: false });
  const titles = await titlesFor(deps, options, releases);
  const forecasts = await forecastsFor(deps, options, releases);
  const lines = releases.map((release) =>
    releaseCsvLine(options.columns, {
      release,
      forecast: forecasts.get(lastSegment(release.id)),
      folder: titles.get(folderIdOf(release)),
      template: titles.get(lastSegment(release.originTemplateId ?? '')),
    }),
  );
  return lines.join('');
}

/**
 * Creates the lines while they are sent. Between two batches it uses no connection to the database, so a client that
 * stops reading occupies none. Each page has the current permissions of the caller.
 */
async function* csvOf(deps: Deps, options: Export, first: ReleasePage): AsyncGenerator<Buffer> {
  yield Buffer.from(releaseCsvHead(options.columns));
  for (let page = first; ; ) {
    const caller = await readCurrentPerson(deps.database, options.caller);
    for (let start = 0; start < page.matches.length; start += batchSize)
      yield Buffer.from(await linesOf(deps, { ...options, caller }, page.matches.slice(start, start + batchSize)));
    if (page.next === undefined) return;
    page = await pageAt(deps, { ...options, caller }, { after: page.next });
  }
}

const pageAt = (deps: Deps, { caller, body, archived }: Export, edge: PageEdge): Promise<ReleasePage> =>
  findReleasePage(deps, { caller, body, archived, edge, limit: pageSize });

const csvAnswer = (bytes: () => AsyncIterable<Uint8Array>, end: () => void): StreamedAnswer =>
  new StreamedAnswer({
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': contentDisposition('releases.csv'),
    },
    bytes,
    end,
  });

/** Route for all matching releases as a table for spreadsheets. It extends the API of the family. */
export const releaseExport: readonly Route[] = [
  route({
    method: 'POST',
    path: '/releases/search/export',
    name: 'exportReleases',
    summary: 'All live and archived releases that match a filter as CSV, without a limit on the number of rows',
    needs: { lists: neededToRead.releases },
    effect: 'replicaRead',
    query,
    body: jsonBody(filterBody),
    reply: 'bytes',
    answer: async (deps, { caller, query: { where, columns = defaultColumns }, body }) => {
      const archived = archivedFlags(body.onlyArchived ? 'archive' : where);
      const names = columns.flatMap((name) => name ?? []);
      const options = { caller, body, archived, columns: names.length === 0 ? defaultColumns : names };
      const end = await downloadSlots.acquire(caller.username);
      // The first page finds out whether the request is valid, before the response starts.
      const first = await pageAt(deps, options, null).catch((error: unknown) => {
        end();
        throw error;
      });
      return csvAnswer(() => csvOf(deps, options, first), end);
    },
  }),
];
