import { Readable } from 'node:stream';
import { hashPassword } from '@slipway/api';
import type { Receive } from '@slipway/application/attachments';
import { addUser } from '@slipway/persistence/people';
import { createLogger } from '@slipway/process';
import { describe, expect, test, vi } from 'vitest';
import { AnswerPending } from '../../../services/api/src/http/errors/errors.ts';
import { answerForm } from '../../../services/api/src/http/idempotency.ts';
import { startSecondProcess } from '../../harness/product/second-server.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Activity, Release, Task } from '../../harness/rest/response-types.ts';
import { createRestClient, type RestClient } from '../../harness/rest/rest-client.ts';
import { createKeyedPost } from './keyed-post.ts';

const product = serve();
const { rest } = product;
const post = createKeyedPost(rest);

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const logged = async ({ id }: Release, type: string) =>
  (await rest.get<Activity[]>(`/activities/${id}`)).filter(({ activityType }) => activityType === type).length;
const withTitle = (title: string) => rest.get<Release[]>(`/releases/byTitle?releaseTitle=${title}`);

describe('an idempotency key', () => {
  test('belongs to one request: another body or query with the same key is refused', async () => {
    const release = await createRelease(rest, { Build: ['work'] });
    const path = `/phases/${release.id}/phase`;
    await post(`${path}?position=0`, { title: 'A' }, 'one request');
    const reusedKeyText = '422 another request was sent with this Idempotency-Key: use a new key for a new request\n';
    for (const [at, body] of [
      [`${path}?position=0`, { title: 'B' }],
      [`${path}?position=1`, { title: 'A' }],
      [path, { title: 'A' }],
    ] as const) {
      const { status, text } = await post(at, body, 'one request');
      expect(`${status} ${text}`).toBe(reusedKeyText);
    }
    expect((await rest.get<Release>(`/releases/${release.id}`)).phases).toHaveLength(2);
  });

  test('belongs to one path', async () => {
    const [first, second] = [
      await createRelease(rest, { Build: ['work'] }),
      await createRelease(rest, { Build: ['work'] }),
    ];
    for (const { id } of [first, second]) expect((await post(`/releases/${id}/start`, {}, 'paths')).status).toBe(200);
    for (const release of [first, second]) expect(await logged(release, 'TASK_STARTED')).toBe(1);
  });

  test('can be used again after its request was refused', async () => {
    const release = await startRelease(rest, { Build: ['one', 'two'] });
    const path = `/tasks/${idOf(release, 'two')}/fail`;
    expect((await post(path, {}, 'refused')).status).toBe(409);
    await rest.post(`/tasks/${idOf(release, 'one')}/complete`, {});
    expect((await post(path, {}, 'refused')).status).toBe(200);
    expect((await post('/templates', {}, 'mended')).status).toBe(400);
    expect((await post('/templates', { title: 'Mended' }, 'mended')).status).toBe(200);
  });

  test('expires after a day', async () => {
    const path = `/tasks/${idOf(await startRelease(rest, { Build: ['work'] }), 'work')}`;
    await post(`${path}/comment`, { comment: 'a' }, 'a day');
    await product.database().query({ text: `update idempotency_keys set kept_at = kept_at - interval '25 hours'` });
    await post(`${path}/comment`, { comment: 'b' }, 'a day');
    expect((await rest.get<Task>(path)).comments.map(({ text }) => text)).toEqual(['a', 'b']);
  });

  test('belongs to one user', async () => {
    const passwordHash = await hashPassword('pw');
    await addUser(product.database(), { username: 'ann', passwordHash, fullName: null, email: null });
    const login = { authorization: `Basic ${Buffer.from('ann:pw').toString('base64')}` };
    expect((await post('/templates', { title: 'Mine' }, 'users')).status).toBe(200);
    expect((await post('/templates', { title: 'Mine' }, 'users', rest, login)).status).toBe(403);
  });

  test.each([
    ['empty', ''],
    ['longer than 255', 'x'.repeat(256)],
    ['not ASCII', 'clé'],
  ])('is refused when it is %s', async (_, key) => {
    const { status, text } = await post('/templates', { title: 'Never' }, key);
    expect(`${status} ${text}`).toBe('400 Idempotency-Key: expected 1 to 255 printable ASCII characters\n');
  });

  test('is ignored for searches, PUT and GET', async () => {
    const release = await createRelease(rest, { Build: ['work'] }, {}, { releaseTitle: 'Searched' });
    const searchReleases = async () => (await post('/releases/search', { title: 'Searched' }, 'search')).body;
    expect(await searchReleases()).toHaveLength(1);
    await rest.sendForNoContent('DELETE', `/releases/${release.id}`);
    expect(await searchReleases()).toEqual([]);
  });
});

test('a form whose key expires during the comparison is refused, and its files are read once', async () => {
  const release = await startRelease(rest, { Build: ['work'] });
  const database = product.database();
  await post(`/tasks/${idOf(release, 'work')}/comment`, { comment: 'a' }, 'expires');
  const [key] = await database.query<{ id: string }>(
    { text: 'select id from idempotency_keys where release_id = $1' },
    [release.id.slice(release.id.lastIndexOf('/') + 1)],
  );
  let reads = 0;
  const files: Receive = async (handleFile) => {
    reads += 1;
    const bytes = Readable.from([Buffer.from('content')]);
    return [await handleFile({ name: 'a.txt', contentType: 'text/plain', bytes })];
  };
  const mayStill = async () => {
    await database.query({ text: 'delete from idempotency_keys where id = $1' }, [key!.id]);
  };
  const work = vi.fn();
  const logger = createLogger({ logLevel: 'warn' }, { write: () => {} });
  const answering = answerForm({ database, logger }, { id: key!.id, query: '', files }, work, mayStill);
  await expect(answering).rejects.toEqual(
    new AnswerPending('the stored response of this Idempotency-Key has expired: send the request again'),
  );
  expect([reads, work.mock.calls]).toEqual([1, []]);
});

describe('if a process crashes', () => {
  test('after it processed a request and before it stored the response, the repeated request is refused with this reason', async () => {
    const release = await startRelease(rest, { Build: ['work'] });
    const path = `/tasks/${idOf(release, 'work')}`;
    await post(`${path}/comment`, { comment: 'a' }, 'lost');
    const unanswered = (age: string) =>
      product.database().query(
        {
          text: `update idempotency_keys set status = null, body = null, kept_at = now() - $2::interval where release_id = $1`,
        },
        [release.id.slice(release.id.lastIndexOf('/') + 1), age],
      );
    await unanswered('1 second');
    const young = await post(`${path}/comment`, { comment: 'a' }, 'lost');
    expect([young.status, young.text, young.headers.get('retry-after')]).toEqual([
      409,
      'the request with this Idempotency-Key is still being processed: try again\n',
      '1',
    ]);
    await unanswered('2 minutes');
    const old = await post(`${path}/comment`, { comment: 'a' }, 'lost');
    expect([old.status, old.text, old.headers.get('retry-after')]).toEqual([
      409,
      `the request with this Idempotency-Key was completed for release '${release.id.split('/').at(-1)}', but its response was lost: read the changed objects\n`,
      null,
    ]);
    expect((await rest.get<Task>(path)).comments).toHaveLength(1);
  });

  test('at any moment, each of many repeated requests is processed once', async () => {
    const template = await createTemplate(rest, { Build: ['work'] });
    const crashingServer = await startSecondProcess(product);
    const to = createRestClient(() => crashingServer.url);
    const send = (index: number, by: RestClient) =>
      post(`/templates/${template.id}/create`, { releaseTitle: `Killed ${index}` }, `killed ${index}`, by);
    let answered = 0;
    const sent = times(60).map(async (index) => {
      await send(index, to).catch(() => {});
      answered += 1;
      if (answered === 20) process.kill(crashingServer.pid, 'SIGKILL');
    });
    await Promise.all(sent);
    await crashingServer.stop().catch(() => {});
    const repeatedReplies = await Promise.all(times(60).map((index) => send(index, rest)));
    expect(repeatedReplies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    for (const index of times(60)) expect(await withTitle(`Killed ${index}`)).toHaveLength(1);
  });
});
