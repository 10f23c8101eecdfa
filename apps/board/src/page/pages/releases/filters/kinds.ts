import { riskLabel, risks } from '../../../components/marks/risk-badge.tsx';
import { statusLabel } from '../../../components/marks/status.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { type ReleaseQuery, releasesUrl } from '../query.ts';

/** A filter of the list, in the order of its chips. */
export const filterNames = [
  'status',
  'folder',
  'where',
  'mine',
  'flagged',
  'risk',
  'time',
  'tags',
  'taskTags',
] as const;
export type FilterName = (typeof filterNames)[number];

/** The filters whose chips are always visible. */
export const permanentFilters: readonly FilterName[] = ['status', 'folder'];

type Options = readonly (readonly [value: string, label: string])[];

export const scopeOptions: Options = [
  ['', t('Live and archived')],
  ['live', t('Live')],
  ['archive', t('Archived')],
];
export const riskOptions: Options = [['', t('Any')], ...risks.map((risk) => [risk, riskLabel(risk)] as const)];
export const timeOptions: Options = [
  ['', t('Any time')],
  ['LAST_SEVEN_DAYS', t('Last 7 days')],
  ['LAST_MONTH', t('Last 30 days')],
  ['LAST_THREE_MONTHS', t('Last 3 months')],
  ['LAST_SIX_MONTHS', t('Last 6 months')],
  ['LAST_YEAR', t('Last 12 months')],
  ['RANGE', t('Custom range')],
];

const labelOf = (options: Options, value: string): string => options.find(([option]) => option === value)?.[1] ?? value;

/** Returns the query with one parameter and default values for all others. */
export const parseParam = (name: string, value: string): ReleaseQuery =>
  releasesUrl.parse(new URLSearchParams({ [name]: value }));

interface FilterKind {
  readonly label: string;
  /** Returns the text of the chip without its label. */
  readonly textOf: (query: ReleaseQuery, folderName: (id: string) => string | undefined) => string;
  readonly isActive: (query: ReleaseQuery) => boolean;
  readonly cleared: Partial<ReleaseQuery>;
}

export const filterKinds: Readonly<Record<FilterName, FilterKind>> = {
  status: {
    label: t('Status'),
    textOf: ({ statuses }) => statuses.map(statusLabel).join(', ') || t('Any'),
    isActive: ({ statuses }) => statuses.length > 0,
    cleared: { statuses: [] },
  },
  folder: {
    label: t('Folder'),
    textOf: ({ folder }, folderName) =>
      folder === '' ? t('All folders') : (folderName(folder) ?? lastSegment(folder)),
    isActive: ({ folder }) => folder !== '',
    cleared: { folder: '' },
  },
  where: {
    label: t('Scope'),
    textOf: ({ where }) => labelOf(scopeOptions, where),
    isActive: ({ where }) => where !== '',
    cleared: { where: '' },
  },
  mine: { label: t('Owner'), textOf: () => t('Me'), isActive: ({ isMine }) => isMine, cleared: { isMine: false } },
  flagged: {
    label: t('Flag'),
    textOf: () => t('Flagged'),
    isActive: ({ isFlagged }) => isFlagged,
    cleared: { isFlagged: false },
  },
  risk: {
    label: t('Risk'),
    textOf: ({ risk }) => labelOf(riskOptions, risk),
    isActive: ({ risk }) => risk !== '',
    cleared: { risk: '' },
  },
  time: {
    label: t('Active during'),
    textOf: ({ time }) => labelOf(timeOptions, time),
    isActive: ({ time }) => time !== '',
    cleared: { time: '', begin: '', end: '' },
  },
  tags: {
    label: t('Tags'),
    textOf: ({ tags }) => tags || t('Any'),
    isActive: ({ tags }) => tags !== '',
    cleared: { tags: '' },
  },
  taskTags: {
    label: t('Task tags'),
    textOf: ({ taskTags }) => taskTags || t('Any'),
    isActive: ({ taskTags }) => taskTags !== '',
    cleared: { taskTags: '' },
  },
};
