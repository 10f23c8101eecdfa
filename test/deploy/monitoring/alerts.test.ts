import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { stringify } from 'yaml';
import { alerts } from '../../../deploy/monitoring/alerts.ts';
import { dashboards } from '../../../deploy/monitoring/dashboards.ts';
import { metrics, metricsIn } from '../../../deploy/monitoring/metrics.ts';
import { alertScenarios } from './alert-scenarios.ts';

const rules = resolve('deploy/monitoring/rules.yaml');

let folder: string;
beforeAll(() => {
  if (spawnSync('promtool', ['--version'], { stdio: 'ignore' }).error !== undefined)
    throw new Error('there is no promtool on the PATH: install prometheus to run these tests');
  folder = mkdtempSync(join(inject('folder'), 'alerts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const promtool = (...args: readonly string[]) => execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' });

test('Prometheus accepts the rules', () => {
  expect(promtool('check', 'rules', rules)).toContain(`SUCCESS: ${alerts.length} rules found`);
});

const firing = (name: string, at: string, count: number) => ({
  expr: `count(ALERTS{alertname="${name}",alertstate="firing"}) > 0`,
  eval_time: at,
  exp_samples: count === 0 ? [] : [{ labels: '{}', value: count }],
});

/** Runs the scenario of an alert in promtool. Throws Error if the alert does not fire or does not end. */
function simulateAlert(
  name: string,
  series: Readonly<Record<string, string>>,
  moments: readonly (readonly [string, number])[],
) {
  const file = join(folder, `${name}.yaml`);
  const test = {
    interval: '15s',
    input_series: Object.entries(series).map(([seriesName, values]) => ({ series: seriesName, values })),
    promql_expr_test: moments.map(([at, count]) => firing(name, at, count)),
  };
  writeFileSync(file, stringify({ rule_files: [rules], evaluation_interval: '15s', tests: [test] }));
  return promtool('test', 'rules', file);
}

describe.each(alerts.map(({ name }) => name))('%s', (name) => {
  test('fires during the problem, and ends after it', () => {
    const { series, fires, ends } = alertScenarios[name]!;
    expect(
      simulateAlert(name, series, [
        [fires, 1],
        [ends, 0],
      ]),
    ).toContain('SUCCESS');
  });
  test('has a section with the actions to take', () => {
    expect(readFileSync('docs/how-to/operations/respond-to-alerts.md', 'utf8')).toMatch(
      new RegExp(`^## ${name}$`, 'm'),
    );
  });
});

test('an unexpected alert is reported', () => {
  const { series, fires } = alertScenarios.SlipwayOverdue!;
  expect(() => simulateAlert('SlipwayOverdue', series, [[fires, 0]])).toThrow();
});

test('alerts and dashboards use exactly the metrics of the list', () => {
  const expressions = [
    ...alerts.map(({ expr }) => expr),
    ...Object.values(dashboards).flatMap(({ panels }) =>
      panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ),
  ];
  const usedMetrics = new Set(expressions.flatMap(metricsIn));
  expect([...usedMetrics].toSorted()).toEqual(Object.keys(metrics).toSorted());
});
