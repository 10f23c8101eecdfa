import { expect, test } from 'vitest';
import { alerts } from '../../../deploy/monitoring/alerts.ts';
import { metrics } from '../../../deploy/monitoring/metrics.ts';
import { deprecatedMetrics } from '../../../libs/process/src/exposition/deprecated-metrics.ts';
import { alertFaults, nameFaults } from './conventions.ts';

const own = Object.entries(metrics).filter(([name]) => !/^(?:process|nodejs)_/.test(name));

test.each(own)('%s follows the naming conventions', (name, { kind, labels }) => {
  expect(nameFaults(name, kind, labels)).toEqual([]);
});

test.each(alerts.map(({ name }) => name))('%s follows the naming conventions', (name) => {
  expect(alertFaults(name)).toEqual([]);
});

test('each deprecated metric has a listed replacement, with the renamed label and its values', () => {
  for (const { use, label } of Object.values(deprecatedMetrics)) {
    const { labels = {} } = metrics[use] ?? {};
    expect(metrics).toHaveProperty(use);
    if (label === undefined) continue;
    expect(labels[label.name]).toEqual(expect.arrayContaining(Object.keys(label.values ?? {})));
  }
  expect(Object.keys(deprecatedMetrics).filter((name) => name in metrics)).toEqual([]);
});

test.each([
  ['releases_total', 'counter', {}],
  ['slipway_releaseRuns_total', 'counter', {}],
  ['slipway_release_runs', 'counter', {}],
  ['slipway_open_releases_total', 'gauge', {}],
  ['slipway_poll_duration_ms', 'histogram', {}],
  ['slipway_poll_duration', 'histogram', {}],
  ['slipway_release_count', 'gauge', {}],
  ['slipway_release_gauge', 'gauge', {}],
  ['slipway_oldest_nudge_seconds', 'gauge', {}],
  ['slipway_runs_total', 'counter', { runEnd: null }],
  ['slipway_runs_total', 'counter', { outcome: ['away'] }],
  ['slipway_runs_total', 'counter', { asked: null }],
] as const)('%s as a %s with %j is reported', (name, kind, labels) => {
  expect(nameFaults(name, kind, labels)).not.toEqual([]);
});

test.each(['SlipwayForgotten', 'SlipwayQueueAway', 'QueueDown', 'Slipway_Queue'])('%s is reported', (name) => {
  expect(alertFaults(name)).not.toEqual([]);
});
