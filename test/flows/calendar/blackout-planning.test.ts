import { describe, expect, test } from 'vitest';
import { serveSecondServer } from '../../harness/product/second-server.ts';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { retryBeforeDeadline } from '../../harness/retry-before-deadline.ts';
import { type Blackout, blackouts, createBlackoutFixture, formatDate, hoursFromNow } from './blackout-fixture.ts';

const product = serve();
const { rest } = product;
const act = createActionRunner(rest);
const { folder, freeze, frozenPlan } = createBlackoutFixture(rest);
/** A second process on the same database. */
const secondClient = serveSecondServer(product);

const planOf = ({ $metadata }: Release) => $metadata.blackout;
const tagOf = async (path: string, by = rest) => (await by.send('GET', path)).headers.get('etag') ?? '';
const status = async (path: string, tag: string, by = rest) =>
  (await by.send('GET', path, undefined, { 'if-none-match': tag })).status;

describe('a release is planned around blackouts', () => {
  const none = { periods: [], conflicts: [] };

  test('when it is created, scheduled and read', async () => {
    const { folderId, template, create } = await frozenPlan({ scheduledStartDate: hoursFromNow(24) });
    expect([planOf(template), planOf(await create())]).toEqual([none, none]);
    const { id: blackoutId } = await freeze(folderId, 23, 25);
    await freeze(folderId, 25, 26);
    await freeze(folderId, 48, 49);
    const release = await create({ scheduledStartDate: hoursFromNow(24.5), autoStart: true });
    const own = {
      id: release.id,
      title: 'R',
      scheduledStartDate: hoursFromNow(24.5),
      blackoutId,
      firstFree: hoursFromNow(26),
    };
    const task = {
      id: idOf(release, 'deploy'),
      title: 'deploy',
      scheduledStartDate: hoursFromNow(24),
      blackoutId,
      firstFree: hoursFromNow(26),
    };
    // the blackout of the third day starts after the estimated end
    const expected = {
      periods: [{ startDate: hoursFromNow(23), endDate: hoursFromNow(26) }],
      conflicts: [own, task],
      firstFree: hoursFromNow(26),
    };
    expect(planOf(release)).toEqual(expected);
    for (const by of [rest, secondClient]) expect(planOf(await by.get(`/releases/${release.id}`))).toEqual(expected);
    const [foundRelease] = await rest.post<Release[]>('/releases/search', {
      title: 'R',
      parentId: folderId,
      planned: true,
    });
    expect(planOf(foundRelease!)).toMatchObject({ periods: expect.any(Array) });
    const moved = await rest.put<Release>(`/releases/${release.id}`, { scheduledStartDate: hoursFromNow(26) });
    expect(planOf(moved)).toEqual({
      periods: expected.periods,
      conflicts: [task],
      firstFree: hoursFromNow(26),
    });
    const started = await rest.post<Release>(`/releases/${release.id}/start`);
    expect(planOf(started)).toEqual({ periods: expected.periods, conflicts: [task] });
    const aborted = await rest.post<Release>(`/releases/${release.id}/abort`, {});
    expect(planOf(aborted)).toEqual(none);
  });

  test('after the current blackout, if the release has no date', async () => {
    const { folderId, create } = await frozenPlan();
    const { id } = await freeze(folderId, -1, 2);
    const release = await create();
    expect(planOf(release)).toEqual({
      periods: [{ startDate: hoursFromNow(-1), endDate: hoursFromNow(2) }],
      conflicts: [],
      firstFree: hoursFromNow(2),
    });
    await rest.sendForNoContent('DELETE', `${blackouts}/${id}`);
    expect(planOf(await rest.get(`/releases/${release.id}`))).toEqual(none);
  });

  test('under an ETag that changes only when another process changes the calendar of its folder', async () => {
    const { folderId, create } = await frozenPlan();
    const path = `/releases/${(await create()).id}`;
    const { id: siblingId } = await folder('beside it');
    let tag = await tagOf(path);
    const changes: readonly (() => Promise<unknown>)[] = [
      () =>
        secondClient.post(blackouts, {
          id: 'BlackoutTag',
          label: 'a',
          startDate: hoursFromNow(1),
          endDate: hoursFromNow(2),
          folderId,
        }),
      () => secondClient.put(`${blackouts}/BlackoutTag`, { endDate: hoursFromNow(3) }),
      () => secondClient.sendForNoContent('DELETE', `${blackouts}/BlackoutTag`),
    ];
    for (const change of changes) {
      await freeze(siblingId, 1, 2);
      expect([await status(path, tag), await status(path, tag, secondClient)]).toEqual([304, 304]);
      await change();
      expect([await status(path, tag), await status(path, tag, secondClient)]).toEqual([200, 200]);
      tag = await tagOf(path);
      expect(await tagOf(path, secondClient)).toBe(tag);
      expect(await rest.get(path)).toEqual(await secondClient.get(path));
    }
  });

  test('under an ETag that changes when a blackout starts and when it ends', async () => {
    const { folderId, create } = await frozenPlan();
    const path = `/releases/${(await create()).id}`;
    const label = 'short';
    const { id } = await rest.post<Blackout>(blackouts, {
      label,
      startDate: hoursFromNow(1),
      endDate: hoursFromNow(2),
      folderId,
    });
    const firstFree = async () => (await rest.get<Release>(path)).$metadata.blackout;
    const early = await retryBeforeDeadline(async (startDate) => {
      await rest.put(`${blackouts}/${id}`, { startDate });
      return { plan: await firstFree(), tag: await tagOf(path) };
    });
    expect(early.plan).toEqual({ periods: [expect.any(Object)], conflicts: [] });
    await expect.poll(firstFree, { interval: 20 }).toMatchObject({ firstFree: hoursFromNow(2) });
    expect(await tagOf(path)).not.toBe(early.tag);
    const inside = await retryBeforeDeadline(async (endDate) => {
      await rest.put(`${blackouts}/${id}`, { endDate });
      return { plan: await firstFree(), tag: await tagOf(path), endDate };
    });
    expect(inside.plan).toMatchObject({ firstFree: formatDate(inside.endDate) });
    await expect.poll(firstFree, { interval: 20 }).toEqual(none);
    const over = await tagOf(path);
    expect([over === inside.tag, await tagOf(path, secondClient)]).toEqual([false, over]);
  });

  test('and its tasks and the archive do not contain it', async () => {
    const release = await startRelease(rest, { Build: ['work'] });
    const path = `/tasks/${idOf(release, 'work')}`;
    const tag = await tagOf(path);
    const { id } = await freeze(null, 1, 2);
    expect(await status(path, tag)).toBe(304);
    await act(release, 'complete', 'work');
    await product.archive(release);
    expect(planOf(await rest.get(`/releases/archived/${release.id}`))).toEqual(none);
    await rest.sendForNoContent('DELETE', `${blackouts}/${id}`);
  });

  test('so that If-Match includes the calendar that the caller has seen', async () => {
    const { folderId, create } = await frozenPlan();
    const path = `/releases/${(await create()).id}`;
    const tag = await tagOf(path);
    await freeze(folderId, 1, 2);
    const reply = await rest.send('POST', `${path}/start`, undefined, { 'if-match': tag });
    expect(reply.status).toBe(412);
  });
});
