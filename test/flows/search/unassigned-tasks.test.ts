import type { MyTasksAnswer } from '@slipway/wire';
import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { idOf, parallel, startedOf } from '../../harness/rest/plans.ts';
import type { Rest } from '../../harness/rest/rest.ts';

const served = serve();
const { rest } = served;
const people = peopleOf(served);
const titlesOf = async (who: Rest, query: string) =>
  (await who.get<MyTasksAnswer>(`/me/tasks?${query}`)).tasks.map(({ title }) => title);

test('a task without owner and team is listed for the owner of its release, and for users who assign tasks', async () => {
  const folder = await rest.post<{ readonly id: string }>('/folders/Applications', { title: 'Open' });
  await people.named('lead');
  const [cleo, dan, eve] = [await people.user('cleo'), await people.user('dan'), await people.user('eve')];
  await people.team(folder, ['release#view', 'release#reassign_task'], { users: ['dan'] }, 'Dispatchers');
  await people.team(folder, ['release#view', 'release#task_transition'], { users: ['eve'] }, 'Doers');
  const tasks = parallel('all', 'open', { title: 'taken', owner: 'lead' }, { title: 'of a team', team: 'Doers' });
  const release = await startedOf(
    rest,
    { Build: [tasks] },
    { title: 'Open' },
    { folderId: folder.id, releaseOwner: 'Cleo' },
  );
  const lists = async (who: Rest) =>
    await Promise.all(['', 'whose=me', 'whose=teams', 'whose=unassigned'].map((whose) => titlesOf(who, whose)));
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
