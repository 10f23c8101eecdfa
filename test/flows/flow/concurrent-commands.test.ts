import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { fetchFormattedRelease, idOf, startRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Activity, Release, Task } from '../../harness/rest/response-types.ts';

const { rest } = serve();

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const countOf = async (release: Release, type: string) =>
  (await rest.get<Activity[]>(`/activities/${release.id}`)).filter(({ activityType }) => activityType === type).length;

test('of twenty users who complete one task at once, one succeeds', async () => {
  const release = await startRelease(rest, { Build: ['work', 'next'] });
  const path = `/tasks/${idOf(release, 'work')}/complete`;
  const replies = await Promise.all(times(20).map(() => rest.send('POST', path, { comment: 'mine' })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...times(19).map(() => 409)]);
  expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Build>: work+ next>');
  expect((await rest.get<Task>(`/tasks/${idOf(release, 'work')}`)).comments).toHaveLength(1);
  expect(await countOf(release, 'TASK_COMPLETED')).toBe(1);
});

test('one caller completes a task while another fails it: one of the two succeeds, and the other gets an error', async () => {
  for (const order of ['complete first', 'fail first']) {
    const release = await startRelease(rest, { Build: ['work'] });
    const id = idOf(release, 'work');
    const verbs = order === 'complete first' ? ['complete', 'fail'] : ['fail', 'complete'];
    const replies = await Promise.all(verbs.map((verb) => rest.send('POST', `/tasks/${id}/${verb}`, {})));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = replies.find(({ status }) => status === 200)?.body as Task;
    expect(await rest.get(`/tasks/${id}`)).toEqual(winner);
    expect(await fetchFormattedRelease(rest, release)).toBe(
      winner.status === 'COMPLETED' ? 'COMPLETED Build+: work+' : 'FAILED Build!: work!',
    );
  }
});

test('concurrent comments of many users are all stored, once each', async () => {
  const release = await startRelease(rest, { Build: ['work'] });
  const path = `/tasks/${idOf(release, 'work')}/comment`;
  const texts = times(30).map((number) => `comment ${number}`);
  await Promise.all(texts.map((comment) => rest.post(path, { comment })));
  const { comments } = await rest.get<Task>(`/tasks/${idOf(release, 'work')}`);
  expect(comments.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
});

test('concurrent changes of different fields are all stored', async () => {
  const release = await startRelease(rest, { Build: ['work'] });
  const path = `/tasks/${idOf(release, 'work')}`;
  const changes = { description: 'what', team: 'Testers', plannedDuration: 60, flagComment: 'look', tags: ['a'] };
  await Promise.all(Object.entries(changes).map(([field, value]) => rest.put(path, { [field]: value })));
  expect(await rest.get(path)).toMatchObject(changes);
});

test('concurrent completions of parallel tasks by different users all count, and the release completes once', async () => {
  const tasks = times(25).map((number) => ({ title: `task ${number}` }));
  const release = await startRelease(rest, { Build: [{ title: 'all', type: 'rel.ParallelGroup', tasks }] });
  const ids = tasksOf(release)
    .filter(({ title }) => title !== 'all')
    .map(({ id }) => id);
  await Promise.all(ids.map((id) => rest.post(`/tasks/${id}/complete`, {})));
  expect(await rest.get(`/releases/${release.id}`)).toMatchObject({ status: 'COMPLETED' });
  expect(await countOf(release, 'TASK_COMPLETED')).toBe(26);
  expect(await countOf(release, 'RELEASE_COMPLETED')).toBe(1);
});

test('phases that are added concurrently are all stored', async () => {
  const release = await startRelease(rest, { Build: ['work'] });
  const titles = times(10).map((number) => `Phase ${number}`);
  await Promise.all(titles.map((title) => rest.post(`/phases/${release.id}/phase`, { title })));
  const { phases } = await rest.get<Release>(`/releases/${release.id}`);
  expect(phases.map(({ title }) => title).toSorted()).toEqual(['Build', ...titles]);
});

test('a release is started once when several callers start it', async () => {
  const { id } = await rest.post<Release>('/templates', { title: 'Plan', phases: [{ tasks: [{ title: 'work' }] }] });
  const release = await rest.post<Release>(`/templates/${id}/create`, { releaseTitle: 'Once' });
  const replies = await Promise.all(times(8).map(() => rest.send('POST', `/releases/${release.id}/start`)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...times(7).map(() => 409)]);
  expect(await countOf(release, 'TASK_STARTED')).toBe(1);
});
