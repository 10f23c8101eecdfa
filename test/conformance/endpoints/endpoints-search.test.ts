import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { planned, seedSearch, titlesOf } from './search-fixture.ts';

// rest-api.md, sections Find releases by title, Search releases, Full search, Count releases
const product = serve();
const { rest } = product;

let parentId: string;
beforeAll(async () => {
  parentId = (await seedSearch(product)).folder.id;
});

const search = async (body: object, query = ''): Promise<readonly string[]> =>
  titlesOf(await rest.post<Release[]>(`/releases/search${query}`, body));

const all = ['Aborted', 'Completed', 'Failed', 'Failing', 'In progress', 'Paused', 'Planned'];

/** A release in a list: its risk contains only findings, while a single release contains all assessments. */
const ignoreRisk = (release: Release) => ({ ...release, extensions: expect.anything() });

describe('search by', () => {
  const middle = Date.parse('2040-01-15T00:00:00Z');
  test.each<[string, object | (() => object), readonly string[]]>([
    ['nothing', {}, all],
    ['title, part of it in any letter case', { title: 'AIL' }, ['Failed', 'Failing']],
    ['title, a wildcard is a literal character', { title: '%' }, []],
    ['tags, all of them', { tags: ['red', 'green'] }, ['In progress']],
    ['tags, one of them', { tags: ['red'] }, ['In progress', 'Planned']],
    ['tags, an empty list', { tags: [] }, all],
    ['taskTags', { taskTags: ['nightly'] }, ['Planned']],
    ['taskTags, null as in every sample', { taskTags: null }, all],
    ['timeFrame LAST_MONTH', { timeFrame: 'LAST_MONTH' }, all.slice(0, -1)],
    ['timeFrame LAST_THREE_MONTHS', { timeFrame: 'LAST_THREE_MONTHS' }, all.slice(0, -1)],
    ['timeFrame LAST_SIX_MONTHS', { timeFrame: 'LAST_SIX_MONTHS' }, all.slice(0, -1)],
    ['timeFrame LAST_YEAR', { timeFrame: 'LAST_YEAR' }, all.slice(0, -1)],
    ['timeFrame RANGE', { timeFrame: 'RANGE', from: Date.parse('2039-01-01T00:00:00Z') }, [...all.slice(2)]],
    ['from: ended at or after this time, or not ended', { from: middle, planned: true }, ['Planned']],
    [
      'from: a release that ended at exactly this time is included',
      { from: Date.parse(planned.end), planned: true },
      ['Planned'],
    ],
    ['from: a release that ended earlier is excluded', { from: Date.parse(planned.end) + 1, planned: true }, []],
    ['to: started before this time', { to: middle, planned: true }, ['Planned']],
    [
      'to: a release that starts at exactly this time is excluded',
      { to: Date.parse(planned.start), planned: true },
      [],
    ],
    ['active', { active: true }, ['Failed', 'Failing', 'In progress', 'Paused']],
    ['planned', { planned: true }, ['Planned']],
    ['inProgress', { inProgress: true }, ['In progress']],
    ['paused', { paused: true }, ['Paused']],
    ['failing', { failing: true }, ['Failing']],
    ['failed', { failed: true }, ['Failed']],
    ['inactive', { inactive: true }, ['Aborted', 'Completed']],
    ['completed', { completed: true }, ['Completed']],
    ['aborted', { aborted: true }, ['Aborted']],
    ['any of two statuses', { planned: true, failed: 'true' }, ['Failed', 'Planned']],
    ['a status and a tag, which must both match', { inProgress: true, paused: true, tags: ['red'] }, ['In progress']],
    ['onlyMine', { onlyMine: true }, all.filter((title) => title !== 'Failing')],
    ['owner, in any letter case', { owner: 'ADMIN' }, all.filter((title) => title !== 'Failing')],
    ['onlyFlagged', { onlyFlagged: true }, ['Paused']],
    ['onlyArchived', { onlyArchived: true }, ['Archived']],
    ['parentId: in the folder and below it', () => ({ parentId }), ['In progress', 'Planned']],
    ['riskStatusWithThresholds, null as in every sample', { riskStatusWithThresholds: null }, all],
    ['riskStatusWithThresholds', { riskStatusWithThresholds: { riskStatus: 'AT_RISK' } }, ['Failed', 'Failing']],
    [
      'nulls are ignored',
      {
        title: null,
        tags: null,
        timeFrame: null,
        from: null,
        active: null,
        parentId: null,
        orderBy: null,
        orderDirection: null,
      },
      all,
    ],
    ['unknown fields are ignored', { colour: 'red' }, all],
  ])('%s', async (_, filter, expected) => {
    const body = typeof filter === 'function' ? filter() : filter;
    expect((await search(body)).toSorted()).toEqual(expected);
  });

  test.each<[string, object, readonly string[]]>([
    [
      'orderBy risk: the highest first',
      { orderBy: 'risk', active: true },
      ['Failed', 'Failing', 'Paused', 'In progress'],
    ],
    [
      'orderBy risk ASC',
      { orderBy: 'risk', orderDirection: 'ASC', active: true },
      ['In progress', 'Paused', 'Failing', 'Failed'],
    ],
    [
      'orderBy start_date',
      { orderBy: 'start_date' },
      ['In progress', 'Paused', 'Failing', 'Failed', 'Completed', 'Aborted', 'Planned'],
    ],
    [
      'orderBy end_date DESC',
      { orderBy: 'end_date', orderDirection: 'DESC', inactive: true, planned: true },
      ['Planned', 'Aborted', 'Completed'],
    ],
    ['orderBy title', { orderBy: 'title' }, all],
    ['orderDirection DESC', { orderBy: 'title', orderDirection: 'DESC' }, all.toReversed()],
  ])('%s', async (_, body, expected) => {
    expect(await search(body)).toEqual(expected);
  });

  test('returns complete releases and no templates', async () => {
    const [foundRelease] = await rest.post<Release[]>('/releases/search', { inProgress: true });
    expect(foundRelease).toEqual(ignoreRisk(await rest.get<Release>(`/releases/${foundRelease?.id}`)));
    expect((await rest.post<Release[]>('/releases/search', {})).map(({ status }) => status)).not.toContain('TEMPLATE');
  });
});

test.each(['/releases/search?view=summary', '/releases/search/overview'])(
  '%s returns releases without phases',
  async (path) => {
    const [foundRelease] = await rest.post<Release[]>(path, { inProgress: true });
    const fullRelease = ignoreRisk(await rest.get<Release>(`/releases/${foundRelease?.id}`));
    const moment = /^(start|queryableStart)Date$/;
    const numbers = Object.entries(fullRelease).flatMap(([name, value]) =>
      path.endsWith('overview') && moment.test(name) ? [[name, Date.parse(String(value))]] : [],
    );
    expect(foundRelease).toEqual({ ...fullRelease, phases: [], ...Object.fromEntries(numbers) });
  },
);

describe('query of search', () => {
  const body = { orderBy: 'title' };
  test.each<[string, string, readonly string[]]>([
    ['page is 0 by default', '?resultsPerPage=2', ['Aborted', 'Completed']],
    ['page counts pages', '?page=1&resultsPerPage=2', ['Failed', 'Failing']],
    ['a page past the end is empty', '?page=9&resultsPerPage=2', []],
    ['resultsPerPage is 100 by default', '', all],
    ['pageIsOffset is false by default', '?page=1&resultsPerPage=3', ['Failing', 'In progress', 'Paused']],
    [
      'pageIsOffset true: page is an offset',
      '?page=1&resultsPerPage=3&pageIsOffset=true',
      ['Completed', 'Failed', 'Failing'],
    ],
  ])('%s', async (_, query, expected) => {
    expect(await search(body, query)).toEqual(expected);
  });

  test.each([
    ['page=-1', '400 page: expected a whole number from 0 to 2147483647'],
    ['page=first', '400 page: expected a whole number'],
    ['resultsPerPage=many', '400 resultsPerPage: expected a whole number'],
    ['pageIsOffset=maybe', '400 pageIsOffset: expected true or false'],
  ])('%s is refused', async (query, refusal) => {
    expect(await rest.sendForError('POST', `/releases/search?${query}`, {})).toBe(refusal);
  });
});

describe('full search', () => {
  interface SearchResult {
    readonly live: { readonly page: number; readonly size: number; readonly releases: readonly Release[] };
    readonly archived: SearchResult['live'];
  }
  const full = async (query: string) => {
    const { live, archived } = await rest.post<SearchResult>(`/releases/fullSearch${query}`, { orderBy: 'title' });
    return [live, archived].map(({ page, size, releases }) => [page, size, titlesOf(releases)]);
  };
  test.each<[string, string, readonly unknown[]]>([
    [
      'page 0 and resultsPerPage 100 by default',
      '',
      [
        [0, 7, all],
        [0, 1, ['Archived']],
      ],
    ],
    [
      'archivePage is page by default',
      '?page=1',
      [
        [1, 0, []],
        [1, 0, []],
      ],
    ],
    [
      'archivePage',
      '?page=1&archivePage=0',
      [
        [1, 0, []],
        [0, 1, ['Archived']],
      ],
    ],
    [
      'archiveResultsPerPage is resultsPerPage by default',
      '?resultsPerPage=0',
      [
        [0, 0, []],
        [0, 0, []],
      ],
    ],
    [
      'archiveResultsPerPage',
      '?resultsPerPage=2&archiveResultsPerPage=0',
      [
        [0, 2, ['Aborted', 'Completed']],
        [0, 0, []],
      ],
    ],
  ])('%s', async (_, query, expected) => {
    expect(await full(query)).toEqual(expected);
  });
});

test('count groups by database and status', async () => {
  expect(await rest.post('/releases/count', { inactive: true })).toEqual({
    live: { total: 2, byStatus: { ABORTED: 1, COMPLETED: 1 } },
    archived: { total: 1, byStatus: { COMPLETED: 1 } },
    all: { total: 3, byStatus: { ABORTED: 1, COMPLETED: 2 } },
  });
});

describe('find by title', () => {
  test.each([
    ['the title', 'Planned', ['Planned']],
    ['part of the title', 'Plan', []],
    ['the title of an archived release', 'Archived', []],
    ['an unknown title', 'None', []],
  ])('%s', async (_, title, expected) => {
    expect(titlesOf(await rest.get<Release[]>(`/releases/byTitle?releaseTitle=${title}`))).toEqual(expected);
  });

  test('templates cannot be found by title', async () => {
    await rest.post('/templates', { title: 'Only a template' });
    expect(await rest.get('/releases/byTitle?releaseTitle=Only%20a%20template')).toEqual([]);
  });

  test('a search without a title is refused', async () => {
    expect(await rest.sendForError('GET', '/releases/byTitle')).toBe('400 releaseTitle: expected a text');
  });
});
