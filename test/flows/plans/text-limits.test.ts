import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { isLong } from '../../harness/test-length.ts';

const { rest, database } = serve();
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

const large = 'x'.repeat(900_000);
const tasks = (count: number) => Array.from({ length: count }, (_, at) => ({ title: `t${at}`, description: large }));
const templateWith = (count: number) =>
  rest.post<Release>('/templates', { title: 'Large', phases: [{ title: 'P', tasks: tasks(count) }] });
const isFull = /^400 expected at most 16000000 bytes of text in a release, got \d+$/;
const titlesOf = async (id: string) => (await rest.get<Release>(`/templates/${id}`)).phases.map(({ title }) => title);

test('texts from several requests have a common limit, and a refused request changes nothing', async () => {
  const template = await templateWith(8);
  const [phase] = template.phases;
  await rest.post(`/phases/${phase?.id}/copy?targetPosition=1`);
  expect(await rest.sendForError('POST', `/phases/${phase?.id}/copy?targetPosition=1`)).toMatch(isFull);
  expect(await titlesOf(template.id)).toEqual(['P', 'P (copy)']);

  const added = await rest.post<Task>(`/tasks/${phase?.id}/tasks`, { title: 'one more', description: large });
  expect(
    await rest.sendForError('POST', `/tasks/${phase?.id}/tasks`, { title: 'too many', description: large }),
  ).toMatch(isFull);
  const change = { ...added, description: `y${large}` };
  expect(await rest.put<Task>(`/tasks/${added.id}`, change)).toMatchObject({ description: change.description });
  const small = await rest.put<Task>(`/tasks/${added.id}`, { ...added, description: 'small' });
  expect(small.description).toBe('small');
});

test.runIf(isLong)('large values of variables count for the limit', async () => {
  const template = await templateWith(8);
  const keys = Array.from({ length: 9 }, (_, at) => `k${at}`);
  for (const key of keys) await rest.post(`/templates/${template.id}/variables`, { key, value: large });
  expect(await rest.sendForError('POST', `/templates/${template.id}/variables`, { key: 'more', value: large })).toMatch(
    isFull,
  );
  const { id } = await rest.post<Release>('/templates', { title: 'Variables' });
  for (const key of keys) await rest.post(`/templates/${id}/variables`, { key, value: large });
  expect(await rest.sendForError('POST', `/templates/${id}/create`, { releaseTitle: 'R' })).toBe(
    '400 the values of the variables have 8100000 characters: expected at most 8000000 in a release',
  );
});

// In `npm test`, render-page.test.ts covers such a page.
test.runIf(isLong)('a page with more texts than the memory limit is returned', async () => {
  const template = await templateWith(8);
  for (const title of 'abcdefghi') await rest.post(`/templates/${template.id}/create`, { releaseTitle: title });
  expect((await rest.post<Release[]>('/releases/search', {})).map(({ title }) => title).toSorted()).toEqual([
    ...'abcdefghi',
  ]);
  expect(await rest.post<Release[]>('/releases/search?resultsPerPage=8', {})).toHaveLength(8);
});

test('a response contains the newest comments', async () => {
  const template = await rest.post<Release>('/templates', {
    title: 'Comments',
    phases: [{ title: 'P', tasks: [{ title: 'a' }, { title: 'b' }] }],
  });
  const release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'R' });
  const [a, b] = release.phases[0]?.tasks ?? [];
  const addComments = (task: Task | undefined, count: number, text: string) =>
    database().query(
      {
        text: `insert into live_comments (id, release_id, task_id, text, author, date)
        select $1 || n, $2, $3, n || $4, 'admin', now() from generate_series(1, $5::int) n`,
      },
      [`Comment${text.length}`, lastSegmentOf(release.id), lastSegmentOf(task?.id ?? ''), text, count],
    );
  await addComments(a, 1, ' first');
  await addComments(b, 125, ` ${'x'.repeat(32_000)}`);
  const startsOf = ({ comments }: Pick<Task, 'comments'>) => comments.map(({ text }) => text.replace(/ x+$/, ''));
  const newest = Array.from({ length: 124 }, (_, at) => `${at + 2}`);
  const read = await rest.get<Release>(`/releases/${release.id}`);
  expect(read.phases[0]?.tasks.map(startsOf)).toEqual([[], newest]);
  expect(startsOf(await rest.get<Task>(`/tasks/${a?.id}`))).toEqual(['1 first']);
  expect(startsOf(await rest.get<Task>(`/tasks/${b?.id}`))).toEqual(newest);
  expect(startsOf(await rest.put<Task>(`/tasks/${b?.id}`, { ...b, title: 'changed' }))).toEqual(newest);
});
