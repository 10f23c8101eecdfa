interface Dated {
  /** A local day, such as `2026-05-01`. */
  readonly day: string;
}

interface WeekCell<Item> {
  readonly item: Item;
  /** 0 for Monday to 6 for Sunday. */
  readonly row: number;
  /** The index of the day among all days. */
  readonly index: number;
}

/** A week of a heat map, from Monday to Sunday. */
export interface Week<Item> {
  /** The first day of the month that starts in the week; null in all other weeks. */
  readonly month: string | null;
  readonly cells: readonly WeekCell<Item>[];
}

const weekdayOf = (day: string): number => (new Date(day).getUTCDay() + 6) % 7;

/** Returns the weeks of consecutive days. The first and the last week can have fewer than seven days. */
export function weeksOf<Item extends Dated>(days: readonly Item[]): readonly Week<Item>[] {
  const weeks: WeekCell<Item>[][] = [];
  for (const [index, item] of days.entries()) {
    const row = weekdayOf(item.day);
    if (row === 0 || weeks.length === 0) weeks.push([]);
    weeks.at(-1)?.push({ item, row, index });
  }
  return weeks.map((cells) => ({
    month: cells.find(({ item }) => item.day.endsWith('-01'))?.item.day ?? null,
    cells,
  }));
}
