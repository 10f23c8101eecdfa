import type { Common, MetricRule } from '../metrics.ts';

/** Sums over production deployments. Times are in milliseconds. */
export type DeploymentMeasure =
  | 'deployments'
  | 'succeeded'
  | 'failed_attempts'
  | 'failed'
  | 'rework'
  | 'open'
  | 'recovered'
  | 'recovery_sum'
  | 'lead_n'
  | 'lead_sum';

/** The single values of deployments whose percentiles are computed. */
export type DeploymentValue = 'recovery' | 'lead';

/** `commits`: one value for each commit; `releases`: one for each deployment */
export const leadTimeVariants = ['commits', 'releases'] as const;
export type LeadTimeVariant = (typeof leadTimeVariants)[number];

export type DoraMetric = Common & MetricRule<DeploymentMeasure, DeploymentValue>;

const production = 'Deployments to production that ended in the period';
const ratio = (label: string, formula: string, part: DeploymentMeasure): DoraMetric => ({
  ...{ kind: 'ratio', unit: 'ratio', label, formula, population: production, part, whole: ['deployments'] },
});

/** The metrics of deployments by id (insights.md, Metrics of deployments). */
export const doraMetrics = {
  'dora.deploymentFrequency': {
    ...{ kind: 'rate', unit: 'perDay', label: 'Deployment frequency', population: production, of: 'succeeded' },
    formula: 'successful deployments ÷ days',
  },
  'dora.changeLeadTime': {
    ...{ kind: 'percentiles', unit: 'seconds', label: 'Change lead time', of: 'lead', n: 'lead_n', sum: 'lead_sum' },
    formula:
      'with commit times: end of the deployment − commit, for each commit; else end − creation of the earliest release that was not yet deployed there',
    population: 'Successful deployments to production that ended in the period, without rollbacks',
  },
  'dora.changeFailRate': ratio('Change fail rate', 'deployments with a failure ÷ deployments', 'failed'),
  'dora.failedAttempts': ratio('Failed attempts', 'failed attempts ÷ deployments', 'failed_attempts'),
  'dora.reworkRate': ratio('Rework rate', 'hotfixes and rollbacks ÷ deployments', 'rework'),
  'dora.recoveryTime': {
    ...{ kind: 'percentiles', unit: 'seconds', label: 'Failed deployment recovery time', of: 'recovery' },
    ...{ n: 'recovered', sum: 'recovery_sum' },
    formula: 'next successful deployment there − end of the failed one; or end − start of its incident',
    population: 'Failed deployments to production that ended in the period and have recovered',
  },
} as const satisfies Readonly<Record<string, DoraMetric>>;
export type DoraMetricId = keyof typeof doraMetrics;

export const isDoraMetric = (id: string): id is DoraMetricId => Object.hasOwn(doraMetrics, id);
export const doraMetricIds: readonly DoraMetricId[] = Object.keys(doraMetrics).filter(isDoraMetric);
