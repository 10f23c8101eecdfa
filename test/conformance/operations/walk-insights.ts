import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';

const period = { from: '2026-05-01T00:00:00Z', to: '2026-06-01T00:00:00Z', tz: 'Europe/Berlin' };

/** Calls every endpoint of insights, for a period without releases. */
export function walkInsights(call: Call): void {
  test('insights', async () => {
    const metrics = await call<readonly { readonly id: string }[]>('getInsightMetrics');
    expect(metrics).toHaveLength(25);
    const result = await call<{ series: object[]; total: object[] }>('queryInsights', {
      body: { ...period, metrics: ['release.duration', 'release.frequency'], interval: 'week', compare: 'previous' },
    });
    expect(result.series).toHaveLength(2);
    expect(await call('getInsightReleases', { body: period })).toMatchObject({ count: 0, rows: [] });
    expect(await call('getInsightTasks', { body: period })).toMatchObject({ rows: [] });
    expect(await call('getInsightWaits', { body: period })).toMatchObject({ cells: [] });
    const { days } = await call<{ days: object[] }>('getInsightCalendar', { body: period });
    expect(days).toHaveLength(32);
    expect(await call('getInsightProgress')).toMatchObject({ mismatches: 0 });
    await call('rebuildInsights');
  });

  test('dashboards', async () => {
    const tile = { metric: 'release.duration', filter: { folderId: 'Applications', tags: ['a'] }, interval: 'week' };
    const body = { title: 'Walked', tiles: [tile] };
    const { id } = await call<{ readonly id: string }>('createDashboard', { body });
    const path = { dashboardId: id };
    expect(await call('getDashboard', { path })).toMatchObject({ title: 'Walked', tiles: [tile] });
    expect(await call('getDashboards')).toMatchObject([{ id }]);
    await call('updateDashboard', { path, body: { title: 'Changed' } });
    await call('deleteDashboard', { path });
  });
}
