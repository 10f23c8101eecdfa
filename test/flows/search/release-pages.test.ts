import type { ForecastResponse, PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseOverview, ReleasePageResponse } from '@slipway/api-schema/search';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, createRelease, gate, parallel, startRelease } from '../../harness/rest/plans.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest, archive } = product;
const act = createActionRunner(rest);

const pageOf = (client: RestClient, query: Readonly<Record<string, string>>, body: object) =>
  client.post<ReleasePageResponse>(`/releases/search/page?${new URLSearchParams(query)}`, body);
const titlesOf = ({ releases }: ReleasePageResponse) => releases.map(({ title }) => title);

describe('live and archived releases in one list', () => {
  const pagedTitles = Array.from({ length: 7 }, (_, index) => `paged ${index}`);
  beforeAll(async () => {
    for (const [index, title] of pagedTitles.entries()) {
      const release = await createRelease(rest, { Build: [] }, { title, tags: ['paged'] });
      if (index % 2 === 1) continue;
      await rest.post(`/releases/${release.id}/abort`, { abortComment: 'over' });
      if (index % 4 === 0) await archive(release);
    }
  });
  const paged = { tags: ['paged'], orderBy: 'title' };

  test('have one order in both directions, and contain their folder', async () => {
    const first = await pageOf(rest, { resultsPerPage: '3' }, paged);
    const second = await pageOf(rest, { resultsPerPage: '3', after: first.next! }, paged);
    const third = await pageOf(rest, { resultsPerPage: '3', after: second.next! }, paged);
    expect([first, second, third].map(titlesOf)).toEqual([
      pagedTitles.slice(0, 3),
      pagedTitles.slice(3, 6),
      pagedTitles.slice(6),
    ]);
    expect([first.previous, third.next]).toEqual([undefined, undefined]);
    expect(first.releases.map(({ archived }) => archived)).toEqual([true, false, false]);
    const back = await pageOf(rest, { resultsPerPage: '3', before: third.previous! }, paged);
    expect(titlesOf(back)).toEqual(pagedTitles.slice(3, 6));
    const start = await pageOf(rest, { resultsPerPage: '3', before: back.previous! }, paged);
    expect([titlesOf(start), start.previous, start.next]).toEqual([pagedTitles.slice(0, 3), undefined, first.next]);
  });

  test.each(['start_date', 'end_date', 'risk', 'title'])(
    'sorted by %s, latest first, are each returned once',
    async (orderBy) => {
      const body = { tags: ['paged'], orderBy, orderDirection: 'DESC' };
      const whole = titlesOf(await pageOf(rest, {}, body));
      expect(whole.toSorted()).toEqual(pagedTitles);
      const foundTitles: string[] = [];
      for (let after = ''; ; ) {
        const page = await pageOf(rest, { resultsPerPage: '2', ...(after && { after }) }, body);
        foundTitles.push(...titlesOf(page));
        if (page.next === undefined) break;
        after = page.next;
      }
      expect(foundTitles).toEqual(whole);
    },
  );

  test('can be limited to live or archived releases', async () => {
    expect(titlesOf(await pageOf(rest, { where: 'archive' }, paged))).toEqual(['paged 0', 'paged 4']);
    expect(titlesOf(await pageOf(rest, {}, { ...paged, onlyArchived: true }))).toEqual(['paged 0', 'paged 4']);
    expect(titlesOf(await pageOf(rest, { where: 'live' }, paged))).toEqual([
      'paged 1',
      'paged 2',
      'paged 3',
      'paged 5',
      'paged 6',
    ]);
  });

  test('are without teams and permissions on request, as rows of the overview are', async () => {
    const rows = async (query: string) => [
      ...(await rest.post<ReleasePageResponse>(`/releases/search/page?${query}`, { title: 'paged 1' })).releases,
      ...(await rest.post<readonly ReleaseOverview[]>(`/releases/search/overview?${query}`, { title: 'paged 1' })),
    ];
    const whole = await rows('');
    expect(whole.map(({ teams, $metadata }) => [teams?.length, $metadata.security.permissions?.[0]])).toEqual([
      [3, 'release#view'],
      [3, 'release#view'],
    ]);
    const withoutTeams = whole.map(({ teams: _, $metadata: { security, ...metadata }, ...row }) => {
      const { permissions: _permissions, ...rest } = security;
      return { ...row, $metadata: { ...metadata, security: rest } };
    });
    expect(await rows('teams=false')).toEqual(withoutTeams);
  });

  test('contain the title of a visible template on request', async () => {
    const template = await rest.post<{ id: string }>('/templates', { title: 'Origin', phases: [] });
    await rest.post(`/templates/${template.id}/create`, { releaseTitle: 'of a template' });
    const titles = async (query: Readonly<Record<string, string>>) =>
      (await pageOf(rest, query, { title: 'of a template' })).releases.map(({ templateTitle }) => templateTitle);
    expect([await titles({}), await titles({ templateTitles: 'true' })]).toEqual([[undefined], ['Origin']]);
  });

  test.each([
    ['after', 'x'],
    ['after', 'start_date/Release1/5'],
    ['after', 'title/Release1'],
    ['before', 'title/Task1/a'],
    ['before', 'risk/Release1/1/x'],
    ['resultsPerPage', '0'],
    ['where', 'nowhere'],
  ])('an invalid %s is refused: %s', async (name, value) => {
    expect(
      await rest.sendForError('POST', `/releases/search/page?${new URLSearchParams({ [name]: value })}`, paged),
    ).toMatch(new RegExp(`^400 ${name}: `));
  });

  test('a page with an impossible date, or with both after and before, is refused', async () => {
    const far = `start_date/Release1/${'9'.repeat(15)}`;
    expect(await rest.sendForError('POST', `/releases/search/page?after=${far}`, {})).toMatch(/^400 a date must be/);
    expect(await rest.sendForError('POST', '/releases/search/page?after=a&before=b', {})).toMatch(/^400 .*not both/);
  });
});

describe('forecasts', () => {
  test('contain the progress of releases, and the same estimated end as their previews', async () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    const ownRelease = await startRelease(rest, {
      Build: [
        { title: 'compile', plannedDuration: 3600 },
        parallel('checks', 'unit', { title: 'load', dueDate: soon }),
      ],
    });
    const waits = await createRelease(rest, {
      Ship: [
        { ...gate('ready'), dependencies: [{ target: ownRelease.id }] },
        { title: 'deploy', plannedDuration: 7200 },
      ],
    });
    const over = await createRelease(rest, { Build: ['never'] });
    await rest.post(`/releases/${over.id}/abort`, { abortComment: 'over' });
    await act(ownRelease, 'complete', 'compile');
    const ids = [ownRelease.id, waits.id, over.id, ownRelease.id, 'Release0000', 'no id', 'Applications'];
    const forecasts = await rest.post<readonly ForecastResponse[]>('/releases/outlook', ids);
    expect(forecasts.map(({ id, tasks }) => [id, tasks])).toEqual([
      [ownRelease.id, { done: 1, skipped: 0, aborted: 0, all: 3 }],
      [waits.id, { done: 0, skipped: 0, aborted: 0, all: 2 }],
      [over.id, { done: 0, skipped: 0, aborted: 1, all: 1 }],
    ]);
    expect(forecasts.map(({ phase, task }) => [phase?.title, phase?.index, task?.status])).toEqual([
      ['Build', 0, 'IN_PROGRESS'],
      ['Ship', 0, undefined],
      [undefined, undefined, undefined],
    ]);
    const preview = await rest.get<PreviewResponse>(`/releases/${ownRelease.id}/preview`);
    expect(forecasts[0]!.endDate).toBe(preview.endDate);
    expect(forecasts.map(({ defaultDurations }) => defaultDurations)).toEqual([true, false, false]);
    expect(preview.defaultDurations).toBe(true);
    expect(Date.parse(forecasts[1]!.endDate) - Date.parse(soon)).toBeLessThan(7_200_000);
    expect(
      await rest.sendForError(
        'POST',
        '/releases/outlook',
        Array.from({ length: 101 }, () => ownRelease.id),
      ),
    ).toMatch(/^400 .*at most 100/);
  });
});
