import { type DashboardReport, escapeHtml, oneLine } from './content.ts';

const unavailable = 'not available';

/** Renders the numbers as plain text. */
export const reportText = ({ tiles }: DashboardReport): string =>
  tiles
    .map(({ title, period, values }) => {
      const lines = values.map(({ name, last, before }) => `  ${name}: ${last} (before: ${before})`);
      return [`${oneLine(title)}, ${period}`, ...(lines.length > 0 ? lines : [`  ${unavailable}`])].join('\n');
    })
    .join('\n\n');

const row = (cells: readonly string[], tag: 'td' | 'th'): string =>
  `<tr>${cells.map((cell) => `<${tag} align="left">${escapeHtml(oneLine(cell))}</${tag}>`).join('')}</tr>`;

/** Renders the numbers as a table. */
export function reportHtml({ tiles }: DashboardReport): string {
  const rows = tiles.flatMap(({ title, period, values }) => [
    row([title, period, 'Last period', 'Period before'], 'th'),
    ...(values.length > 0
      ? values.map(({ name, last, before }) => row(['', name, last, before], 'td'))
      : [row(['', unavailable, '', ''], 'td')]),
  ]);
  return `<table cellpadding="4">${rows.join('')}</table>`;
}
