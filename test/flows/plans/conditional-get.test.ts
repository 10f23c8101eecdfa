import { describe, expect, test } from 'vitest';
import { serveSecondServer } from '../../harness/product/second-server.ts';
import { serve } from '../../harness/product/serve.ts';
import {
  createActionRunner,
  createRelease,
  createTemplate,
  gate,
  idOf,
  startRelease,
} from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { RestResponse } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest } = product;
const act = createActionRunner(rest);
/** A second process on the same database. */
const secondClient = serveSecondServer(product);

const tagOf = ({ headers }: RestResponse): string => headers.get('etag') ?? '';
const ifNoneMatch = (tag: string) => ({ 'if-none-match': tag });
const only = (tag: string) => ({ 'if-match': tag });
const read = (path: string, tag?: string, by = rest) => by.send('GET', path, undefined, tag ? ifNoneMatch(tag) : {});
const lastSegmentOf = ({ id }: { readonly id: string }) => id.slice(id.lastIndexOf('/') + 1);

/** Returns how the server responds to a poller with this ETag: nothing new, or a new ETag. */
async function seen(path: string, tag: string, by = rest) {
  const { status, text, headers } = await read(path, tag, by);
  return { status, text: status === 304 ? text : '…', tag: headers.get('etag') === tag ? 'same' : 'new' };
}
/** Parses a response and removes the comments of tasks. */
const withoutComments = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (key === 'comments' ? [] : value));
const unchanged = { status: 304, text: '', tag: 'same' };
const changed = { status: 200, text: '…', tag: 'new' };

describe('a reader with the current ETag', () => {
  test.each(['release', 'template', 'task'] as const)(
    'of a %s gets 304 for no change, from any process',
    async (kind) => {
      const release = await startRelease(rest, { Build: ['work'] });
      const template = await createTemplate(rest, { Build: ['work'] });
      const path = {
        release: `/releases/${release.id}`,
        template: `/templates/${template.id}`,
        task: `/tasks/${idOf(release, 'work')}`,
      }[kind];
      const first = await read(path);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      expect(tagOf(first)).toMatch(/^"[\w-]+"$/);
      for (const by of [rest, secondClient, rest]) expect(await seen(path, tagOf(first), by)).toEqual(unchanged);
      const changedReply = await read(path, '"another"');
      expect([changedReply.text, tagOf(changedReply)]).toEqual([first.text, tagOf(first)]);
      const head = await rest.send('HEAD', path, undefined, ifNoneMatch(tagOf(first)));
      expect([head.status, tagOf(head)]).toEqual([304, tagOf(first)]);
    },
  );

  test('gets 304 for an archived release', async () => {
    const release = await startRelease(rest, { Build: ['work'] });
    await act(release, 'complete', 'work');
    await product.archive(release);
    const path = `/releases/archived/${release.id}`;
    const tag = tagOf(await read(path));
    expect(await seen(path, tag)).toEqual(unchanged);
    expect((await read(`/releases/${release.id}`, tag)).status).toBe(404);
  });

  test('gets 304 with a list of ETags, a weak ETag or *', async () => {
    const path = `/releases/${(await createRelease(rest, { Build: ['work'] })).id}`;
    const tag = tagOf(await read(path));
    for (const entityTag of [`"a", ${tag}`, `W/${tag}`, '*']) expect((await read(path, entityTag)).status).toBe(304);
    for (const entityTag of ['"a"', 'a', tag.slice(1, -1), `"${tag}`])
      expect((await read(path, entityTag)).status).toBe(200);
  });

  test('gets 304 with any form of the id', async () => {
    const release = await createRelease(rest, { Build: ['work'] });
    const tag = tagOf(await read(`/releases/${release.id}`));
    for (const form of [lastSegmentOf(release), release.id.replaceAll('/', '-'), encodeURIComponent(release.id)]) {
      expect(await seen(`/releases/${form}`, tag)).toEqual(unchanged);
    }
  });

  test('gets 304 for a release without its comments, which has the same ETag', async () => {
    const release = await startRelease(rest, { Build: ['work'] });
    await rest.post(`/tasks/${idOf(release, 'work')}/comment`, { comment: 'x'.repeat(5_000) });
    const path = `/releases/${release.id}`;
    const fullReply = await read(path);
    expect(fullReply.text).toContain('x'.repeat(5_000));
    for (const by of [rest, secondClient, rest]) {
      const bare = await read(`${path}?comments=false`, undefined, by);
      expect([JSON.parse(bare.text), tagOf(bare)]).toEqual([withoutComments(fullReply.text), tagOf(fullReply)]);
      expect(await seen(`${path}?comments=false`, tagOf(fullReply), by)).toEqual(unchanged);
      expect(await read(`${path}?comments=true`, undefined, by)).toMatchObject({ text: fullReply.text });
    }
    expect((await read(`${path}?comments=some`)).text).toContain('expected true or false');
  });
});

describe('the ETag changes', () => {
  test('after every change of the release, by any user, for the release and its tasks', async () => {
    const release = await startRelease(rest, { Build: ['work', 'next'] });
    const paths = [`/releases/${release.id}`, `/tasks/${idOf(release, 'work')}`];
    const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['a comment', () => secondClient.post(`/tasks/${idOf(release, 'work')}/comment`, { comment: 'hm' })],
      ['a title', () => secondClient.put(`/releases/${release.id}`, { title: 'Other' })],
      ['a variable', () => secondClient.post(`/releases/${release.id}/variables`, { key: 'a', value: 'x' })],
      ['a new task', () => secondClient.post(`/phases/${idOf(release, 'Build')}/tasks`, { title: 'more' })],
      ['a completion', () => secondClient.post(`/tasks/${idOf(release, 'work')}/complete`, {})],
      ['a restart', () => secondClient.post(`/releases/${release.id}/restart?fromPhaseId=${idOf(release, 'Build')}`)],
    ];
    for (const [kind, change] of changes) {
      const tags = await Promise.all(paths.map(async (path) => tagOf(await read(path))));
      await change();
      for (const [index, path] of paths.entries()) {
        expect({ what: kind, ...(await seen(path, tags[index]!)) }).toEqual({ what: kind, ...changed });
        const answers = await Promise.all([rest, secondClient].map((by) => by.get(path)));
        expect(answers[0]).toEqual(answers[1]);
      }
    }
  });

  test('when a folder above it moves, for live, archived and templates', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'moves' });
    const target = await rest.post<{ id: string }>('/folders/Applications', { title: 'target' });
    const template = await rest.post<Release>(`/templates?folderId=${folder.id}`, { title: 'Plan' });
    const make = () => rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'One' });
    const [live, done] = [await make(), await make()];
    await rest.post(`/releases/${done.id}/start`);
    await product.archive(done);
    const paths = [
      `/releases/${lastSegmentOf(live)}`,
      `/releases/archived/${lastSegmentOf(done)}`,
      `/templates/${lastSegmentOf(template)}`,
    ];
    const tags = await Promise.all(paths.map(async (path) => tagOf(await read(path))));
    await secondClient.sendForNoContent('POST', `/folders/${folder.id}/move?newParentId=${target.id}`);
    for (const [index, path] of paths.entries()) {
      expect(await seen(path, tags[index]!)).toEqual(changed);
      expect(await rest.get(path)).toMatchObject({ id: expect.stringContaining(lastSegmentOf(target)) });
    }
  });

  test('when a referenced object has moved or was deleted', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'of what is referred to' });
    const template = await rest.post<Release>(`/templates?folderId=${folder.id}`, { title: 'Origin' });
    const target = await createRelease(rest, { Build: ['work', 'next'] });
    const release = await rest.post<Release>(`/templates/${template.id}/create`, {
      releaseTitle: 'One',
      folderId: 'Applications',
    });
    const waiting = await createRelease(rest, { Build: [gate('wait')] });
    await rest.post(`/tasks/${idOf(waiting, 'wait')}/dependencies/${lastSegmentOf({ id: idOf(target, 'work') })}`);
    const [ofOrigin, ofGate, ofTask] = [release.id, waiting.id]
      .map((id) => `/releases/${id}`)
      .concat(`/tasks/${idOf(waiting, 'wait')}`) as [string, string, string];
    const tags = new Map<string, string>();
    for (const path of [ofOrigin, ofGate, ofTask]) tags.set(path, tagOf(await read(path)));
    await secondClient.sendForNoContent('POST', `/folders/${folder.id}/templates/${template.id}`);
    expect(await seen(ofOrigin, tags.get(ofOrigin)!)).toEqual(unchanged);
    await secondClient.sendForNoContent('POST', `/folders/Applications/templates/${template.id}`);
    expect(await seen(ofOrigin, tags.get(ofOrigin)!)).toEqual(changed);
    const phase = await rest.post<{ id: string }>(`/phases/${target.id}/phase`, { title: 'Later' });
    await secondClient.post(`/tasks/${idOf(target, 'work')}/move?targetContainerId=${lastSegmentOf(phase)}`);
    for (const path of [ofGate, ofTask]) expect(await seen(path, tags.get(path)!)).toEqual(changed);
    expect((await rest.get<Release>(ofGate)).phases[0]?.tasks[0]?.dependencies?.[0]?.targetId).toContain(
      lastSegmentOf(phase),
    );
    await secondClient.sendForNoContent('DELETE', `/templates/${template.id}`);
    expect(await rest.get(ofOrigin)).toMatchObject({ originTemplateId: `Applications/${lastSegmentOf(template)}` });
  });

  test('when an object was deleted and created again with the same id', async () => {
    const body = { id: 'ReleaseAgain', title: 'First life' };
    const path = `/templates/${(await rest.post<Release>('/templates', body)).id}`;
    const tag = tagOf(await read(path));
    await secondClient.sendForNoContent('DELETE', path);
    await secondClient.post('/templates', { ...body, title: 'Second life' });
    expect(await seen(path, tag)).toEqual(changed);
    expect(await rest.get(path)).toMatchObject({ title: 'Second life' });
  });
});

describe('a change with If-Match', () => {
  test('succeeds if the ETag is current, and each response has the ETag for the next change', async () => {
    const release = await startRelease(rest, { Build: ['one', 'two'] });
    const path = `/tasks/${idOf(release, 'one')}`;
    const first = await read(path);
    const commented = await rest.send('POST', `${path}/comment`, { comment: 'a' }, only(tagOf(first)));
    const edited = await secondClient.send('PUT', path, { description: 'b' }, only(tagOf(commented)));
    const done = await rest.send('POST', `${path}/complete`, {}, only(tagOf(edited)));
    expect([commented, edited, done].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await seen(path, tagOf(done), secondClient)).toEqual(unchanged);
  });

  test('is refused with 412 in one line if the ETag is outdated, and changes nothing', async () => {
    const release = await startRelease(rest, { Build: ['one', 'two'] });
    const template = await createTemplate(rest, { Build: ['work'] });
    const old = new Map<string, string>();
    const paths = [`/releases/${release.id}`, `/tasks/${idOf(release, 'one')}`, `/templates/${template.id}`];
    for (const path of paths) old.set(path, tagOf(await read(path)));
    await secondClient.put(paths[0]!, { title: 'Other' });
    await secondClient.put(paths[2]!, { title: 'Other' });
    const before = await Promise.all(paths.map((path) => rest.get(path)));
    const attempts = paths.flatMap((path) => [
      ['PUT', path, path] as const,
      ['DELETE', path, path] as const,
      [
        'POST',
        path,
        `${path}/${path.startsWith('/tasks') ? 'complete' : path.startsWith('/rel') ? 'abort' : 'copy'}`,
      ] as const,
    ]);
    for (const [method, path, at] of attempts) {
      const reply = await rest.send(
        method,
        at,
        method === 'DELETE' ? undefined : { title: 'Mine' },
        only(old.get(path)!),
      );
      expect([method, at, reply.status]).toEqual([method, at, 412]);
      expect(reply.text).toMatch(
        /^the current version has the ETag "[\w-]+", which If-Match does not contain: read it again\n$/,
      );
    }
    expect(await Promise.all(paths.map((path) => rest.get(path)))).toEqual(before);
  });

  test('is refused for a weak or an invalid ETag, and accepted for *', async () => {
    const path = `/releases/${(await createRelease(rest, { Build: ['work'] })).id}`;
    const tag = tagOf(await read(path));
    const put = (headers: Readonly<Record<string, string>>) => rest.send('PUT', path, { title: 'Other' }, headers);
    expect((await put(only(`W/${tag}`))).status).toBe(412);
    expect((await put(only('nonsense'))).status).toBe(412);
    expect((await put(ifNoneMatch('*'))).status).toBe(412);
    expect((await read(path, tag)).status).toBe(304);
    expect((await put(only(`"a", ${tag}`))).status).toBe(200);
    expect((await put(only('*'))).status).toBe(200);
    expect((await rest.send('GET', path, undefined, only(tag))).status).toBe(412);
    expect((await rest.send('PUT', '/releases/ReleaseNone', {}, only(tag))).status).toBe(404);
  });

  test('succeeds for one of many concurrent requests with the same ETag, in two processes', async () => {
    const release = await createRelease(rest, { Build: ['work'] });
    const path = `/releases/${release.id}`;
    const tag = tagOf(await read(path));
    const titles = Array.from({ length: 40 }, (_, index) => `title ${index}`);
    const replies = await Promise.all(
      titles.map((title, index) => (index % 2 === 0 ? rest : secondClient).send('PUT', path, { title }, only(tag))),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(39).fill(412)]);
    const winner = replies.find(({ status }) => status === 200);
    expect((await read(path)).text).toBe(winner?.text);
  });
});
