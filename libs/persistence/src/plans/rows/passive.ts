import type { Passive } from '@slipway/domain/model';

/**
 * How a passive part travels to its row: as a whole value, as another row's part, as changes laid over
 * either; all null leaves the row's own part alone.
 */
interface PassiveRecord<T> {
  readonly value: Partial<T> | null;
  readonly copy_of: string | null;
  readonly copy_before: boolean;
  readonly changes: Partial<T> | null;
}

const unchangedPassive = { value: null, copy_of: null, copy_before: false, changes: null } as const;

/** The record of one passive part in a save; `withoutDefaults` omits blank members of a new one. */
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

export const passiveRecordColumns = 'value jsonb, copy_of text, copy_before boolean, changes jsonb';

/** Whether the rows of a table keep their passive part as it was before they ran. */
type BeforeColumn = 'before_passive' | null;

/**
 * SQL for the passive part that the record `x` refers to; `own` is the present value of the row. Attachments are
 * copied as they are now, independent of the plan before the original ran, with new ids.
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
 * Makes what picks the fields of a value that differ from `blank`, without those that have columns of their own;
 * null when nothing differs. Most tasks differ in nothing, so most rows hold no JSON and most loads parse none.
 * The names are listed once: walking a value's own keys took a tenth of the time of a whole command.
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

/** Empty lists and objects equal empty ones of their own kind; nothing else but identity counts. */
function isSame(value: unknown, blank: unknown): boolean {
  if (value === blank) return true;
  if (typeof value !== 'object' || typeof blank !== 'object' || value === null || blank === null) return false;
  return Array.isArray(value) === Array.isArray(blank) && isEmpty(value) && isEmpty(blank);
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}
