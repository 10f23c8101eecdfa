import { colors, escapeHtml } from '../mail/mail-layout.ts';
import { type DashboardReport, oneLine } from './content.ts';

const unavailable = 'not available';

/** Renders the numbers as plain text. */
export const reportText = ({ tiles }: DashboardReport): string =>
  tiles
    .map(({ title, period, values }) => {
      const lines = values.map(({ name, last, before }) => `  ${name}: ${last} (before: ${before})`);
      return [`${oneLine(title)}, ${period}`, ...(lines.length > 0 ? lines : [`  ${unavailable}`])].join('\n');
    })
    .join('\n\n');

const quiet = `color:${colors.quiet}`;
const text = (value: string): string => escapeHtml(oneLine(value));

const row = (name: string, last: string, before: string): string =>
  `<tr><td style="padding:4px 0">${text(name)}</td><td align="right" style="padding:4px 0 4px 12px;font-weight:600">${text(last)}</td><td align="right" style="padding:4px 0 4px 12px;${quiet}">${text(before)}</td></tr>`;

const head = `<tr style="font-size:12px;${quiet}"><td></td><td align="right" style="padding-left:12px">Last period</td><td align="right" style="padding-left:12px">Before</td></tr>`;

/** Renders the numbers as a table for each tile. */
export function reportHtml({ tiles }: DashboardReport): string {
  const parts = tiles.map(({ title, period, values }) => {
    const heading = `<div style="margin-top:16px;font-weight:600">${text(title)} <span style="font-weight:400;${quiet}">${text(period)}</span></div>`;
    if (values.length === 0) return `${heading}<div style="${quiet}">${unavailable}</div>`;
    const rows = values.map(({ name, last, before }) => row(name, last, before));
    return `${heading}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:14px">${head}${rows.join('')}</table>`;
  });
  return parts.join('\n');
}
