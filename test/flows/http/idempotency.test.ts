import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serveSecondServer } from '../../harness/product/second-server.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, fetchFormattedRelease, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Activity, Release, Task } from '../../harness/rest/response-types.ts';
import { comparableResponse, createKeyedPost } from './keyed-post.ts';

const product = serve();
const { rest } = product;
const secondClient = serveSecondServer(product);
const post = createKeyedPost(rest);

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const logged = async ({ id }: Release, type: string) =>
  (await rest.get<Activity[]>(`/activities/${id}`)).filter(({ activityType }) => activityType === type).length;
const withTitle = (title: string) => rest.get<Release[]>(`/releases/byTitle?releaseTitle=${title}`);

describe('a request with a key is processed once, and repetitions get the same response', () => {
  test.each<
    [
      string,
      (title: string) => Promise<{ path: string; body?: unknown; status?: number; count: () => Promise<number> }>,
    ]
  >([
    [
      'creating a template',
      async (title) => ({
        path: '/templates',
        body: { title },
        count: async () => (await rest.get<Release[]>(`/templates?title=${title}`)).length,
      }),
    ],
    [
      'creating a release',
      async (title) => ({
        path: `/templates/${(await createTemplate(rest, { Build: ['work'] })).id}/create`,
        body: { releaseTitle: title },
        count: async () => (await withTitle(title)).length,
      }),
    ],
    [
      'creating and starting a release',
      async (title) => ({
        path: `/templates/${(await createTemplate(rest, { Build: ['work'] })).id}/start`,
        body: { releaseTitle: title },
        count: async () => (await withTitle(title)).length,
      }),
    ],
    [
      'starting a release',
      async () => {
        const release = await createRelease(rest, { Build: ['work'] });
        return { path: `/releases/${release.id}/start`, count: () => logged(release, 'TASK_STARTED') };
      },
    ],
    [
      'restarting a release',
      async () => {
        const release = await startRelease(rest, { Build: ['work'] });
        return {
          path: `/releases/${release.id}/restart?fromPhaseId=${idOf(release, 'Build')}`,
          count: async () => (await rest.get<Release>(`/releases/${release.id}`)).phases.length - 1,
        };
      },
    ],
    [
      'a comment',
      async () => {
        const task = `/tasks/${idOf(await startRelease(rest, { Build: ['work'] }), 'work')}`;
        return {
          path: `${task}/comment`,
          body: { comment: 'once' },
          count: async () => (await rest.get<Task>(task)).comments.length,
        };
      },
    ],
    [
      'adding a phase',
      async (title) => {
        const release = await createRelease(rest, { Build: ['work'] });
        return {
          path: `/phases/${release.id}/phase`,
          body: { title },
          count: async () => (await rest.get<Release>(`/releases/${release.id}`)).phases.length - 1,
        };
      },
    ],
    [
      'adding a variable',
      async () => {
        const path = `/releases/${(await createRelease(rest, { Build: ['work'] })).id}/variables`;
        return { path, body: { key: 'a', value: 'x' }, count: async () => (await rest.get<unknown[]>(path)).length };
      },
    ],
    [
      'creating a folder',
      async (title) => ({
        path: '/folders/Applications',
        body: { title },
        count: async () => {
          const folders = await rest.get<{ title: string }[]>('/folders/list?resultsPerPage=1000');
          return folders.filter((folder) => folder.title === title).length;
        },
      }),
    ],
    [
      'adding a global variable',
      async (title) => ({
        path: '/config/Configuration/variables/global',
        body: { key: `global.${title}`, value: 'x' },
        count: async () => {
          const variables = await rest.get<{ key: string }[]>('/config/Configuration/variables/global');
          return variables.filter(({ key }) => key === `global.${title}`).length;
        },
      }),
    ],
    [
      'a request without a response body',
      async (title) => {
        const { id } = await rest.post<{ id: string }>('/folders/Applications', { title });
        return { path: `/folders/${id}/rename?newName=${title}-renamed`, status: 204, count: async () => 1 };
      },
    ],
  ])('%s', async (_, prepare) => {
    const { path, body, status = 200, count } = await prepare(randomUUID());
    const key = randomUUID();
    const first = await post(path, body, key);
    expect(first.status).toBe(status);
    for (const by of [rest, secondClient])
      expect(comparableResponse(await post(path, body, key, by))).toEqual(comparableResponse(first));
    expect(await count()).toBe(1);
  });

  test('even after other changes of the release', async () => {
    const release = await startRelease(rest, { Build: ['one', 'two'] });
    const path = `/tasks/${idOf(release, 'one')}/complete`;
    const first = await post(path, {}, 'then');
    await rest.post(`/tasks/${idOf(release, 'two')}/complete`, {});
    expect(comparableResponse(await post(path, {}, 'then', secondClient))).toEqual(comparableResponse(first));
    expect((await post(path, {}, 'now')).status).toBe(409);
  });

  test('even if If-Match names a version that the request itself has replaced', async () => {
    const release = await startRelease(rest, { Build: ['one'] });
    const path = `/tasks/${idOf(release, 'one')}`;
    const tag = (await rest.send('GET', path)).headers.get('etag') ?? '';
    const complete = (key: string) => post(`${path}/complete`, {}, key, rest, { 'if-match': tag });
    const first = await complete('tagged');
    expect(comparableResponse(await complete('tagged'))).toEqual(comparableResponse(first));
    expect((await complete('another')).status).toBe(412);
  });

  test('even if the request changes nothing', async () => {
    const release = await startRelease(rest, { Build: ['one'] });
    const path = `/tasks/${idOf(release, 'one')}/assign/admin`;
    await rest.post(path);
    const first = await post(path, undefined, 'quiet');
    await rest.post(`/tasks/${idOf(release, 'one')}/comment`, { comment: 'later' });
    expect(comparableResponse(await post(path, undefined, 'quiet'))).toEqual(comparableResponse(first));
  });
});

describe('concurrent requests with one key', () => {
  test.each([1, 2, 3])('have one effect and one response, in two processes (%i)', async (round) => {
    const template = await createTemplate(rest, { Build: ['work'] });
    const title = `At once ${round}`;
    const replies = await Promise.all(
      times(16).map((index) =>
        post(`/templates/${template.id}/create`, { releaseTitle: title }, title, index % 2 === 0 ? rest : secondClient),
      ),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(comparableResponse(reply)))).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await withTitle(title)).toHaveLength(1);
  });

  test('get the response of the first even if a second one would be refused', async () => {
    for (const round of times(5)) {
      const release = await createRelease(rest, { Build: ['work', 'next'] });
      const path = `/releases/${release.id}/start`;
      const replies = await Promise.all(
        times(8).map((index) => post(path, {}, `start ${round}`, index % 2 ? rest : secondClient)),
      );
      expect(replies.map(({ status }) => status)).toEqual(times(8).map(() => 200));
      expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Build>: work> next.');
      expect(await logged(release, 'TASK_STARTED')).toBe(1);
    }
  });

  test('and different bodies: one is processed, and the others get an error', async () => {
    const release = await startRelease(rest, { Build: ['work'] });
    const path = `/tasks/${idOf(release, 'work')}`;
    const replies = await Promise.all(
      times(8).map((index) =>
        post(`${path}/comment`, { comment: `text ${index}` }, 'bodies', index % 2 ? rest : secondClient),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...times(7).map(() => 422)]);
    expect((await rest.get<Task>(path)).comments).toHaveLength(1);
  });
});
