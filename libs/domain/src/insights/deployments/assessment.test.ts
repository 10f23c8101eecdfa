import { expect, test } from 'vitest';
import { pointOf } from '../points.ts';
import { assessDeployments, type DeploymentState, type Incident, incidentAfter, leadTimeOf } from './assessment.ts';
import { type DeploymentMeasure, type DoraMetricId, doraMetrics } from './dora-metrics.ts';

const hour = 3_600_000;
const day = 24 * hour;
const may = (dayOfMonth: number, time = '10:00') =>
  Date.parse(`2026-05-${String(dayOfMonth).padStart(2, '0')}T${time}:00Z`);
const deployment = (endedAt: number, changes: Partial<DeploymentState> = {}): DeploymentState => ({
  ...{ endedAt, failedAttempt: false, kind: 'normal', mark: null, incidents: [] },
  ...changes,
});
const failedOf = (...deployments: readonly DeploymentState[]) =>
  assessDeployments(deployments).map(({ failed }) => failed);

test('the worked example has exactly its results (insights.md, Example of deployments)', () => {
  const results = assessDeployments([
    deployment(may(4)),
    deployment(may(6), { failedAttempt: true }),
    deployment(may(6, '13:00')),
    deployment(may(12), { incidents: [{ startedAt: may(12, '11:00'), endedAt: may(12, '13:00') }] }),
    deployment(may(20)),
  ]);
  const count = (name: 'succeeded' | 'failed') => results.filter((result) => result[name]).length;
  const recoveries = results.flatMap(({ recovery }) => recovery ?? []);
  expect(recoveries).toEqual([3 * hour, 2 * hour]);
  const measures: Record<DeploymentMeasure, number> = {
    ...{ deployments: 5, succeeded: count('succeeded'), failed_attempts: 1, failed: count('failed'), rework: 0 },
    ...{ open: 0, recovered: 2, recovery_sum: 5 * hour, lead_n: 0, lead_sum: 0 },
  };
  const median = 2.5 * hour;
  const value = (id: DoraMetricId) =>
    pointOf(doraMetrics[id], {
      ...{ measures, days: 31, percentiles: { recovery: { p50: median, p85: median, p95: median } } },
    });
  expect(value('dora.deploymentFrequency').value).toBe(4 / 31);
  expect(value('dora.failedAttempts').value).toBe(0.2);
  expect(value('dora.changeFailRate').value).toBe(0.4);
  expect(value('dora.recoveryTime').percentiles).toEqual({ p50: 2.5 * 3_600, p85: null, p95: null });
  expect(value('dora.reworkRate')).toEqual({ n: 5, value: 0 });
  expect(value('dora.changeLeadTime').value).toBeNull();
});

test('a rollback after a deployment is its failure, a hotfix only within 7 days', () => {
  expect(failedOf(deployment(0), deployment(60 * day, { kind: 'rollback' }))).toEqual([true, false]);
  expect(failedOf(deployment(0), deployment(7 * day, { kind: 'hotfix' }))).toEqual([true, false]);
  expect(failedOf(deployment(0), deployment(7 * day + 1, { kind: 'hotfix' }))).toEqual([false, false]);
  expect(failedOf(deployment(0), deployment(1), deployment(2, { kind: 'hotfix' }))).toEqual([false, true, false]);
});

test('a mark decides', () => {
  const incidents = [{ startedAt: 1, endedAt: 2 }];
  const results = assessDeployments([
    deployment(0, { failedAttempt: true, mark: 'succeeded', incidents }),
    deployment(1, { mark: 'failed' }),
    deployment(5),
  ]);
  expect(results).toEqual([
    { succeeded: true, failed: false, recoveredAt: null, recovery: null },
    { succeeded: false, failed: true, recoveredAt: 5, recovery: 4 },
    { succeeded: true, failed: false, recoveredAt: null, recovery: null },
  ]);
});

test('a failure without a later success, or with an unresolved incident, is open', () => {
  const open = { failed: true, recoveredAt: null, recovery: null };
  expect(
    assessDeployments([deployment(0, { failedAttempt: true }), deployment(1, { failedAttempt: true })]),
  ).toMatchObject([open, open]);
  const unresolved = deployment(0, {
    incidents: [
      { startedAt: 1, endedAt: 2 },
      { startedAt: 3, endedAt: null },
    ],
  });
  expect(assessDeployments([unresolved, deployment(5)])).toMatchObject([open, { failed: false }]);
});

test('several incidents are one failure; one without a start begins with the end of the deployment', () => {
  const several = deployment(0, {
    incidents: [
      { startedAt: 30, endedAt: 40 },
      { startedAt: 10, endedAt: 20 },
    ],
  });
  const unknown = deployment(50, { incidents: [{ startedAt: null, endedAt: 60 }] });
  expect(assessDeployments([several, unknown]).map(({ recovery }) => recovery)).toEqual([30, 10]);
});

test('an incident has the same times after its events in any order, and can be opened again', () => {
  const events = [
    { type: 'detected', at: 10 },
    { type: 'reported', at: 20 },
    { type: 'resolved', at: 30 },
  ] as const;
  const after = (order: readonly (typeof events)[number][]) => order.reduce<Incident | null>(incidentAfter, null);
  expect(after(events)).toEqual({ startedAt: 10, endedAt: 30 });
  expect(after(events.toReversed())).toEqual({ startedAt: 10, endedAt: 30 });
  expect(after([events[2]])).toEqual({ startedAt: null, endedAt: 30 });
  expect(incidentAfter({ startedAt: 10, endedAt: 30 }, { type: 'detected', at: 40 })).toEqual({
    startedAt: 10,
    endedAt: null,
  });
});

test('the lead time without commits begins with the earliest release that was not deployed', () => {
  const facts = { kind: 'normal', endedAt: 100, createdAt: 60, earliestUndeployed: 20 } as const;
  expect(leadTimeOf(facts)).toBe(80);
  expect(leadTimeOf({ ...facts, earliestUndeployed: null })).toBe(40);
  expect(leadTimeOf({ ...facts, earliestUndeployed: 80 })).toBe(40);
  expect(leadTimeOf({ ...facts, createdAt: null })).toBeNull();
  expect(leadTimeOf({ ...facts, kind: 'rollback' })).toBeNull();
});
