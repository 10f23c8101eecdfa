import type { Tile } from '../data/responses.ts';
import { subjectOf } from '../data/url-state.ts';

/** The fields of a tile. */
export interface TileForm {
  readonly metric: string;
  /** Empty: the name of the metric. */
  readonly title: string;
  readonly chart: Tile['chart'];
  /** Empty: no groups. Only a table has groups. */
  readonly groupBy: NonNullable<Tile['groupBy']> | '';
  readonly size: Tile['size'];
  readonly interval: NonNullable<Tile['interval']>;
  readonly days: number;
  /** Empty: all folders. */
  readonly folder: string;
  readonly hasSubfolders: boolean;
  readonly templates: readonly string[];
  /** Names, separated by commas. */
  readonly tags: string;
  readonly applications: string;
  readonly environments: string;
  readonly owners: readonly string[];
}

const newTile: Tile = { metric: 'release.duration', chart: 'line', size: 'medium', interval: 'week', days: 90 };

/** Returns the form of a tile; null: a new one. */
export function formOf(tile: Tile | null): TileForm {
  const { metric, title = '', chart, groupBy = '', size, interval = 'week', days, filter = {} } = tile ?? newTile;
  return {
    // A tile with groups is shown as a table.
    ...{ metric, title, chart: groupBy === '' ? chart : 'table', groupBy, size, interval, days },
    ...{ folder: filter.folderId ?? '', hasSubfolders: filter.subfolders ?? true },
    ...{ templates: filter.templateIds ?? [], owners: filter.owners ?? [], tags: (filter.tags ?? []).join(', ') },
    ...{ applications: (filter.applications ?? []).join(', '), environments: (filter.environments ?? []).join(', ') },
  };
}

const namesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** Returns a member with these names; no member without names. */
const withNames = <Name extends string>(name: Name, names: readonly string[]) =>
  names.length > 0 ? { [name]: names } : {};

/** Returns the filter of a form. Releases and deployments have different filters. */
function filterOf(form: TileForm): NonNullable<Tile['filter']> {
  const inFolder = form.folder !== '' && { folderId: form.folder, subfolders: form.hasSubfolders };
  if (subjectOf(form.metric) === 'deployment')
    return {
      ...inFolder,
      ...withNames('applications', namesIn(form.applications)),
      ...withNames('environments', namesIn(form.environments)),
    };
  return {
    ...inFolder,
    ...withNames('templateIds', form.templates),
    ...withNames('tags', namesIn(form.tags)),
    ...withNames('owners', form.owners),
  };
}

/** Whether the chart of a form has values over time. */
export const isOverTime = ({ chart, groupBy }: TileForm): boolean =>
  chart === 'line' || chart === 'bar' || (chart === 'table' && groupBy === '');

/** Returns the tile of a form. */
export function tileOf(form: TileForm): Tile {
  const { metric, chart, groupBy, size, interval, days } = form;
  const title = form.title.trim();
  const filter = filterOf(form);
  return {
    ...{ metric, chart, size, days },
    ...(title !== '' && { title }),
    ...(chart === 'table' && groupBy !== '' && { groupBy }),
    ...(isOverTime(form) && { interval }),
    ...(Object.keys(filter).length > 0 && { filter }),
  };
}
