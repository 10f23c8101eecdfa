import {
  choiceParam,
  flagParam,
  optionalParam,
  type StateOf,
  textParam,
  type UrlParam,
  urlState,
} from '../../../navigation/url-state.ts';
import { intervals, periods } from './period.ts';

/** A list of ids or names: each has its own parameter, because a name can contain a comma. */
const listParam = (name: string): UrlParam<readonly string[]> => ({
  read: (params) => params.getAll(name).filter((text) => text !== ''),
  write: (texts) => texts.map((text) => [name, text]),
});

/** An optional list of names; null by default. An empty list has one empty parameter. */
const optionalListParam = (name: string): UrlParam<readonly string[] | null> => ({
  read: (params) => (params.has(name) ? listParam(name).read(params) : null),
  write: (texts) => (texts?.length === 0 ? [[name, '']] : (texts ?? []).map((text) => [name, text])),
});

/** An ISO time; empty by default. */
const timeParam = (name: string): UrlParam<string> => ({
  read: (params) => {
    const at = Date.parse(params.get(name) ?? '');
    return Number.isFinite(at) ? new Date(at).toISOString() : '';
  },
  write: (text) => (text === '' ? [] : [[name, text]]),
});

const filters = {
  period: choiceParam('period', periods),
  /** The first and last day of a custom range. */
  first: textParam('first'),
  last: textParam('last'),
  folder: textParam('folder'),
  isFolderOnly: flagParam('only'),
  templates: listParam('template'),
  tags: listParam('tag'),
  /** Null: the default of the view. Empty: all. */
  applications: optionalListParam('application'),
  environments: optionalListParam('environment'),
  /** Empty: the time zone of reports. */
  tz: textParam('tz'),
};

/** The filters that all views of insights share. */
export const insightsUrl = urlState({
  ...filters,
  /** Whether durations contain working hours only. */
  isWorkingTime: flagParam('working'),
  interval: choiceParam('interval', intervals),
});
export type InsightsQuery = StateOf<typeof insightsUrl>;

/** The rows behind a point: its metric and its bucket. */
export const rowsUrl = urlState({
  ...filters,
  metric: textParam('metric'),
  /** The instants of the bucket; empty: the whole period. */
  start: timeParam('start'),
  end: timeParam('end'),
  order: choiceParam('order', ['ended', 'duration', 'people', 'failures']),
  after: optionalParam('after'),
});
export type RowsQuery = StateOf<typeof rowsUrl>;

/** The deployments in the list, with the members of REST. The empty one selects all. */
const deploymentSelections = [
  ...(['', 'successful', 'failedAttempts', 'failed', 'open', 'recovered', 'rework'] as const),
  ...(['withCommits', 'withLeadTime'] as const),
] as const;

/** The list of deployments: its bucket, and the deployments that a metric counts. */
export const deploymentsUrl = urlState({
  ...filters,
  start: timeParam('start'),
  end: timeParam('end'),
  only: choiceParam('show', deploymentSelections),
  after: optionalParam('after'),
});
export type DeploymentsQuery = StateOf<typeof deploymentsUrl>;

/** The views of insights below `/insights`. */
export const pages = [
  'overview',
  'dora',
  'tasks',
  'waits',
  'calendar',
  'releases',
  'deployments',
  'dashboards',
] as const;
export type Page = (typeof pages)[number];

export const pathOf = (page: Page): string => (page === 'overview' ? '/insights' : `/insights/${page}`);

/** Returns the address of a view with these filters. */
export const pageUrl = (page: Page, query: InsightsQuery): string => insightsUrl.url(pathOf(page), query);

/** The part of a point that its address contains. */
interface PointKey {
  readonly from: string;
  readonly to: string;
}

/** What a metric or a view counts. */
export type Subject = 'release' | 'deployment';

/** Returns what a metric counts. */
export const subjectOf = (metric: string): Subject => (metric.startsWith('dora.') ? 'deployment' : 'release');

/** Returns the names of a filter. The list of deployments shows all without names. */
const namesOrNull = (names: readonly string[] | null) => (names?.length === 0 ? null : names);

/** The deployments that metrics count. The n of a rate is the number of all deployments. */
const selections: Readonly<Record<string, DeploymentsQuery['only']>> = {
  'dora.deploymentFrequency': 'successful',
  'dora.recoveryTime': 'recovered',
};

/** The deployments that the variants of the change lead time count. */
const leadTimeSelections = { commits: 'withCommits', releases: 'withLeadTime' } as const;
export type LeadTimeVariant = keyof typeof leadTimeSelections;

interface RowsOptions extends Partial<Pick<RowsQuery, 'metric' | 'order'>> {
  readonly point?: PointKey;
  /** the variant of the change lead time */
  readonly variant?: LeadTimeVariant | undefined;
}

/** Returns the address of the releases or deployments behind a point, or behind the whole period. */
export function rowsAddress(query: InsightsQuery, options: RowsOptions): string {
  const { point, metric = '', order = 'ended', variant } = options;
  const rows = { ...query, after: null, start: point?.from ?? '', end: point?.to ?? '' };
  if (subjectOf(metric) === 'release') return rowsUrl.url(pathOf('releases'), { ...rows, metric, order });
  const [applications, environments] = [namesOrNull(query.applications), namesOrNull(query.environments)];
  const selection = {
    applications,
    environments,
    only: variant ? leadTimeSelections[variant] : (selections[metric] ?? ''),
  };
  return deploymentsUrl.url(pathOf('deployments'), { ...rows, ...selection });
}

/** Returns the filter of a request to REST. Deployments have no filter by template or tag. */
export function filterOf(query: Omit<InsightsQuery, 'interval' | 'isWorkingTime'>, subject: Subject): object {
  const { folder, isFolderOnly, templates, tags, applications, environments } = query;
  const inFolder = folder !== '' && { folderId: folder, subfolders: !isFolderOnly };
  if (subject === 'deployment')
    return {
      ...inFolder,
      ...(applications !== null && applications.length > 0 && { applications }),
      ...(environments !== null && environments.length > 0 && { environments }),
    };
  return { ...inFolder, ...(templates.length > 0 && { templateIds: templates }), ...(tags.length > 0 && { tags }) };
}
