import { signal } from '@preact/signals';
import { readStored, store } from '../../navigation/preferences.ts';
import { t } from '../../navigation/text.ts';

/** The columns that the user can show or hide, with their names. The columns of title and status are always visible. */
export const optionalColumns = {
  progress: t('Progress'),
  work: t('Current phase'),
  task: t('Current task'),
  start: t('Start'),
  risk: t('Risk'),
  estimatedEnd: t('Estimated end'),
  due: t('Due date'),
  end: t('Due or ended'),
  owner: t('Owner'),
  folder: t('Folder'),
  template: t('Template'),
  tags: t('Tags'),
} as const;
export type OptionalColumn = keyof typeof optionalColumns;

const isColumn = (name: string): name is OptionalColumn => Object.hasOwn(optionalColumns, name);
export const columnNames: readonly OptionalColumn[] = Object.keys(optionalColumns).filter(isColumn);

const storageKey = 'slipway release columns';
const defaultColumns: readonly OptionalColumn[] = ['progress', 'work', 'risk', 'estimatedEnd', 'owner'];

/** The columns that need the plan of each release. */
const forecastColumns: readonly OptionalColumn[] = ['progress', 'work', 'task', 'estimatedEnd'];

/** Whether a visible column needs forecasts. */
export const needForecasts = (visible: readonly OptionalColumn[]): boolean =>
  visible.some((name) => forecastColumns.includes(name));

/** Returns the columns of a stored text, in the order of the table. */
const parse = (text: string | null): readonly OptionalColumn[] =>
  text === null ? defaultColumns : columnNames.filter((name) => text.split(',').includes(name));

/** The visible columns in this browser. */
export const visibleColumns = signal<readonly OptionalColumn[]>(parse(readStored(storageKey)));

/** Shows or hides a column, and stores the choice. */
export function showColumn(column: OptionalColumn, isOn: boolean): void {
  visibleColumns.value = columnNames.filter((name) => (name === column ? isOn : visibleColumns.peek().includes(name)));
  store(storageKey, visibleColumns.peek().join(','));
}
