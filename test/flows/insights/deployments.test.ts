import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { tasksOf } from '../../harness/rest/plans.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import type { Release } from '../../harness/rest/response-types.ts';

/** Deployments and DORA metrics (insights.md, Deployments), over REST. */
const product = serve();
const { rest } = product;
const people = peopleOf(product);

interface ObjectWithId {
  readonly id: string;
}
const names = { application: 'app', environment: 'env', stage: 'stage' };

describe('the setting of a folder', () => {
  test('applies to its subfolders until they have one, and is in the audit log', async () => {
    const parent = await rest.post<ObjectWithId>('/folders/Applications', { title: 'Platform' });
    const child = await rest.post<ObjectWithId>(`/folders/${parent.id}`, { title: 'Team' });
    const path = `/folders/${child.id}/insight-settings`;
    expect(await rest.get(path)).toEqual({ productionStages: ['Production'] });
    const body = { releaseIsDeployment: { ...names, kind: '' }, productionStages: ['Live'] };
    const saved = { releaseIsDeployment: names, productionStages: ['Live'] };
    expect(await rest.put(`/folders/${parent.id}/insight-settings`, body)).toEqual(saved);
    expect(await rest.get(path)).toEqual({ ...saved, inheritedFrom: parent.id });
    expect(await rest.put(path, { productionStages: ['Production'] })).toEqual({ productionStages: ['Production'] });
    expect(await rest.put(path, { inherit: true })).toEqual({ ...saved, inheritedFrom: parent.id });
    const audit = await rest.get<readonly { action: string; subject: string }[]>('/audit');
    expect(audit.filter(({ action }) => action === 'INSIGHTS_UPDATED')).toHaveLength(3);
    const invalid = await rest.send('PUT', path, { releaseIsDeployment: { application: 'app' } });
    expect(invalid.status).toBe(400);
    await rest.put(`/folders/${parent.id}/insight-settings`, { inherit: true });
  });

  test('is for users who can view the folder, and can be changed by those with folder#edit', async () => {
    const folder = await rest.post<ObjectWithId>('/folders/Applications', { title: 'Limited' });
    const viewer = await people.createUserWith(folder, 'folder#view');
    const path = `/folders/${folder.id}/insight-settings`;
    expect((await viewer.send('GET', path)).status).toBe(200);
    expect((await viewer.send('PUT', path, {})).status).toBe(403);
  });
});

interface Total {
  readonly metric: string;
  readonly n: number;
  readonly value?: number;
  readonly p50?: number;
  readonly band?: string;
  readonly variant?: string;
  readonly open?: number;
}
interface QueryResult {
  readonly configured: boolean;
  readonly total: readonly Total[];
  readonly series: readonly { readonly group?: { readonly id: string }; readonly points: readonly Total[] }[];
}
interface Deployment {
  readonly id: string;
  readonly releaseId: string;
  readonly outcome: string;
  readonly failed: boolean;
  readonly recoveredAt?: string;
  readonly incidents: readonly object[];
  readonly releaseTitle?: string;
  readonly commits?: number;
}
interface Rows {
  readonly configured: boolean;
  readonly count: number;
  readonly n: number;
  readonly next?: string;
  readonly rows: readonly Deployment[];
}

const metrics = [
  'dora.deploymentFrequency',
  'dora.failedAttempts',
  'dora.changeFailRate',
  'dora.recoveryTime',
  'dora.reworkRate',
  'dora.changeLeadTime',
];
const may = { from: '2026-05-01T00:00:00Z', to: '2026-06-01T00:00:00Z' };
const query = (body: object = {}, client = rest) =>
  client.post<QueryResult>('/insights/query', { ...may, metrics, ...body });
const valuesOf = ({ total }: QueryResult) =>
  Object.fromEntries(total.map(({ metric, value, p50 }) => [metric, p50 ?? value]));
const deploymentsOf = (body: object = {}, client = rest) =>
  client.post<Rows>('/insights/deployments', { ...may, ...body });

const text = (key: string, value: string) => ({ key, type: 'StringVariable', value, requiresValue: false });
let shop: ObjectWithId;
let template: Release;

/** Completes a release of the template; fails its task before if requested. */
async function deploy(releaseTitle: string, { fails = false, stage = 'Production' } = {}): Promise<Release> {
  const variables = { stage };
  const body = { releaseTitle, variables };
  const { id } = await rest.post<Release>(`/templates/${template.id}/create`, body);
  const release = await rest.post<Release>(`/releases/${id}/start`, {});
  for (const { id: taskId } of tasksOf(release)) {
    if (fails) {
      await rest.post(`/tasks/${taskId}/fail`, { comment: 'no' });
      await rest.post(`/tasks/${taskId}/retry`, { comment: 'again' });
    }
    await rest.post(`/tasks/${taskId}/complete`, { comment: 'done' });
  }
  return release;
}

/** The worked example of insights.md: the days and times at which its deployments end. */
const ends = [
  ['D1', '2026-05-04T10:00:00Z'],
  ['D2', '2026-05-06T10:00:00Z'],
  ['D3', '2026-05-06T13:00:00Z'],
  ['D4', '2026-05-12T10:00:00Z'],
  ['D5', '2026-05-20T10:00:00Z'],
  ['Test', '2026-05-21T10:00:00Z'],
] as const;

/** Moves the ends of the releases to May, and has the deployments computed again. */
async function moveToMay(): Promise<void> {
  for (const [title, end] of ends) {
    const times = [title, end];
    await product.database().query({ text: 'update live_releases set end_date = $2 where title = $1' }, times);
    await product.database().query({ text: 'update insight_releases set ended_at = $2 where title = $1' }, times);
  }
  expect((await rest.send('POST', '/insights/rebuild')).status).toBe(204);
}

describe('deployments', () => {
  test('without a source are not configured', async () => {
    const { configured, total, series } = await query();
    expect([configured, total.every(({ n, value }) => n === 0 && value === undefined)]).toEqual([false, true]);
    expect(series).toHaveLength(6);
    expect(await deploymentsOf()).toMatchObject({ configured: false, count: 0, rows: [] });
  });

  test('have exactly the results of the worked example', async () => {
    shop = await rest.post('/folders/Applications', { title: 'Shop' });
    await rest.put(`/folders/${shop.id}/insight-settings`, { releaseIsDeployment: names });
    template = await rest.post(`/templates?folderId=${shop.id}`, {
      title: 'Ship',
      phases: [{ title: 'Deploy', tasks: [{ title: 'deploy' }] }],
      variables: [text('app', 'Shop'), text('env', 'prod'), { ...text('stage', ''), showOnReleaseStart: true }],
    });
    expect((await query()).configured).toBe(true);
    for (const [title] of ends)
      await deploy(title, { fails: title === 'D2', stage: title === 'Test' ? title : 'Production' });
    const now = { from: '2026-05-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
    await expect.poll(async () => (await deploymentsOf(now)).count).toBe(5);
    await moveToMay();
    await expect.poll(async () => (await deploymentsOf()).count).toBe(5);
    const incident = { id: 'INC-1', application: 'Shop', environment: 'prod' };
    const detected = await rest.post('/insights/incidents', {
      ...incident,
      type: 'detected',
      at: '2026-05-12T12:00:00Z',
    });
    expect(detected).toMatchObject({ id: 'INC-1', deploymentId: expect.stringMatching(/^Deployment/) });
    expect((await query()).total[3]).toMatchObject({ n: 1, open: 1 });
    await rest.post('/insights/incidents', { ...incident, type: 'resolved', at: '2026-05-12T14:00:00Z' });
    const result = await query();
    expect(valuesOf(result)).toMatchObject({
      'dora.deploymentFrequency': 4 / 31,
      'dora.failedAttempts': 0.2,
      'dora.changeFailRate': 0.4,
      'dora.recoveryTime': 2.5 * 3_600,
      'dora.reworkRate': 0,
    });
    expect(result.total).toMatchObject([{ band: 'yearly' }, {}, {}, { n: 2, open: 0 }, {}, { variant: 'releases' }]);
  });

  test('are the rows behind a point, in pages and as CSV', async () => {
    const first = await deploymentsOf({ limit: 3 });
    const second = await deploymentsOf({ limit: 3, after: first.next });
    expect([first.count, first.rows.length, second.rows.length, second.next]).toEqual([5, 3, 2, undefined]);
    expect(first.rows[1]).toMatchObject({
      ...{ releaseTitle: 'D4', application: 'Shop', environment: 'prod', stage: 'Production', kind: 'normal' },
      ...{ outcome: 'succeeded', failedAttempt: false, failed: true, folderId: shop.id },
      incidents: [{ id: 'INC-1' }],
    });
    expect(second.rows[0]).toMatchObject({ outcome: 'failed', failedAttempt: true, failed: true });
    const countOf = async (only: string) => (await deploymentsOf({ only })).count;
    const populations = ['successful', 'failedAttempts', 'failed', 'recovered', 'open', 'rework'];
    expect(await Promise.all(populations.map(countOf))).toEqual([4, 1, 2, 2, 0, 0]);
    const { status, text: csv } = await sendRaw(product.url(), {
      ...{ method: 'POST', path: '/api/v1/insights/deployments', login: 'admin:admin' },
      headers: { 'content-type': 'application/json', accept: 'text/csv' },
      body: JSON.stringify(may),
    });
    expect([status, csv.trimEnd().split('\r\n').length]).toEqual([200, 6]);
  });

  test('behind the change lead time have its n: deployments, or the sum of their commits', async () => {
    const leadTime = async (body: object = {}) => (await query({ metrics: ['dora.changeLeadTime'], ...body })).total[0];
    const behind = async (only: string) => {
      const { count, n, rows } = await deploymentsOf({ only });
      return { count, n, commits: rows.map(({ releaseTitle, commits }) => `${releaseTitle} ${commits}`) };
    };
    const releases = ['D5 undefined', 'D4 undefined', 'D3 undefined', 'D1 undefined'];
    expect(await leadTime()).toMatchObject({ variant: 'releases', n: 4 });
    expect(await behind('withLeadTime')).toEqual({ count: 4, n: 4, commits: releases });
    expect(await behind('withCommits')).toEqual({ count: 0, n: 0, commits: [] });
    const setCommits = (title: string, times: readonly string[] | null) =>
      product.database().query(
        {
          text: `update insight_deployments set commit_times = $2::timestamptz[]
            where release_id = (select id from insight_releases where title = $1)`,
        },
        [title, times === null ? null : `{${times.join()}}`],
      );
    // A failed deployment delivers no commits.
    const commits = { D1: 2, D2: 5, D4: 3 };
    for (const [title, count] of Object.entries(commits))
      await setCommits(
        title,
        Array.from({ length: count }, (_, index) => `2026-04-0${index + 1}`),
      );
    expect(await leadTime()).toMatchObject({ variant: 'commits', n: 5 });
    expect(await behind('withCommits')).toEqual({ count: 2, n: 5, commits: ['D4 3', 'D1 2'] });
    expect((await deploymentsOf({ only: 'successful' })).n).toBe(4);
    const { text: csv } = await sendRaw(product.url(), {
      ...{ method: 'POST', path: '/api/v1/insights/deployments', login: 'admin:admin' },
      headers: { 'content-type': 'application/json', accept: 'text/csv' },
      body: JSON.stringify({ ...may, only: 'withCommits' }),
    });
    const [head = '', ...lines] = csv.trimEnd().split('\r\n');
    const column = head.split(',').indexOf('commits');
    expect(lines.map((line) => line.split(',').at(column))).toEqual(['3', '2']);
    for (const title of Object.keys(commits)) await setCommits(title, null);
  });

  test('are grouped and filtered by application and environment', async () => {
    const { series } = await query({ metrics: ['dora.changeFailRate'], groupBy: 'application', interval: 'week' });
    expect(series.map(({ group, points }) => [group?.id, points.map(({ n }) => n)])).toEqual([
      ['Shop', [0, 3, 1, 1, 0]],
    ]);
    const filtered = await query({ metrics: ['dora.changeFailRate'], filter: { environments: ['other'] } });
    expect(filtered.total[0]).toMatchObject({ n: 0 });
    const refused = { ...may, metrics: ['dora.changeFailRate'], groupBy: 'tag' };
    expect((await rest.send('POST', '/insights/query', refused)).status).toBe(400);
    const mixed = { ...may, metrics: ['release.throughput'], groupBy: 'application' };
    expect((await rest.send('POST', '/insights/query', mixed)).status).toBe(400);
  });

  test('change with a mark and with a CDEvent at once, for users with folder#edit', async () => {
    const [latest, fourth, third] = (await deploymentsOf()).rows;
    const editor = await people.createUserWith(shop, 'folder#edit');
    const viewer = await people.createUserWith(shop, 'release#view');
    const path = `/insights/deployments/${third?.id}/outcome`;
    expect((await viewer.send('PUT', path, { outcome: 'failed' })).status).toBe(403);
    expect((await editor.send('PUT', '/insights/deployments/Deployment0/outcome', {})).status).toBe(404);
    const marked = await editor.put<Deployment>(path, { outcome: 'failed', comment: 'wrong prices' });
    expect(marked).toMatchObject({ outcome: 'failed', failed: true, mark: 'failed', recoveredAt: expect.any(String) });
    expect(valuesOf(await query())).toMatchObject({ 'dora.changeFailRate': 0.6, 'dora.deploymentFrequency': 3 / 31 });
    expect(await editor.put<Deployment>(path, {})).not.toHaveProperty('mark');
    const event = {
      ...{ specversion: '1.0', id: 'event-1', source: '/monitoring', subject: 'incident-123' },
      ...{ type: 'dev.cdevents.incident.detected.0.2.0', time: '2026-05-20T11:00:00Z' },
      data: {
        context: { version: '0.4.1', id: 'event-1', type: 'dev.cdevents.incident.detected.0.2.0' },
        subject: {
          id: 'incident-123',
          type: 'incident',
          content: { environment: { id: 'prod' }, service: { id: 'Shop' } },
        },
      },
    };
    const { status, text: response } = await sendRaw(product.url(), {
      ...{ method: 'POST', path: '/api/v1/insights/incidents', login: 'admin:admin' },
      headers: { 'content-type': 'application/cloudevents+json' },
      body: JSON.stringify(event),
    });
    expect([status, JSON.parse(response)]).toMatchObject([200, { id: 'incident-123', deploymentId: latest?.id }]);
    expect((await deploymentsOf({ only: 'open' })).rows.map(({ id }) => id)).toEqual([latest?.id]);
    const moved = { id: 'incident-123', type: 'reported', at: '2026-05-13T00:00:00Z' };
    expect(await rest.post('/insights/incidents', moved)).toMatchObject({ deploymentId: fourth?.id });
    const unknown = { ...moved, id: 'INC-2', application: 'Other', environment: 'prod' };
    expect((await rest.send('POST', '/insights/incidents', unknown)).status).toBe(404);
    expect((await rest.send('POST', '/insights/incidents', { ...moved, type: 'lost' })).status).toBe(400);
    const audit = await rest.get<readonly { action: string }[]>('/audit');
    const actions = audit.map(({ action }) => action);
    expect(actions.filter((action) => action === 'DEPLOYMENT_MARKED')).toHaveLength(2);
    expect(actions.filter((action) => action === 'INCIDENT_RECORDED')).toHaveLength(4);
  });

  test('count only in folders where the caller has release#view', async () => {
    const name = 'Rita';
    const reporter = await people.createUser(name);
    await people.createRole('Reporters', ['reports#view'], [name]);
    expect(await deploymentsOf({}, reporter)).toMatchObject({ configured: false, count: 0 });
    expect((await query({}, reporter)).configured).toBe(false);
  });
});
