import { stringify } from 'yaml';
import { ruleGroups } from './alerts.ts';
import { dashboards } from './dashboards.ts';

const folder = 'deploy/monitoring';
const fileHeader = '# Written by `npm run manifests`: edit alerts.ts instead.\n';

const prometheusRule = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'slipway', namespace: 'slipway' },
  spec: ruleGroups,
};

const yaml = (value: object): string => `${fileHeader}${stringify(value, { lineWidth: 0 })}`;

/** The generated files by path: rules for Prometheus and for its operator, and dashboards for Grafana. */
export const monitoringFiles: Readonly<Record<string, string>> = {
  [`${folder}/rules.yaml`]: yaml(ruleGroups),
  [`${folder}/prometheus-rule.yaml`]: yaml(prometheusRule),
  ...Object.fromEntries(
    Object.entries(dashboards).map(([name, dashboard]) => [
      `${folder}/dashboards/${name}.json`,
      `${JSON.stringify(dashboard, null, 2)}\n`,
    ]),
  ),
};
