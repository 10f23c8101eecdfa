import type { Passive } from '@slipway/domain/model';
import { columnDefinitions } from './columns.ts';

/**
 * The update of a passive part in a save: a complete value, a copy of the part of another row, or changes merged into
 * either. If all members are null, the part of the row stays unchanged.
 */
interface PassiveRecord<T> {
  readonly value: Partial<T> | null;
  readonly copy_of: string | null;
  readonly copy_before: boolean;
  readonly changes: Partial<T> | null;
}

const unchangedPassive = { value: null, copy_of: null, copy_before: false, changes: null } as const;

/** Returns the record of a passive part for a save. `withoutDefaults` omits the blank members of a new part. */
export function passiveRecord<T>(
  passive: Passive<T>,
  withoutDefaults: (value: T) => Partial<T> | null,
): PassiveRecord<T> {
  switch (passive.kind) {
    case 'stored':
      return passive.changes === null ? unchangedPassive : { ...unchangedPassive, changes: passive.changes };
    case 'copy':
      return { value: null, copy_of: passive.of, copy_before: passive.beforeRun, changes: passive.changes };
    case 'new':
      return { ...unchangedPassive, value: withoutDefaults(passive.value) ?? {} };
  }
}

/** The members of a record that describe a passive part, with their types. */
export const passiveColumns = { value: 'jsonb', copy_of: 'text', copy_before: 'boolean', changes: 'jsonb' } as const;
export const passiveRecordColumns = columnDefinitions(passiveColumns);

/** The column with the passive part from before the task ran; null for tables without it. */
type BeforeColumn = 'before_passive' | null;

/**
 * SQL for the passive part that the record `x` describes. `own` is the current value of the row. Attachments are copied
 * in their current state with new ids, even if the rest is from before the original ran.
 */
export function passiveSql(table: string, beforeColumn: BeforeColumn, own: string): string {
  const planned =
    beforeColumn === null
      ? 's.passive'
      : `case when x.copy_before then coalesce(s.${beforeColumn}, s.passive) else s.passive end`;
  const source =
    table === 'live_phases'
      ? planned
      : `case when s.passive ? 'attachments' then copied_passive(${planned}, s.passive) else ${planned} end`;
  return `case
    when x.value is not null then x.value
    when x.copy_of is not null then
      coalesce((select ${source} from ${table} s where s.id = x.copy_of), '{}') || coalesce(x.changes, '{}')
    when x.changes is not null then ${own} || x.changes
    else ${own} end`;
}

/**
 * Creates a function that returns the fields of a value that differ from `blank`, without those that have their own
 * columns. It returns null if none differ. Most tasks have none, so most rows contain no JSON. The names are listed
 * once, because iterating over the keys of each value took a tenth of the time of a command.
 */
export function createDefaultsFilter<T extends object>(
  blank: T,
  columns: readonly (keyof T)[] = [],
): (value: T) => Partial<T> | null {
  const names: (keyof T)[] = [];
  for (const name in blank) if (!columns.includes(name)) names.push(name);
  return (value) => {
    let nonDefault: Partial<T> | null = null;
    for (const name of names) {
      if (isSame(value[name], blank[name])) continue;
      nonDefault ??= {};
      nonDefault[name] = value[name];
    }
    return nonDefault;
  };
}

/** Returns whether two values are equal: identical, or both empty lists, or both empty objects. */
function isSame(value: unknown, blank: unknown): boolean {
  if (value === blank) return true;
  if (typeof value !== 'object' || typeof blank !== 'object' || value === null || blank === null) return false;
  return Array.isArray(value) === Array.isArray(blank) && isEmpty(value) && isEmpty(blank);
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}
