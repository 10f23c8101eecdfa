import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';
import type { ServedProduct } from '../../harness/product/serve.ts';

const period = { from: '2026-05-01T00:00:00Z', to: '2026-06-01T00:00:00Z', tz: 'Europe/Berlin' };

/** Calls every endpoint of insights, for a period without releases, and for a deployment. */
export function walkInsights(call: Call, { database }: Pick<ServedProduct, 'database'>): void {
  test('insights', async () => {
    const metrics = await call<readonly { readonly id: string }[]>('getInsightMetrics');
    expect(metrics).toHaveLength(31);
    const result = await call<{ series: object[]; total: object[] }>('queryInsights', {
      body: { ...period, metrics: ['release.duration', 'release.frequency'], interval: 'week', compare: 'previous' },
    });
    expect(result.series).toHaveLength(2);
    const dora = await call<{ configured: boolean }>('queryInsights', {
      body: { ...period, metrics: ['dora.deploymentFrequency', 'dora.changeLeadTime', 'dora.recoveryTime'] },
    });
    expect(dora.configured).toBe(false);
    expect(await call('getInsightReleases', { body: period })).toMatchObject({ count: 0, rows: [] });
    expect(await call('getInsightTasks', { body: period })).toMatchObject({ rows: [] });
    expect(await call('getInsightWaits', { body: period })).toMatchObject({ cells: [] });
    const { days } = await call<{ days: object[] }>('getInsightCalendar', { body: period });
    expect(days).toHaveLength(32);
    expect(await call('getInsightProgress')).toMatchObject({ mismatches: 0 });
    const folder = { path: { folderId: 'Applications' } };
    const settings = await call<object>('getInsightSettings', folder);
    expect(settings).toEqual({ productionStages: ['Production'] });
    await call('updateInsightSettings', { ...folder, body: settings });
    expect(await call('getInsightDeployments', { body: period })).toMatchObject({ configured: false, rows: [] });
    await call('rebuildInsights');
    expect(await call('getInsightOptions')).toEqual({ showPersons: false });
    expect(await call('updateInsightOptions', { body: { showPersons: false } })).toEqual({ showPersons: false });
  });

  test('a deployment', async () => {
    await database().query({
      text: `insert into insight_deployments (id, release_id, folder_id, scope_id, application, environment, stage,
          is_production, created_at, started_at, ended_at, failed_attempt, kind, commit_times)
        values ('Deployment1', 'Release1', 'Applications', 'Applications', 'Shop', 'prod', 'Production', true,
          '2026-05-04', '2026-05-04', '2026-05-05', false, 'normal', '{2026-05-03}')`,
    });
    const path = { deploymentId: 'Deployment1' };
    await call('setDeploymentOutcome', { path, body: { outcome: 'failed', comment: 'wrong prices' } });
    const incident = { id: 'INC-1', ...path };
    await call('recordIncident', { body: { ...incident, type: 'detected', at: '2026-05-06T00:00:00Z' } });
    await call('recordIncident', { body: { ...incident, type: 'resolved', at: '2026-05-07T00:00:00Z' } });
    const { rows } = await call<{ rows: object[] }>('getInsightDeployments', { body: period });
    expect(rows).toMatchObject([{ id: 'Deployment1', mark: 'failed', incidents: [{ id: 'INC-1' }], commits: 1 }]);
    await call('queryInsights', { body: { ...period, metrics: ['dora.changeLeadTime', 'dora.deploymentFrequency'] } });
  });

  test('dashboards', async () => {
    const tile = { metric: 'release.duration', filter: { folderId: 'Applications', tags: ['a'] }, interval: 'week' };
    const body = { title: 'Walked', tiles: [tile] };
    const { id } = await call<{ readonly id: string }>('createDashboard', { body });
    const path = { dashboardId: id };
    expect(await call('getDashboard', { path })).toMatchObject({ title: 'Walked', tiles: [tile] });
    expect(await call('getDashboards')).toMatchObject([{ id }]);
    expect(await call('getDashboardSubscription', { path })).toMatchObject({ subscribed: false });
    await call('subscribeToDashboard', { path, body: { weekday: 'FRIDAY' } });
    await call('unsubscribeFromDashboard', { path });
    await call('updateDashboard', { path, body: { title: 'Changed' } });
    await call('deleteDashboard', { path });
  });
}
