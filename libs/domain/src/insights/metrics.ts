import { type Category, categories } from './categories.ts';

/** Sums over ended releases, from which all values of metrics are computed. Times are in milliseconds. */
export const measures = [
  ...['completed', 'aborted', 'troubled', 'first_time_right', 'with_due_date', 'on_time'],
  ...['duration_n', 'duration_sum', 'start_n', 'start_sum', 'lead_n', 'lead_sum', 'variance_n', 'variance_sum'],
  ...['tasks', 'automated', 'categories_n', ...categories],
  ...['union_machine', 'union_people', 'union_dependency', 'union_capacity', 'union_schedule', 'union_failed'],
] as const;
export type Measure =
  | 'completed'
  | 'aborted'
  | 'troubled'
  | 'first_time_right'
  | 'with_due_date'
  | 'on_time'
  | 'duration_n'
  | 'duration_sum'
  | 'start_n'
  | 'start_sum'
  | 'lead_n'
  | 'lead_sum'
  | 'variance_n'
  | 'variance_sum'
  | 'tasks'
  | 'automated'
  | 'categories_n'
  | Category
  | UnionMeasure;
type UnionMeasure = `union_${Exclude<Category, 'paused' | 'other'>}`;

/** The single values of releases whose percentiles are computed. */
export const percentileValues = ['duration', 'time_to_start', 'lead_time', 'variance'] as const;
export type PercentileValue = (typeof percentileValues)[number];

export type MetricUnit = 'seconds' | 'ratio' | 'count' | 'perDay';

export interface Common {
  readonly unit: MetricUnit;
  readonly label: string;
  readonly formula: string;
  readonly population: string;
}

/** How the value of a metric follows from measures. */
export type MetricRule<M extends string, P extends string> =
  | { readonly kind: 'percentiles'; readonly of: P; readonly n: M; readonly sum: M }
  | { readonly kind: 'ratio'; readonly part: M; readonly whole: readonly M[] }
  | { readonly kind: 'count'; readonly of: M }
  | { readonly kind: 'rate'; readonly of: M }
  | { readonly kind: 'sum'; readonly of: M; readonly n: M };

export type Metric = Common & MetricRule<Measure, PercentileValue>;
/** A metric of releases or deployments. */
export type AnyMetric = Common & MetricRule<string, string>;

const completed = 'Releases that ended as COMPLETED in the period';
const over = 'Releases that ended as COMPLETED or ABORTED in the period';
const bothEnds = ['completed', 'aborted'] as const;

const percentiles = (
  label: string,
  formula: string,
  [of, n, sum]: readonly [PercentileValue, Measure, Measure],
  { unit = 'seconds', population = completed }: Partial<Pick<Common, 'unit' | 'population'>> = {},
): Metric => ({ kind: 'percentiles', unit, label, formula, population, of, n, sum });

const ratio = (
  label: string,
  formula: string,
  part: Measure,
  [whole, population]: readonly [readonly Measure[], string] = [bothEnds, over],
): Metric => ({ kind: 'ratio', unit: 'ratio', label, formula, population, part, whole });

const timed = `${completed} and started with recorded categories`;
const sumOf = (label: string, formula: string, of: Measure): Metric => ({
  ...{ kind: 'sum', unit: 'seconds', label, formula, population: timed, of, n: 'categories_n' },
});

const texts: Readonly<Record<Category, string>> = {
  machine: 'an automated task, precondition, failure handler or abort script runs',
  people: 'a manual task is in progress, a task waits for input, or a gate has open conditions or approvals',
  dependency: 'a gate waits only for other releases',
  capacity: 'a task is queued or waits for maxConcurrentReleases',
  schedule: 'a task waits for its start date or the end of a blackout',
  failed: 'a task is FAILED',
  paused: 'the release is PAUSED',
  other: 'no other category applies',
};
const waiting = (category: Category): Metric =>
  sumOf(
    `Time in ${category}`,
    `sum of the time in which ${texts[category]}, and no earlier category applies`,
    category,
  );
const union = (category: Exclude<Category, 'paused' | 'other'>): Metric =>
  sumOf(`Own total of ${category}`, `sum of the time in which ${texts[category]}`, `union_${category}`);

/** The metrics of releases by id (insights.md, Metrics of releases). */
export const releaseMetrics = {
  'release.duration': percentiles('Release duration', 'ended − started', ['duration', 'duration_n', 'duration_sum']),
  'release.timeToStart': percentiles('Time to start', 'started − created', ['time_to_start', 'start_n', 'start_sum']),
  'release.leadTime': percentiles('Release lead time', 'ended − created', ['lead_time', 'lead_n', 'lead_sum']),
  'release.scheduleVariance': percentiles(
    'Schedule variance',
    '(duration − planned duration) ÷ planned duration',
    ['variance', 'variance_n', 'variance_sum'],
    { unit: 'ratio', population: `${completed} and had a planned duration` },
  ),
  'release.throughput': {
    ...{ kind: 'count', unit: 'count', label: 'Throughput', population: completed, of: 'completed' },
    formula: 'number of COMPLETED releases',
  },
  'release.frequency': {
    ...{ kind: 'rate', unit: 'perDay', label: 'Release frequency', population: completed, of: 'completed' },
    formula: 'number of COMPLETED releases ÷ days',
  },
  'release.abortRate': ratio('Abort rate', 'ABORTED ÷ ended', 'aborted'),
  'release.troubleRate': ratio('Trouble rate', 'FAILED or FAILING at least once ÷ ended', 'troubled'),
  'release.firstTimeRight': ratio('First-time-right', 'COMPLETED without any task failure ÷ ended', 'first_time_right'),
  'release.onTimeRate': ratio('On-time rate', 'ended until the due date ÷ with a due date', 'on_time', [
    ['with_due_date'],
    `${over} and had a due date`,
  ]),
  'release.automationRate': ratio('Automation rate', 'automated tasks ÷ tasks that ran', 'automated', [
    ['tasks'],
    `Tasks that ran, without groups, of: ${over}`,
  ]),
  'waiting.machine': waiting('machine'),
  'waiting.people': waiting('people'),
  'waiting.dependency': waiting('dependency'),
  'waiting.capacity': waiting('capacity'),
  'waiting.schedule': waiting('schedule'),
  'waiting.failed': waiting('failed'),
  'waiting.paused': waiting('paused'),
  'waiting.other': waiting('other'),
  'union.machine': union('machine'),
  'union.people': union('people'),
  'union.dependency': union('dependency'),
  'union.capacity': union('capacity'),
  'union.schedule': union('schedule'),
  'union.failed': union('failed'),
} as const satisfies Readonly<Record<string, Metric>>;
export type ReleaseMetricId = keyof typeof releaseMetrics;

const isReleaseMetric = (id: string): id is ReleaseMetricId => Object.hasOwn(releaseMetrics, id);
export const releaseMetricIds: readonly ReleaseMetricId[] = Object.keys(releaseMetrics).filter(isReleaseMetric);
