import { beforeAll, describe, expect, test, vi } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { gate } from '../../harness/rest/plans.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';
import { type QueryResult, type Rows, runRelease, startRelease } from './ended-releases.ts';

/** Numbers of ended releases (insights.md), over REST. */
const product = serve();
const { rest, url } = product;
const people = peopleOf(product);

const hour = 3_600_000;
const today = new Date();
today.setUTCHours(0, 0, 0, 0);
const from = new Date(today.getTime() - 10 * 24 * hour).toISOString();
const to = new Date(today.getTime() + 2 * 24 * hour).toISOString();
const period = { from, to };

let folder: { readonly id: string };
let template: Release;
let releases: readonly Release[];

const startFrom = (title: string, tags: readonly string[]) => startRelease(rest, template, { title, tags });

const query = (body: object, client: RestClient = rest) =>
  client.post<QueryResult>('/insights/query', { ...period, ...body });
/** Waits until the scheduler has added the four releases. */
const waitForEnded = () =>
  vi.waitFor(async () => expect((await rest.post<Rows>('/insights/releases', period)).count).toBe(4), {
    interval: 50,
    timeout: 20_000,
  });

beforeAll(async () => {
  folder = await rest.post('/folders/Applications', { title: 'Shop' });
  template = await rest.post(`/templates?folderId=${folder.id}`, {
    title: 'Ship',
    phases: [{ title: 'Build', tasks: [{ title: 'compile' }, { ...gate('approve'), team: 'QA' }] }],
  });
  releases = [
    await runRelease(rest, template, { title: 'First', tags: ['web'] }),
    await runRelease(rest, template, { title: 'Second', tags: ['web', 'app'], fails: true }),
    await runRelease(rest, template, { title: '=Third', tags: [] }),
  ];
  const aborted = await startFrom('Fourth', []);
  await rest.post(`/releases/${aborted.id}/abort`, { abortComment: 'enough' });
  await waitForEnded();
});

describe('a query', () => {
  test('has the values of metrics, and points without gaps', async () => {
    const metrics = [
      'release.throughput',
      'release.abortRate',
      'release.troubleRate',
      'release.firstTimeRight',
      'release.duration',
    ];
    const result = await query({ metrics, interval: 'day', compare: 'previous' });
    const values = result.total.map(({ metric, n, value }) => [
      metric,
      n,
      metric === 'release.duration' ? null : value,
    ]);
    expect(values).toEqual([
      ['release.throughput', 3, 3],
      ['release.abortRate', 4, 0.25],
      ['release.troubleRate', 4, 0.25],
      ['release.firstTimeRight', 4, 0.5],
      ['release.duration', 3, null],
    ]);
    const [throughput] = result.series;
    expect(throughput?.points).toHaveLength(12);
    expect(throughput?.points.reduce((sum, { n }) => sum + n, 0)).toBe(3);
    expect(result.total.at(-1)).toMatchObject({ p50: expect.any(Number) });
    expect(result.total.at(-1)).not.toHaveProperty('p85');
    expect([result.exact, result.tz, result.previous?.[0]?.n]).toEqual([true, 'UTC', 0]);
  });

  test('groups by folder, template and tag; a release counts in each of its tags', async () => {
    const groupsBy = async (groupBy: string) => {
      const { series, total } = await query({ metrics: ['release.throughput'], groupBy });
      return [...series.map(({ group, points }) => [group?.title, points[0]?.n]), ['total', total[0]?.n]];
    };
    expect(await groupsBy('tag')).toEqual([
      ['web', 2],
      ['app', 1],
      ['total', 3],
    ]);
    expect((await groupsBy('template'))[0]).toEqual(['Ship', 3]);
    expect((await groupsBy('folder')).at(-1)).toEqual(['total', 3]);
  });

  test('is rejected for an empty period, an unknown zone, metric or folder, and too many points', async () => {
    const refusal = async (body: object) =>
      (await rest.send('POST', '/insights/query', { ...period, metrics: [], ...body })).status;
    expect(await refusal({})).toBe(200);
    expect(await refusal({ to: from })).toBe(400);
    expect(await refusal({ tz: 'Mars/Base' })).toBe(400);
    expect(await refusal({ metrics: ['release.luck'] })).toBe(400);
    expect(await refusal({ from: '1990-01-01T00:00:00Z', interval: 'day' })).toBe(400);
    expect(await refusal({ filter: { folderId: `Applications/Folder${'0'.repeat(32)}` } })).toBe(404);
  });

  test('of the categories adds up to the duration', async () => {
    const { total } = await query({
      metrics: [
        'release.duration',
        'waiting.machine',
        'waiting.people',
        'waiting.dependency',
        'waiting.capacity',
        'waiting.schedule',
        'waiting.failed',
        'waiting.paused',
        'waiting.other',
      ],
    });
    const [duration, ...times] = total;
    const sum = times.reduce((all, { value }) => all + (value ?? 0), 0);
    expect(sum).toBeCloseTo((duration?.value ?? 0) * (duration?.n ?? 0), 6);
  });
});

describe('rows', () => {
  test('behind a point are as many as its n, in pages', async () => {
    const body = { ...period, metric: 'release.throughput', limit: 2 };
    const first = await rest.post<Rows>('/insights/releases', body);
    const second = await rest.post<Rows>('/insights/releases', { ...body, after: first.next });
    expect([first.count, first.rows.length, second.rows.length, second.next]).toEqual([3, 2, 1, undefined]);
    const titles = [...first.rows, ...second.rows].map(({ title }) => title);
    expect(titles).toEqual(['=Third', 'Second', 'First']);
    expect(first.rows[1]).toMatchObject({
      ...{ id: releases[1]?.id, status: 'COMPLETED', templateTitle: 'Ship', tags: ['web', 'app'] },
      ...{ tasks: 2, automated: 0, failures: 1, restarts: 0, troubled: true, state: 'live' },
    });
    for (const order of ['duration', 'people', 'failures'])
      expect((await rest.post<Rows>('/insights/releases', { ...period, order })).rows).toHaveLength(4);
    expect((await rest.send('POST', '/insights/releases', { ...period, after: 'x' })).status).toBe(400);
  });

  test('of tasks have their failures and durations', async () => {
    const failed = await rest.post<{ rows: object[] }>('/insights/tasks', { ...period, order: 'mostFailed' });
    expect(failed.rows).toMatchObject([
      {
        templateTitle: 'Ship',
        phaseTitle: 'Build',
        taskTitle: 'compile',
        runs: 4,
        failures: 1,
        failedRuns: 1,
        failureRate: 0.25,
      },
    ]);
    const slowest = await rest.post<{ rows: { taskTitle: string; n: number }[] }>('/insights/tasks', period);
    expect(slowest.rows.map(({ taskTitle, n }) => [taskTitle, n]).toSorted()).toEqual([
      ['approve', 3],
      ['compile', 3],
    ]);
  });

  test('of waits name the team', async () => {
    const { cells } = await rest.post<{ cells: { awaited: { id?: string }; n: number }[] }>('/insights/waits', period);
    expect(cells.map(({ awaited }) => awaited.id)).toContain('QA');
  });

  test('of days count started, ended and failed releases', async () => {
    const { days } = await rest.post<{ days: { started: number; ended: number; failed: number }[] }>(
      '/insights/calendar',
      period,
    );
    const sum = (name: 'started' | 'ended' | 'failed') => days.reduce((all, day) => all + day[name], 0);
    expect([days.length, sum('started'), sum('ended'), sum('failed')]).toEqual([12, 4, 4, 2]);
  });

  test('are CSV on request, without formulas', async () => {
    const csv = async (path: string, body: object) => {
      const { status, text } = await sendRaw(url(), {
        method: 'POST',
        path: `/api/v1/insights/${path}`,
        headers: { 'content-type': 'application/json', accept: 'text/csv' },
        body: JSON.stringify({ ...period, ...body }),
        login: 'admin:admin',
      });
      return { status, lines: text.slice(1).trimEnd().split('\r\n') };
    };
    const rows = await csv('releases', {});
    expect([rows.status, rows.lines.length]).toEqual([200, 5]);
    expect(rows.lines[0]?.startsWith('id,title,status,folderId')).toBe(true);
    expect(rows.lines.some((line) => line.includes(",'=Third,"))).toBe(true);
    const points = await csv('query', { metrics: ['release.throughput'] });
    expect(points.lines).toEqual([
      'metric,group,title,from,to,n,value,p50,p85,p95',
      expect.stringMatching(/^release\.throughput,,,2\d{3}-.*,3,3,,,$/),
    ]);
    expect((await csv('tasks', {})).lines).toHaveLength(3);
    expect((await csv('waits', {})).lines[0]).toBe('source,waiting,waitingTitle,awaited,awaitedTitle,seconds,n,p50');
    expect((await csv('calendar', {})).lines).toHaveLength(13);
    expect((await csv('releases', { to: from })).status).toBe(400);
  });
});

test('persons are named only if an administrator has allowed it', async () => {
  const metrics = ['release.throughput'];
  const refusal = async (body: object) => rest.sendForError('POST', '/insights/query', { ...period, metrics, ...body });
  expect(await refusal({ groupBy: 'owner' })).toBe('400 owner: insights do not show persons');
  expect(await refusal({ filter: { owners: ['ann'] } })).toBe('400 owner: insights do not show persons');
  expect((await query({ metrics, filter: { owners: ['ADMIN'] } })).total[0]?.n).toBe(3);
  expect((await rest.post<Rows>('/insights/releases', period)).rows[0]).not.toHaveProperty('owner');
  expect(await rest.put('/insights/settings', { showPersons: true })).toEqual({ showPersons: true });
  const { series, exact } = await query({ metrics, groupBy: 'owner' });
  expect([series.map(({ group, points }) => [group, points[0]?.n]), exact]).toEqual([
    [[{ id: 'admin', title: 'admin' }, 3]],
    true,
  ]);
  expect((await query({ metrics, filter: { owners: ['ann'] } })).total[0]?.n).toBe(0);
  expect((await rest.post<Rows>('/insights/releases', period)).rows[0]).toMatchObject({ owner: 'admin' });
  expect(JSON.stringify(await rest.get('/audit?subject=insights'))).toContain('INSIGHTS_UPDATED');
  await rest.put('/insights/settings', {});
});

test('durations count the working hours on request', async () => {
  const metrics = ['release.duration', 'release.timeToStart', 'release.leadTime', 'release.throughput'];
  const workingTime = true;
  const refused = async (workingHours: object) => rest.sendForError('PUT', '/insights/settings', { workingHours });
  const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
  const always = { weekdays, from: '00:00', to: '00:00', timeZone: 'UTC' };
  expect(await rest.sendForError('POST', '/insights/query', { ...period, metrics, workingTime })).toBe(
    '400 workingTime: no working hours are set',
  );
  expect(await refused({ ...always, from: '22:00', to: '06:00' })).toBe(
    '400 workingHours.to: expected a time after from',
  );
  expect(await refused({ ...always, timeZone: 'Europe/Nowhere' })).toMatch(/^400 workingHours.timeZone: expected/);
  expect(await refused({ ...always, weekdays: [] })).toMatch(/^400 workingHours.weekdays: expected one of/);

  const deployments = ['release.duration', 'dora.deploymentFrequency', 'dora.recoveryTime'];
  expect(await rest.sendForError('POST', '/insights/query', { ...period, metrics: deployments, workingTime })).toBe(
    '400 workingTime: not for dora.recoveryTime',
  );

  // If all hours are working hours, the numbers are those of calendar time.
  const settings = { showPersons: false, workingHours: always };
  expect(await rest.put('/insights/settings', settings)).toEqual(settings);
  expect(await rest.get('/insights/settings')).toEqual(settings);
  for (const body of [{}, { interval: 'day', groupBy: 'tag' }, { groupBy: 'template', compare: 'previous' }]) {
    const { series, total, previous } = await query({ metrics, ...body, workingTime });
    expect({ series, total, previous }).toEqual(
      await query({ metrics, ...body }).then((all) => ({
        ...{ series: all.series, total: all.total, previous: all.previous },
      })),
    );
  }

  // The releases ran today.
  const today = new Date().getUTCDay();
  const other = weekdays[(today + 2) % 7];
  await rest.put('/insights/settings', { workingHours: { ...always, weekdays: [other] } });
  const { total } = await query({ metrics, workingTime });
  expect(total).toMatchObject([
    ...Array.from({ length: 3 }, () => ({ n: 3, value: 0, p50: 0 })),
    { metric: 'release.throughput', n: 3, value: 3 },
  ]);
  await rest.put('/insights/settings', {});
});

describe('a user', () => {
  test('needs reports#view, and counts releases only where release#view is granted, not as their owner', async () => {
    const viewer = await people.createUserWith(folder, 'release#view');
    expect((await viewer.send('POST', '/insights/query', { ...period, metrics: [] })).status).toBe(403);
    const [name, other] = ['Ann', 'Bob'];
    const [ann, bob] = [await people.createUser(name), await people.createUser(other)];
    await people.createRole('Reporters', ['reports#view'], [name, other]);
    await product.database().query({ text: 'update insight_releases set owner = $1' }, [other]);
    expect((await query({ metrics: ['release.throughput'] }, bob)).total[0]?.n).toBe(0);
    expect((await query({ metrics: ['release.throughput'] }, ann)).total[0]?.n).toBe(0);
    expect((await bob.post<Rows>('/insights/releases', period)).count).toBe(0);
  });

  test('can request the progress, and an administrator a rebuild', async () => {
    const progress = await rest.get<{ pending: number; backfill: { state: string } }>('/insights/progress');
    expect(progress).toMatchObject({ tz: 'UTC', pending: 0, backfill: { state: 'done' } });
    expect((await rest.send('POST', '/insights/rebuild')).status).toBe(204);
    const isRequested = async () => {
      const [row] = await product.database().query<{ requested: boolean }>({
        text: 'select rebuild_requested as requested from insight_state',
      });
      return row?.requested;
    };
    await expect.poll(isRequested).toBe(false);
  });
});
