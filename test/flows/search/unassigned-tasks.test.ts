import type { MyTasksResponse } from '@slipway/api-schema/search';
import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { idOf, parallel, startRelease } from '../../harness/rest/plans.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);
const titlesOf = async (client: RestClient, query: string) =>
  (await client.get<MyTasksResponse>(`/me/tasks?${query}`)).tasks.map(({ title }) => title);

test('a task without owner and team is listed for the owner of its release, and for users who may assign tasks', async () => {
  const folder = await rest.post<{ readonly id: string }>('/folders/Applications', { title: 'Open' });
  await people.createUsersWithoutLogin('lead');
  const [cleo, dan, eve] = [
    await people.createUser('cleo'),
    await people.createUser('dan'),
    await people.createUser('eve'),
  ];
  await people.createTeam(folder, ['release#view', 'release#reassign_task'], { users: ['dan'] }, 'Dispatchers');
  await people.createTeam(folder, ['release#view', 'release#task_transition'], { users: ['eve'] }, 'Doers');
  const tasks = parallel('all', 'open', { title: 'taken', owner: 'lead' }, { title: 'of a team', team: 'Doers' });
  const release = await startRelease(
    rest,
    { Build: [tasks] },
    { title: 'Open' },
    { folderId: folder.id, releaseOwner: 'Cleo' },
  );
  const lists = async (client: RestClient) =>
    await Promise.all(['', 'whose=me', 'whose=teams', 'whose=unassigned'].map((whose) => titlesOf(client, whose)));
  expect(await lists(cleo)).toEqual([['open'], ['open'], [], []]);
  expect(await lists(dan)).toEqual([[], [], [], ['open']]);
  expect(await lists(eve)).toEqual([['of a team'], [], ['of a team'], []]);
  expect(await lists(rest)).toEqual([[], [], [], ['open']]);
  await dan.post(`/tasks/${idOf(release, 'open')}/assign/eve`);
  expect((await lists(eve)).map((titles) => titles.toSorted())).toEqual([
    ['of a team', 'open'],
    ['open'],
    ['of a team'],
    [],
  ]);
  expect([await lists(cleo), await lists(dan)]).toEqual([
    [[], [], [], []],
    [[], [], [], []],
  ]);
});
