import { colors, escapeHtml } from '../mail/mail-layout.ts';
import { type DashboardReport, oneLine } from './content.ts';

type TileReport = DashboardReport['tiles'][number];

const unavailable = 'not available';

const moreText = (count: number): string => `${count} more ${count === 1 ? 'group' : 'groups'}`;

function groupLines({ groups, moreGroups }: TileReport): readonly string[] {
  if (groups.length === 0) return [];
  return [
    '  Groups (number of values):',
    ...groups.map(({ name, value, n }) => `    ${oneLine(name)}: ${value} (${n})`),
    ...(moreGroups === 0 ? [] : [`    ${moreText(moreGroups)}`]),
  ];
}

/** Renders the numbers as plain text. */
export const reportText = ({ tiles }: DashboardReport): string =>
  tiles
    .map((tile) => {
      const { title, period, values } = tile;
      const lines = values.map(({ name, last, before }) => `  ${name}: ${last} (before: ${before})`);
      const content = lines.length > 0 ? [...lines, ...groupLines(tile)] : [`  ${unavailable}`];
      return [`${oneLine(title)}, ${period}`, ...content].join('\n');
    })
    .join('\n\n');

const quiet = `color:${colors.quiet}`;
const text = (value: string): string => escapeHtml(oneLine(value));

const row = (name: string, last: string, before: string): string =>
  `<tr><td style="padding:4px 0">${text(name)}</td><td align="right" style="padding:4px 0 4px 12px;font-weight:600">${text(last)}</td><td align="right" style="padding:4px 0 4px 12px;${quiet}">${text(before)}</td></tr>`;

const head = (first: string, second: string, third: string): string =>
  `<tr style="font-size:12px;${quiet}"><td>${first}</td><td align="right" style="padding-left:12px">${second}</td><td align="right" style="padding-left:12px">${third}</td></tr>`;

const table = (rows: readonly string[]): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:14px">${rows.join('')}</table>`;

function groupTable({ groups, moreGroups }: TileReport): string {
  if (groups.length === 0) return '';
  const rows = groups.map(({ name, value, n }) => row(name, value, String(n)));
  const more = moreGroups === 0 ? '' : `<div style="font-size:12px;${quiet}">${moreText(moreGroups)}</div>`;
  return `${table([head('Group', 'Last period', 'Number of values'), ...rows])}${more}`;
}

/** Renders the numbers as a table for each tile, with another one for its groups. */
export function reportHtml({ tiles }: DashboardReport): string {
  const parts = tiles.map((tile) => {
    const { title, period, values } = tile;
    const heading = `<div style="margin-top:16px;font-weight:600">${text(title)} <span style="font-weight:400;${quiet}">${text(period)}</span></div>`;
    if (values.length === 0) return `${heading}<div style="${quiet}">${unavailable}</div>`;
    const rows = values.map(({ name, last, before }) => row(name, last, before));
    return `${heading}${table([head('', 'Last period', 'Before'), ...rows])}${groupTable(tile)}`;
  });
  return parts.join('\n');
}
