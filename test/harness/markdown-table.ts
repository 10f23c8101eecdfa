/** Formats a Markdown table with aligned columns. The first column is text, the others are numbers. */
export function formatTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = names.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const pad = (cell: string, index: number) =>
    index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0);
  const line = (cells: readonly string[]) => `| ${cells.map(pad).join(' | ')} |`;
  const separator = `|${widths.map((width, index) => (index === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(names), separator, ...rows.map(line)].join('\n');
}

/** Formats milliseconds with two decimals, or with three below 0.1. */
export const formatMs = (value: number): string => value.toFixed(value < 0.1 ? 3 : 2);
