import type { FolderTasksResponse } from '@slipway/api-schema/search';
import { beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, gate, idOf, parallel, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);
const act = createActionRunner(rest);

interface Folder {
  readonly id: string;
}
let shop: Folder;
let checkout: Folder;
let dana: RestClient;
let eve: RestClient;
let release: Release;

const tasksIn = (client: RestClient, { id }: Folder, query = '') =>
  client.get<FolderTasksResponse>(`/folders/${id}/waiting-tasks?${query}`);
const titlesIn = async (client: RestClient, folder: Folder, query = '') =>
  (await tasksIn(client, folder, query)).tasks.map(({ title }) => title).toSorted();

beforeAll(async () => {
  shop = await rest.post('/folders/Applications', { title: 'Shop' });
  checkout = await rest.post(`/folders/${shop.id}`, { title: 'Checkout' });
  [dana, eve] = [await people.createUser('dana'), await people.createUser('eve')];
  const dispatch = ['folder#view', 'release#view', 'release#reassign_task'];
  await people.createTeam(shop, dispatch, { users: ['dana'] }, 'Dispatchers');
  await people.createTeam(shop, ['folder#view', 'release#view'], { users: ['eve'] }, 'Readers');
  const tasks = [
    'open',
    { title: 'owned', owner: 'dana' },
    { title: 'of a team', team: 'Readers' },
    { ...gate('sign', 'read'), owner: 'dana' },
    { ...gate('approve'), approvalRequirements: [{ team: 'Readers' }] },
    { title: 'answer', owner: 'dana', type: 'rel.UserInputTask' },
    { title: 'later', owner: 'dana', scheduledStartDate: '2999-01-01T00:00:00Z', waitForScheduledStartDate: true },
    { title: 'broken', owner: 'dana' },
  ];
  release = await startRelease(
    rest,
    { Build: [parallel('all', ...tasks), 'ahead'] },
    { title: 'Shop 1' },
    { folderId: checkout.id, releaseOwner: 'dana' },
  );
  await act(release, 'fail', 'broken', 'no');
});

test('lists unassigned and waiting tasks of a folder and its subfolders, with the start and the actors of the wait', async () => {
  const { count, next, tasks } = await tasksIn(dana, shop);
  const waits = tasks.map(({ title, waitsFor, waitsFrom }) => [title, waitsFor, ...waitsFrom.map(({ name }) => name)]);
  expect([count, next, waits.toSorted()]).toEqual([
    6,
    undefined,
    [
      ['answer', 'input', 'dana'],
      ['approve', 'approval', 'Readers'],
      ['broken', 'failed', 'dana'],
      ['later', 'date'],
      ['open', 'person'],
      ['sign', 'gate', 'dana'],
    ],
  ]);
  const since = tasks.map(({ waitsSince }) => Date.parse(waitsSince));
  expect(since).toEqual(since.toSorted((a, b) => a - b));
  expect(tasks.at(-1)?.title).toBe('broken');
  const later = tasks.find(({ title }) => title === 'later');
  expect(later).toMatchObject({
    waitsUntil: '2999-01-01T00:00:00.000+00:00',
    sentence: "Task 'later' waits for its start date, 2999-01-01 00:00:00 UTC. Start it now to skip the wait.",
    release: { id: release.id, title: 'Shop 1', owner: 'dana' },
    folder: { id: checkout.id, title: 'Checkout' },
  });
  expect(await titlesIn(rest, { id: 'Applications' })).toEqual(await titlesIn(dana, shop));
});

test.each([
  ['unassigned', ['open']],
  ['person', ['of a team', 'open', 'owned']],
  ['approval', ['approve']],
  ['gate', ['sign']],
  ['failed', ['broken']],
  ['date', ['later']],
  ['input', ['answer']],
  ['precondition', []],
])('filters by %s', async (kind, titles) => {
  expect(await titlesIn(dana, checkout, `waitsFor=${kind}`)).toEqual(titles);
});

test('filters by text, and pages without gaps', async () => {
  expect(await titlesIn(dana, shop, 'text=SIG')).toEqual(['sign']);
  const titles: string[] = [];
  let after = '';
  do {
    const page = await tasksIn(dana, shop, `resultsPerPage=2${after}`);
    expect(page.tasks.length).toBe(2);
    titles.push(...page.tasks.map(({ title }) => title));
    after = page.next === undefined ? '' : `&after=${page.next}`;
  } while (after !== '');
  expect(titles.toSorted()).toEqual(await titlesIn(dana, shop));
  expect(await dana.sendForError('GET', `/folders/${shop.id}/waiting-tasks?after=none_Task1`)).toContain('400');
});

test('contains the missing permissions, and tasks only for users who can view the folder and the release', async () => {
  const lackingOf = async (client: RestClient) =>
    (await tasksIn(client, shop, 'waitsFor=unassigned')).tasks.map(({ lacking }) => [
      lacking.assign,
      lacking.assignToMe,
    ]);
  expect(await lackingOf(dana)).toEqual([[undefined, undefined]]);
  expect(await lackingOf(eve)).toEqual([['release#reassign_task', 'release#task_transition']]);
  const stranger = await people.createUser('fred');
  expect(await stranger.sendForError('GET', `/folders/${shop.id}/waiting-tasks`)).toContain('404');
  expect(await titlesIn(stranger, { id: 'Applications' })).toEqual([]);
});

test('a task leaves the list when it is assigned, and waits since its second start after a retry', async () => {
  await dana.post(`/tasks/${idOf(release, 'open')}/assign/eve`);
  expect(await titlesIn(dana, shop, 'waitsFor=unassigned')).toEqual([]);
  const [failed] = (await tasksIn(dana, shop, 'waitsFor=failed')).tasks;
  await act(release, 'retry', 'broken', 'again');
  const retried = (await tasksIn(dana, shop, 'waitsFor=person')).tasks.find(({ title }) => title === 'broken');
  expect(Date.parse(retried!.waitsSince)).toBeGreaterThan(Date.parse(failed!.waitsSince));
});
