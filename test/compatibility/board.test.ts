import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { startRelease } from '../harness/rest/plans.ts';

/**
 * The plugin of a developer portal. Its pages send every filter with every search, with an empty string for each
 * unused filter. The portal uses page indexes, and finds folders by shortened ids.
 */
const { rest } = serve({ TYPE_PREFIX: 'family' });

const headers = { accept: 'application/json', 'content-type': 'application/json' };

/** Returns the body of a search; `chosen` are the checked boxes and the dates. */
const search = (chosen: Readonly<Record<string, string>> = {}) => ({
  failing: '',
  planned: '',
  completed: '',
  paused: '',
  aborted: '',
  inProgress: '',
  failed: '',
  title: '',
  tags: [],
  from: '',
  to: '',
  orderBy: '',
  timeFrame: '',
  onlyFlagged: false,
  onlyArchived: false,
  onlyMine: false,
  ...chosen,
});

interface Overview {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly startDate?: unknown;
  readonly endDate?: unknown;
}
interface Folder {
  readonly id: string;
  readonly title: string;
  readonly children: readonly Folder[];
}

let folder: Folder;
beforeAll(async () => {
  folder = await rest.post<Folder>('/folders/Applications', { title: 'Portal' });
  const inner = await rest.post<Folder>(`/folders/${folder.id}`, { title: 'Team' });
  const template = await rest.post<{ id: string }>(`/templates?folderId=${inner.id}`, {
    title: 'Served',
    tags: ['portal', 'web'],
    phases: [{ title: 'Build', tasks: [{ title: 'work' }] }],
  });
  await rest.post(`/templates/${template.id}/start`, { releaseTitle: 'Running' });
  await rest.post(`/templates/${template.id}/create`, {
    releaseTitle: 'Planned',
    scheduledStartDate: '2030-01-01T00:00:00Z',
  });
  const { id } = await startRelease(rest, { Build: ['work'] }, { title: 'Elsewhere' });
  await rest.post(`/releases/${id}/abort`, { abortComment: 'over' });
});

const post = async <T>(path: string, body: unknown): Promise<T> => {
  const { status, body: answer, text } = await rest.send('POST', path, body, headers);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return answer as T;
};
const overview = (chosen?: Readonly<Record<string, string>>) =>
  post<Overview[]>('/releases/search/overview?page=0&resultsPerPage=10', search(chosen));
const titles = (foundReleases: readonly Overview[]) => foundReleases.map(({ title }) => title).toSorted();

describe('a page of releases', () => {
  test('without a filter contains all releases', async () => {
    expect(titles(await overview())).toEqual(['Elsewhere', 'Planned', 'Running']);
    expect(titles(await post<Overview[]>('/releases/search?page=0&resultsPerPage=10', search()))).toEqual([
      'Elsewhere',
      'Planned',
      'Running',
    ]);
    expect(await post('/releases/count', search())).toMatchObject({
      live: { total: 3 },
      archived: { total: 0 },
      all: { total: 3 },
    });
    expect(await post('/releases/fullSearch', search())).toMatchObject({ live: { size: 3 }, archived: { size: 0 } });
  });

  test.each([
    [{ inProgress: 'true' }, ['Running']],
    [{ inProgress: 'true', planned: 'true', aborted: 'false' }, ['Planned', 'Running']],
    [{ aborted: 'true' }, ['Elsewhere']],
    [{ title: 'lann' }, ['Planned']],
    [{ orderBy: 'start_date' }, ['Elsewhere', 'Planned', 'Running']],
    [{ from: '1577836800000', to: '1609459200000' }, []],
    [{ from: '1577836800000', to: '' }, ['Elsewhere', 'Planned', 'Running']],
    [{ timeFrame: 'RANGE', from: '1577836800000', to: '' }, ['Elsewhere', 'Planned', 'Running']],
  ])('with %o contains %o, and the count is equal', async (chosen, expected) => {
    expect(titles(await overview(chosen))).toEqual(expected);
    expect(await post('/releases/count', search(chosen))).toMatchObject({ live: { total: expected.length } });
  });

  test('has dates in milliseconds, which the portal can compare', async () => {
    const foundReleases = await overview();
    const running = foundReleases.find(({ title }) => title === 'Running');
    const planned = foundReleases.find(({ title }) => title === 'Planned');
    expect([typeof running?.startDate, planned?.startDate]).toEqual(['number', Date.parse('2030-01-01T00:00:00Z')]);
    expect(foundReleases.every((item) => !('endDate' in item) || typeof item.endDate === 'number')).toBe(true);
  });

  test('past the end is empty', async () => {
    expect(await post('/releases/search/overview?page=7&resultsPerPage=10', search())).toEqual([]);
  });
});

test('the list of folders is complete, and contains the folders in the ids of releases', async () => {
  const { status, body } = await rest.send(
    'GET',
    '/folders/list?depth=1000&permissions=false&resultsPerPage=1000000',
    undefined,
    headers,
  );
  const byId = new Map<string, string>();
  const add = (item: Folder, above: string): void => {
    byId.set(item.id, above + item.title);
    for (const child of item.children) add(child, `${above}${item.title} > `);
  };
  for (const item of body as Folder[]) add(item, '');
  const running = (await overview({ inProgress: 'true' }))[0]!;
  expect([status, byId.get(running.id.slice(0, running.id.lastIndexOf('/')))]).toEqual([200, 'Portal > Team']);
  expect(await rest.get('/folders/list?depth=20&permissions=true&page=0&resultsPerPage=20')).toMatchObject([
    { title: 'Portal' },
  ]);
});

test('templates are found by title and by every tag, and a template is run by the last segment of its id', async () => {
  const of = (query: string) => rest.get<Overview[]>(`/templates?page=0&resultsPerPage=10${query}`);
  expect(titles(await of('&title=serv'))).toEqual(['Served']);
  expect(titles(await of('&tag=web&tag=portal'))).toEqual(['Served']);
  expect(titles(await of('&tag=web&tag=nothing'))).toEqual([]);
  const [{ id } = { id: '' }] = await of('&title=Served');
  const created = await post<Overview>(`/templates/${id.slice(id.lastIndexOf('/') + 1)}/create`, {
    releaseTitle: 'Workflow',
  });
  expect(created.id.startsWith(`${folder.id}/`)).toBe(true);
});

test('connections of a type are listed without a title, including those of parent folders', async () => {
  const query = `configurationType=git.Repository&folderOnly=false&folderId=${folder.id}`;
  expect(await rest.get(`/config/byTypeAndTitle?${query}`)).toEqual([]);
});
