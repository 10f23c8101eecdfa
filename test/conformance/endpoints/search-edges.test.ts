import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, createRelease, createTemplate, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';

// rest-api.md, section Search releases: from, to; compatibility.md, Answers: empty strings
const product = serve();
const { rest } = product;

beforeAll(async () => {
  await createRelease(rest, { Build: ['work'] });
  const done = await startRelease(rest, { Build: ['work'] }, { scheduledStartDate: '2020-01-01T00:00:00Z' });
  await createActionRunner(rest)(done, 'complete', 'work');
  await product.archive(done);
});

describe('a range whose end is before its start', () => {
  const [from, to] = [Date.parse('2031-01-01'), Date.parse('2021-01-01')];
  const ranges = [
    ['from and to', { from, to }],
    ['its newer names', { queryStartDate: from, queryEndDate: to }],
    ['RANGE', { timeFrame: 'RANGE', from, to }],
  ] as const;
  const orders = [{}, { orderBy: 'end_date', orderDirection: 'DESC' }];
  test.each(
    ranges.flatMap(([name, range]) =>
      [false, true].flatMap((onlyArchived) =>
        orders.map((order) => [name, onlyArchived, { ...range, ...order, onlyArchived }] as const),
      ),
    ),
  )('is empty: %s, only archived %s', async (_, __, body) => {
    for (const path of ['/releases/search', '/releases/search/overview', '/folders/Applications/releases'])
      expect(await rest.post(path, body)).toEqual([]);
    const none = { releases: [] };
    expect(await rest.post('/releases/fullSearch', body)).toMatchObject({ live: none, archived: none });
    expect(await rest.post('/releases/count', body)).toMatchObject({ all: { total: 0 } });
  });

  test('overlaps no blackout', async () => {
    const startDate = '2020-01-01T00:00:00Z';
    await rest.post('/calendar/blackouts', { label: 'long', startDate, endDate: '2040-01-01T00:00:00Z' });
    expect(await rest.get(`/calendar/blackouts?from=${from}&to=${to}`)).toEqual([]);
  });
});

test('an empty string is ignored where a date, a boolean or a name is expected', async () => {
  const flags = { planned: '', active: '', onlyMine: '', onlyFlagged: '', onlyArchived: '' };
  const empty = { from: '', to: '', timeFrame: '', orderBy: '', orderDirection: '', statuses: [''], ...flags };
  const all = await rest.post<Release[]>('/releases/search', {});
  expect(all).toHaveLength(1);
  expect(await rest.post('/releases/search?page=&resultsPerPage=&pageIsOffset=&view=', empty)).toEqual(all);
});

test('an empty string keeps the value of a task field for which it is not valid', async () => {
  const { id } = (await startRelease(rest, { Build: ['work'] })).phases[0]!.tasks[0]!;
  const dueDate = '2040-01-01T00:00:00.000+00:00';
  const before = await rest.put<Release>(`/tasks/${id}`, { dueDate, taskRecoverOp: 'SKIP_TASK', plannedDuration: 60 });
  expect(before.dueDate).toBe(dueDate);
  const empty = { dueDate: '', taskRecoverOp: '', plannedDuration: '', flagStatus: '', locked: '' };
  expect(await rest.put(`/tasks/${id}`, empty)).toEqual(before);
});

describe('Get templates', () => {
  test.each(['tag=', 'tag=&tag=', 'folderId=', 'title=&tag='])('ignores the empty filter %s', async (query) => {
    const { id } = await createTemplate(rest, {}, { tags: ['nightly'] });
    const ids = async (queryText: string) =>
      (await rest.get<{ id: string }[]>(`/templates?resultsPerPage=1000&${queryText}`)).map((match) => match.id);
    const all = await ids('');
    expect(all).toContain(id);
    expect(await ids(query)).toEqual(all);
    expect(await ids('tag=none')).toEqual([]);
  });
});

describe('Find releases by title', () => {
  test('returns releases and no templates', async () => {
    await createTemplate(rest, {}, { title: 'Both of one title' });
    const release = await createRelease(rest, {}, { title: 'Both of one title' });
    const matches = await rest.get<{ id: string }[]>('/releases/byTitle?releaseTitle=Both of one title');
    expect(matches.map(({ id }) => id)).toEqual([release.id]);
  });
});
