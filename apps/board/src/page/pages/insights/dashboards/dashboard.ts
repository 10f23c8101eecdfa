import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { optionalParam, textParam, urlState } from '../../../navigation/url-state.ts';
import { isMetric, metricText } from '../data/metrics.ts';
import type { Dashboard, Tile } from '../data/responses.ts';
import { insightsUrl, pathOf } from '../data/url-state.ts';
import { addDays, type Day } from '../data/zones.ts';

/** The open dashboard by its id, or the folder whose dashboards are listed. */
export const dashboardsUrl = urlState({ dashboard: optionalParam('dashboard'), folder: textParam('folder') });

/** Returns the address of a dashboard. */
export const dashboardAddress = (id: string): string =>
  dashboardsUrl.url(pathOf('dashboards'), { dashboard: id, folder: '' });

/** Returns the address of the insights of a folder. */
export const folderAddress = (id: string): string => `/folders/${lastSegment(id)}?form=insights`;

/** Returns the permission that the user lacks to change a dashboard; null if the user lacks none. */
export function missingEditPermission({ mayEdit, folderId }: Pick<Dashboard, 'mayEdit' | 'folderId'>): string | null {
  if (mayEdit) return null;
  return folderId === undefined ? 'dashboard#create' : 'dashboard#edit';
}

/** Returns the title of a tile: its own, or the name of its metric. */
export const tileTitle = ({ title, metric }: Tile): string =>
  title ?? (isMetric(metric) ? metricText(metric).label : metric);

/** Returns the tiles with one of them moved by a number of positions. It stays inside the list. */
export function moveTile(tiles: readonly Tile[], index: number, by: number): readonly Tile[] {
  const tile = tiles[index];
  if (tile === undefined) return tiles;
  const others = tiles.toSpliced(index, 1);
  return others.toSpliced(Math.min(others.length, Math.max(0, index + by)), 0, tile);
}

/** Returns the filters of the views of insights that select the same rows as a tile. */
export function queryOf({ filter = {}, days }: Tile, today: Day) {
  const {
    folderId = '',
    subfolders = true,
    templateIds = [],
    tags = [],
    applications = null,
    environments = null,
  } = filter;
  return {
    ...insightsUrl.parse(new URLSearchParams()),
    ...({ period: 'range', first: addDays(today, 1 - days), last: today } as const),
    ...{ folder: folderId, isFolderOnly: !subfolders, templates: templateIds, tags },
    ...{ applications, environments },
  };
}

export const chartOptions = [
  ['line', t('Lines')],
  ['bar', t('Bars')],
  ['number', t('Number')],
  ['table', t('Table')],
  ['heatmap', t('Heat map')],
] as const satisfies readonly (readonly [Tile['chart'], string])[];

export const sizeOptions = [
  ['small', t('Small')],
  ['medium', t('Medium')],
  ['large', t('Large')],
] as const satisfies readonly (readonly [Tile['size'], string])[];

type Group = NonNullable<Tile['groupBy']>;

const groupLabels: Readonly<Record<Group, string>> = {
  folder: t('Folders'),
  template: t('Templates'),
  tag: t('Tags'),
  owner: t('Owners'),
  application: t('Applications'),
  environment: t('Environments'),
};

/** Returns the groups of a metric. Owners are only there if the installation shows persons. */
export function groupOptions(metric: string, showsPersons: boolean): readonly (readonly [Group, string])[] {
  const groups: readonly Group[] = metric.startsWith('dora.')
    ? ['folder', 'application', 'environment']
    : ['folder', 'template', 'tag', ...(showsPersons ? (['owner'] as const) : [])];
  return groups.map((group) => [group, groupLabels[group]]);
}
