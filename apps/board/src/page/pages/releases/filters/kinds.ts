import { riskLabel, risks } from '../../../components/marks/risk-badge.tsx';
import { statusLabel } from '../../../components/marks/status.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
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
  ['', 'Live and archived'],
  ['live', 'Live'],
  ['archive', 'Archived'],
];
export const riskOptions: Options = [['', 'Any'], ...risks.map((risk) => [risk, riskLabel(risk)] as const)];
export const timeOptions: Options = [
  ['', 'Any time'],
  ['LAST_SEVEN_DAYS', 'Last 7 days'],
  ['LAST_MONTH', 'Last 30 days'],
  ['LAST_THREE_MONTHS', 'Last 3 months'],
  ['LAST_SIX_MONTHS', 'Last 6 months'],
  ['LAST_YEAR', 'Last 12 months'],
  ['RANGE', 'Custom range'],
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
    label: 'Status',
    textOf: ({ statuses }) => statuses.map(statusLabel).join(', ') || 'Any',
    isActive: ({ statuses }) => statuses.length > 0,
    cleared: { statuses: [] },
  },
  folder: {
    label: 'Folder',
    textOf: ({ folder }, folderName) => (folder === '' ? 'All folders' : (folderName(folder) ?? lastSegment(folder))),
    isActive: ({ folder }) => folder !== '',
    cleared: { folder: '' },
  },
  where: {
    label: 'Scope',
    textOf: ({ where }) => labelOf(scopeOptions, where),
    isActive: ({ where }) => where !== '',
    cleared: { where: '' },
  },
  mine: { label: 'Owner', textOf: () => 'Me', isActive: ({ isMine }) => isMine, cleared: { isMine: false } },
  flagged: {
    label: 'Flag',
    textOf: () => 'Flagged',
    isActive: ({ isFlagged }) => isFlagged,
    cleared: { isFlagged: false },
  },
  risk: {
    label: 'Risk',
    textOf: ({ risk }) => labelOf(riskOptions, risk),
    isActive: ({ risk }) => risk !== '',
    cleared: { risk: '' },
  },
  time: {
    label: 'Active during',
    textOf: ({ time }) => labelOf(timeOptions, time),
    isActive: ({ time }) => time !== '',
    cleared: { time: '', begin: '', end: '' },
  },
  tags: {
    label: 'Tags',
    textOf: ({ tags }) => tags || 'Any',
    isActive: ({ tags }) => tags !== '',
    cleared: { tags: '' },
  },
  taskTags: {
    label: 'Task tags',
    textOf: ({ taskTags }) => taskTags || 'Any',
    isActive: ({ taskTags }) => taskTags !== '',
    cleared: { taskTags: '' },
  },
};
