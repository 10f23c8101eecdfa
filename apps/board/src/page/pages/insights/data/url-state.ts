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
  /** Empty: the time zone of reports. */
  tz: textParam('tz'),
};

/** The filters that all views of insights share. */
export const insightsUrl = urlState({
  ...filters,
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

/** The views of insights below `/insights`. */
export const pages = ['overview', 'tasks', 'waits', 'calendar', 'releases'] as const;
export type Page = (typeof pages)[number];

export const pathOf = (page: Page): string => (page === 'overview' ? '/insights' : `/insights/${page}`);

/** Returns the address of a view with these filters. */
export const pageUrl = (page: Page, query: InsightsQuery): string => insightsUrl.url(pathOf(page), query);

/** The part of a point that its address contains. */
interface PointKey {
  readonly from: string;
  readonly to: string;
}

interface RowsOptions extends Partial<Pick<RowsQuery, 'metric' | 'order'>> {
  readonly point?: PointKey;
}

/** Returns the address of the releases behind a point, or behind the whole period. */
export const rowsAddress = (query: InsightsQuery, { point, ...options }: RowsOptions): string =>
  rowsUrl.url(pathOf('releases'), {
    ...{ metric: '', order: 'ended', after: null },
    ...query,
    ...options,
    start: point?.from ?? '',
    end: point?.to ?? '',
  });

/** Returns the filter of a request to REST. */
export function filterOf(query: Omit<InsightsQuery, 'interval'>): object {
  const { folder, isFolderOnly, templates, tags } = query;
  return {
    ...(folder !== '' && { folderId: folder, subfolders: !isFolderOnly }),
    ...(templates.length > 0 && { templateIds: templates }),
    ...(tags.length > 0 && { tags }),
  };
}
