import type { Category } from '../../../components/charts/series.ts';
import type { Unit } from '../../../components/charts/values.ts';
import { t } from '../../../navigation/text.ts';

interface MetricText {
  readonly label: string;
  /** How the metric is computed, in one or two sentences. */
  readonly formula: string;
  readonly unit: Unit;
  /** Whether more is better; null if neither is. */
  readonly isMoreBetter: boolean | null;
  readonly kind: 'percentiles' | 'value' | 'sum';
}

const percentileFormula = t('Percentiles are interpolated over all single values. p85 needs 7 rows, p95 needs 20.');

const releaseMetrics = {
  'release.duration': {
    ...{ label: t('Release duration'), unit: 'seconds', kind: 'percentiles', isMoreBetter: false },
    formula: t`End − start of completed releases. ${percentileFormula}`,
  },
  'release.timeToStart': {
    ...{ label: t('Time to start'), unit: 'seconds', kind: 'percentiles', isMoreBetter: false },
    formula: t`Start − creation of completed releases. ${percentileFormula}`,
  },
  'release.leadTime': {
    ...{ label: t('Release lead time'), unit: 'seconds', kind: 'percentiles', isMoreBetter: false },
    formula: t`End − creation of completed releases. ${percentileFormula}`,
  },
  'release.scheduleVariance': {
    ...{ label: t('Schedule variance'), unit: 'change', kind: 'percentiles', isMoreBetter: false },
    formula: t`(Duration − planned duration) ÷ planned duration of completed releases. ${percentileFormula}`,
  },
  'release.throughput': {
    ...{ label: t('Throughput'), unit: 'count', kind: 'value', isMoreBetter: true },
    formula: t('Number of releases that were completed.'),
  },
  'release.frequency': {
    ...{ label: t('Releases per day'), unit: 'perDay', kind: 'value', isMoreBetter: true },
    formula: t('Number of completed releases ÷ number of days.'),
  },
  'release.abortRate': {
    ...{ label: t('Abort rate'), unit: 'ratio', kind: 'value', isMoreBetter: false },
    formula: t('Aborted releases ÷ releases that ended.'),
  },
  'release.troubleRate': {
    ...{ label: t('Trouble rate'), unit: 'ratio', kind: 'value', isMoreBetter: false },
    formula: t('Releases that were failed or failing at least once ÷ releases that ended.'),
  },
  'release.firstTimeRight': {
    ...{ label: t('First time right'), unit: 'ratio', kind: 'value', isMoreBetter: true },
    formula: t('Completed releases without a failure of a task ÷ releases that ended.'),
  },
  'release.onTimeRate': {
    ...{ label: t('On-time rate'), unit: 'ratio', kind: 'value', isMoreBetter: true },
    formula: t('Releases that ended at or before their due date ÷ ended releases with a due date.'),
  },
  'release.automationRate': {
    ...{ label: t('Automation rate'), unit: 'ratio', kind: 'value', isMoreBetter: true },
    formula: t('Automated tasks ÷ tasks that ran.'),
  },
} as const satisfies Readonly<Record<string, MetricText>>;

const doraMetrics = {
  'dora.deploymentFrequency': {
    ...{ label: t('Deployments per day'), unit: 'perDay', kind: 'value', isMoreBetter: true },
    formula: t('Successful deployments to production ÷ number of days.'),
  },
  'dora.changeLeadTime': {
    ...{ label: t('Change lead time'), unit: 'seconds', kind: 'percentiles', isMoreBetter: false },
    formula: t(
      'Median of deployment end − commit time, for each commit. Without commit times: deployment end − creation of the earliest release that was not deployed before.',
    ),
  },
  'dora.changeFailRate': {
    ...{ label: t('Change fail rate'), unit: 'ratio', kind: 'value', isMoreBetter: false },
    formula: t(
      'Deployments with a failure ÷ deployments. A failure is a failed attempt, an incident, a rollback, a hotfix within 7 days, or a mark.',
    ),
  },
  'dora.recoveryTime': {
    ...{ label: t('Recovery time'), unit: 'seconds', kind: 'percentiles', isMoreBetter: false },
    formula: t(
      'Median from the end of a failed deployment to the end of the next successful one, or from the start to the end of its incident.',
    ),
  },
  'dora.reworkRate': {
    ...{ label: t('Rework rate'), unit: 'ratio', kind: 'value', isMoreBetter: false },
    formula: t('Deployments that are a hotfix or a rollback ÷ deployments.'),
  },
  'dora.failedAttempts': {
    ...{ label: t('Failed attempts'), unit: 'ratio', kind: 'value', isMoreBetter: false },
    formula: t('Deployments that failed, were aborted, or were skipped after a failure ÷ deployments.'),
  },
} as const satisfies Readonly<Record<string, MetricText>>;

/** The names of the categories of waiting, in the order of their precedence. */
export const categoryLabels: Readonly<Record<Category, string>> = {
  machine: t('Machine'),
  people: t('People'),
  dependency: t('Other releases'),
  capacity: t('Capacity'),
  schedule: t('Schedule'),
  failed: t('Failed'),
  paused: t('Paused'),
  other: t('Other'),
};

function isCategory(name: string): name is Category {
  return Object.hasOwn(categoryLabels, name);
}

/** The categories of waiting, in the order of their precedence. */
export const categories: readonly Category[] = Object.keys(categoryLabels).filter(isCategory);

export const waitingFormula = t(
  'Each instant of a release belongs to the first category that applies, so the categories add up to the duration. Releases that ended before the upgrade are not counted.',
);

export type ReleaseMetric = keyof typeof releaseMetrics;
export type WaitingMetric = `waiting.${Category}`;
export type DoraMetric = keyof typeof doraMetrics;
export type MetricId = ReleaseMetric | DoraMetric | WaitingMetric;

const waitingMetric = (category: Category): MetricText => ({
  ...{ label: t`Waiting: ${categoryLabels[category]}`, formula: waitingFormula },
  ...{ unit: 'seconds', kind: 'sum', isMoreBetter: false },
});

const texts: Readonly<Record<MetricId, MetricText>> = {
  ...releaseMetrics,
  ...doraMetrics,
  'waiting.machine': waitingMetric('machine'),
  'waiting.people': waitingMetric('people'),
  'waiting.dependency': waitingMetric('dependency'),
  'waiting.capacity': waitingMetric('capacity'),
  'waiting.schedule': waitingMetric('schedule'),
  'waiting.failed': waitingMetric('failed'),
  'waiting.paused': waitingMetric('paused'),
  'waiting.other': waitingMetric('other'),
};

/** Whether a text is the id of a metric. */
export function isMetric(id: string): id is MetricId {
  return Object.hasOwn(texts, id);
}

/** All metrics that the board shows. */
export const metricIds: readonly MetricId[] = Object.keys(texts).filter(isMetric);

/** Returns the texts of a metric. */
export const metricText = (id: MetricId): MetricText => texts[id];

/** The number of rows that a percentile needs. */
const minimums: Readonly<Record<string, number>> = { p50: 1, p85: 7, p95: 20 };

/** Returns why a percentile is unknown. */
export function missingReason(name: string, n: number): string | undefined {
  const minimum = minimums[name] ?? 1;
  return n === 0 || n >= minimum ? undefined : t`${name} needs at least ${minimum} rows`;
}
