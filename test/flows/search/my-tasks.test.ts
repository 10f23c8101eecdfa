import type { MyTasksResponse } from '@slipway/api-schema/search';
import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import {
  createActionRunner,
  createRelease,
  gate,
  idOf,
  type Plan,
  parallel,
  sequential,
  startRelease,
} from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { createRestClient, type RestClient } from '../../harness/rest/rest-client.ts';

const lastSegmentOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

const product = serve();
const { rest } = product;
const people = peopleOf(product);
const act = createActionRunner(rest);
interface Folder {
  readonly id: string;
}
let shop: Folder;
let ann: RestClient;
let bob: RestClient;
beforeAll(async () => {
  shop = await rest.post('/folders/Applications', { title: 'Shop' });
  ann = await people.createUser('Ann');
  bob = await people.createUser('bob');
  await people.createTeam(shop, ['release#view'], { users: ['bob'] }, 'QA');
  await people.createTeam(shop, [], { users: ['bob'] }, 'Ops');
});

const folderCalled = (title: string): Promise<Folder> => rest.post('/folders/Applications', { title });
const started = (plan: Plan, title: string, { id: folderId }: Folder = shop) =>
  startRelease(rest, plan, { title }, { folderId });
const tasksOf = (client: RestClient, query = '') => client.get<MyTasksResponse>(`/me/tasks?resultsPerPage=50&${query}`);
const titlesOf = async (client: RestClient, query = '') =>
  (await tasksOf(client, query)).tasks.map(({ title }) => title);
const of = ({ title }: Pick<Release, 'title'>) => `text=${encodeURIComponent(title)}`;

describe('my tasks', () => {
  test('are the tasks that wait for the caller, by due date, each with its surroundings and its reason', async () => {
    const release = await started(
      {
        Build: [
          parallel(
            'all',
            { title: 'undated', owner: 'Ann' },
            { title: 'far', owner: 'Ann', dueDate: '2999-01-01T00:00:00Z' },
            {
              title: 'late',
              owner: 'Ann',
              dueDate: '2020-01-01T00:00:00Z',
              scheduledStartDate: '2019-12-01T00:00:00Z',
            },
            { title: 'of bob', owner: 'bob' },
            {
              title: 'tomorrow',
              owner: 'Ann',
              scheduledStartDate: '2998-01-01T00:00:00Z',
              waitForScheduledStartDate: true,
            },
            sequential(
              'steps',
              { title: 'planned', owner: 'Ann', plannedDuration: 86_400 },
              { title: 'next', owner: 'Ann' },
            ),
          ),
        ],
        Ship: [{ title: 'ahead', owner: 'Ann' }],
      },
      'Dated',
    );
    await createRelease(rest, { Build: [{ title: 'unstarted', owner: 'Ann' }] }, { title: 'Dated too' });
    const { count, next, tasks } = await tasksOf(ann, of(release));
    expect([count, next, tasks.map(({ title }) => title)]).toEqual([
      4,
      undefined,
      ['late', 'planned', 'far', 'undated'],
    ]);
    expect(tasks.map(({ id }) => id)).toEqual(tasks.map(({ title }) => idOf(release, title)));
    expect(tasks.map(({ overdue }) => overdue)).toEqual([true, false, false, false]);
    const { startDate } = tasks[0]!;
    expect(tasks[0]).toEqual({
      id: idOf(release, 'late'),
      title: 'late',
      type: 'rel.Task',
      status: 'IN_PROGRESS',
      owner: 'Ann',
      scheduledStartDate: '2019-12-01T00:00:00.000+00:00',
      startDate,
      dueDate: '2020-01-01T00:00:00.000+00:00',
      overdue: true,
      locked: false,
      asksForApprovals: false,
      sentence: "Task 'late' is in progress: Ann has to complete it.",
      code: 'reason.complete',
      params: {
        subject: {
          code: 'subject.task',
          params: { object: { id: lastSegmentOf(idOf(release, 'late')), title: 'late' } },
        },
        who: { code: 'actor.user', params: { name: 'Ann' } },
      },
      lacking: { assign: 'release#reassign_task', team: 'release#reassign_task' },
      release: { id: release.id, title: 'Dated' },
      phase: { id: idOf(release, 'Build'), title: 'Build' },
      folder: { id: shop.id, title: 'Shop' },
    });
    const { startDate: startedDate = '', dueDate = '' } = tasks[1]!;
    expect(Date.parse(dueDate) - Date.parse(startedDate)).toBe(86_400_000);
    const explained = await rest.get<{ sentence: string }>(`/tasks/${tasks[0]!.id}/explain`);
    expect(tasks[0]!.sentence).toBe(explained.sentence);
  });

  test('appear and disappear when statuses and assignees change', async () => {
    const release = await started(
      {
        Build: [
          { title: 'compile', owner: 'Ann' },
          { title: 'ask', owner: 'Ann', type: 'rel.UserInputTask' },
          { ...gate('sign', 'read'), owner: 'Ann' },
          { title: 'ship', owner: 'Ann' },
        ],
      },
      'Moving',
    );
    const now = async () => (await tasksOf(ann, of(release))).tasks.map(({ sentence }) => sentence);
    expect(await now()).toEqual(["Task 'compile' is in progress: Ann has to complete it."]);
    await act(release, 'fail', 'compile', 'broken');
    expect(await now()).toEqual(["Task 'compile' has failed: Ann has to retry or skip it."]);
    await act(release, 'skip', 'compile', 'not needed');
    expect(await now()).toEqual(["Task 'ask' is in progress: Ann has to fill in the values and complete it."]);
    await act(release, 'complete', 'ask');
    expect(await now()).toEqual(["Gate 'sign' is closed: Ann has to tick 1 condition ('read')."]);
    await act(release, 'skip', 'sign', 'not needed');
    await rest.post(`/tasks/${idOf(release, 'ship')}/assign/bob`);
    expect([await now(), await titlesOf(bob, of(release))]).toEqual([[], ['ship']]);
    await rest.post(`/releases/${release.id}/abort`, { abortComment: 'over' });
    expect(await titlesOf(bob, of(release))).toEqual([]);
  });

  test('include tasks of teams in which the caller is a member, in no other folder', async () => {
    const otherFolder = await folderCalled('Elsewhere');
    await people.createTeam(otherFolder, [], { users: ['Ann'] }, 'Ops');
    const plan = { Build: [{ title: 'deploy', team: 'Ops' }] };
    const [nearRelease, farRelease] = [await started(plan, 'Nearby'), await started(plan, 'Far away', otherFolder)];
    expect([await titlesOf(bob, of(nearRelease)), await titlesOf(bob, of(farRelease))]).toEqual([['deploy'], []]);
    expect([await titlesOf(ann, of(nearRelease)), await titlesOf(ann, of(farRelease))]).toEqual([[], ['deploy']]);
    expect(await titlesOf(bob, `${of(nearRelease)}&whose=teams`)).toEqual(['deploy']);
    expect(await titlesOf(bob, `${of(nearRelease)}&whose=me`)).toEqual([]);
  });

  test('list the missing permission for each refused action, and nothing for users with all permissions', async () => {
    const release = await started({ Build: [{ title: 'mine', owner: 'admin', locked: true }] }, 'Locked');
    const [ownTask] = (await tasksOf(rest, of(release))).tasks;
    expect([ownTask?.locked, ownTask?.lacking]).toEqual([true, {}]);
    await rest.post(`/tasks/${idOf(release, 'mine')}/assign/Ann`);
    const [annTask] = (await tasksOf(ann, of(release))).tasks;
    const permission = 'release#reassign_lock_task';
    expect(annTask?.lacking).toEqual({ assign: permission, assignToMe: permission, team: permission });
  });

  test('are empty for a token with selected permissions', async () => {
    const release = await started({ Build: [{ title: 'mine', owner: 'admin' }] }, 'Token');
    const { token } = await rest.post<{ token: string }>('/personal-access-tokens', {
      tokenNote: 'some',
      globalPermissions: ['runner#registration'],
    });
    const limited = createRestClient(product.url, { 'x-release-personal-token': token });
    expect([await titlesOf(limited, of(release)), await titlesOf(rest, of(release))]).toEqual([[], ['mine']]);
  });
});

describe('gates with approval requirements', () => {
  const gateWithApprovals = (...approvalRequirements: readonly object[]) => ({ ...gate('go'), approvalRequirements });

  test('are tasks of the possible approvers, until they have decided on the current version of the gate', async () => {
    await people.createRole('Security', [], ['Ann']);
    const release = await started(
      { Ship: [gateWithApprovals({ team: 'QA', count: 2 }, { role: 'security' })] },
      'Approved',
    );
    // an approver by a role has no permission to view the gate yet
    expect([await titlesOf(bob, of(release)), await titlesOf(ann, of(release))]).toEqual([['go'], []]);
    await people.createTeam(shop, ['release#view'], { users: ['Ann'] }, 'Readers');
    const [annTask] = (await tasksOf(ann, of(release))).tasks;
    expect([annTask?.asksForApprovals, annTask?.sentence, annTask?.lacking.complete]).toEqual([
      true,
      "Gate 'go' is closed: missing approvals: 2 of 2 from team 'QA', 1 of 1 from role 'security'.",
      'release#task_transition',
    ]);
    expect(await titlesOf(bob, `${of(release)}&whose=me`)).toEqual([]);
    const path = `/tasks/${idOf(release, 'go')}`;
    await bob.post(`${path}/approve`, {});
    expect(await titlesOf(bob, of(release))).toEqual([]);
    await rest.put(path, { ...(await rest.get<object>(path)), title: 'go on' });
    expect(await titlesOf(bob, of(release))).toEqual(['go on']);
    await bob.post(`${path}/reject`, { comment: 'no' });
    expect(await titlesOf(bob, of(release))).toEqual([]);
    await bob.post(`${path}/withdraw`, {});
    expect(await titlesOf(bob, of(release))).toEqual(['go on']);
  });

  test('are not tasks of authors whom the four-eyes rule excludes', async () => {
    await people.createTeam(shop, ['release#view'], { users: ['admin'] }, 'Authors');
    const [shut, free] = [
      await started({ Ship: [gateWithApprovals({ team: 'Authors' })] }, 'Four eyes'),
      await started({ Ship: [gateWithApprovals({ team: 'Authors', fourEyes: false })] }, 'Two eyes'),
    ];
    expect([await titlesOf(rest, of(shut)), await titlesOf(rest, of(free))]).toEqual([[], ['go']]);
  });

  test('are tasks of no user while they wait only for other releases', async () => {
    const upstreamRelease = await started({ Build: ['compile'] }, 'Upstream');
    const waitingGate = { ...gate('wait'), owner: 'Ann', dependencies: [{ targetId: upstreamRelease.id }] };
    const release = await started({ Build: [waitingGate] }, 'Downstream');
    expect(await titlesOf(ann, of(release))).toEqual([]);
  });
});

describe('a page of tasks', () => {
  test('starts after the previous one, even if tasks were completed in between', async () => {
    const dates = ['2031-01-03', '2031-01-01', null, '2031-01-02', '2031-01-01', null];
    const orders = dates.map((date, index) => ({
      title: `paged ${index}`,
      owner: 'Ann',
      ...(date !== null && { dueDate: `${date}T00:00:00Z` }),
    }));
    const release = await started({ Build: [parallel('all', ...orders)] }, 'Paged');
    const all = await titlesOf(ann, 'text=PAGED');
    expect(all.map((title) => dates[Number(title.slice(-1))] ?? 'undated')).toEqual(
      dates.map((date) => date ?? 'undated').toSorted(),
    );
    const first = await ann.get<MyTasksResponse>('/me/tasks?text=paged&resultsPerPage=2');
    await act(release, 'complete', first.tasks[1]!.title);
    const second = await ann.get<MyTasksResponse>(`/me/tasks?text=paged&resultsPerPage=2&after=${first.next}`);
    const third = await ann.get<MyTasksResponse>(`/me/tasks?text=paged&resultsPerPage=2&after=${second.next}`);
    expect([first, second, third].map(({ count, tasks }) => [count, tasks.map(({ title }) => title)])).toEqual([
      [6, all.slice(0, 2)],
      [5, all.slice(2, 4)],
      [5, all.slice(4)],
    ]);
    expect(third.next).toBeUndefined();
  });

  test.each([
    'after=1',
    'after=none_Release1',
    'after=none_Task1%2F2',
    'after=9999999999999999_Task1',
    'after=_Task1',
    'whose=yours',
    'resultsPerPage=0',
    `text=${'x'.repeat(201)}`,
  ])('is refused for %s', async (query) => {
    expect(await rest.sendForError('GET', `/me/tasks?${query}`)).toMatch(/^400 (after|whose|resultsPerPage|text): /);
  });

  test('matches special characters of SQL literally', async () => {
    expect([await titlesOf(ann, 'text=%25'), await titlesOf(ann, 'text=_'), await titlesOf(ann, "text='%5C")]).toEqual([
      [],
      [],
      [],
    ]);
  });
});
