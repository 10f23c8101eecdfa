import type { EventType } from '@slipway/domain/model';

type Urgency = EventType['urgency'];

const entities: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

/** Escapes a text for the content and the attributes of HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** One event in a mail. All members except `html` and `more` are plain texts. */
export interface MailSection {
  readonly urgency: Urgency;
  /** the name of the event */
  readonly label: string;
  readonly time: string;
  readonly title: string;
  /** the address of the object on the board; null without a public address */
  readonly url: string | null;
  readonly facts: readonly (readonly [string, string])[];
  /** the text of a template, which replaces label, title and facts; null: the text of the product */
  readonly html: string | null;
  /** HTML after the facts */
  readonly more: string;
}

export interface MailLayout {
  readonly title: string;
  readonly sections: readonly MailSection[];
  /** lines after the sections */
  readonly notes: readonly string[];
  readonly footer: string;
  readonly unsubscribeUrl: string | null;
}

/** The colors are those of the board in its light theme. Mail programs adapt them to a dark theme. */
export const colors = {
  text: '#171c24',
  quiet: '#4b5563',
  line: '#e3e7ec',
  canvas: '#f6f7f9',
  surface: '#ffffff',
  link: '#3f48c4',
};
const urgencyColors: Readonly<Record<Urgency, { readonly text: string; readonly bar: string }>> = {
  action: { text: '#6d2fac', bar: '#8b45ca' },
  alert: { text: '#ad2117', bar: '#d63a2e' },
  info: { text: '#0a5c9e', bar: '#1a7fd4' },
};
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

const link = (url: string, html: string): string =>
  `<a href="${escapeHtml(url)}" style="color:${colors.link}">${html}</a>`;

function sectionHtml({ urgency, label, time, title, url, facts, html, more }: MailSection): string {
  const { text, bar } = urgencyColors[urgency];
  const heading = url === null ? escapeHtml(title) : link(url, escapeHtml(title));
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:2px 12px 0 0;color:${colors.quiet};vertical-align:top">${escapeHtml(name)}</td><td style="padding:2px 0 0">${escapeHtml(value)}</td></tr>`,
  );
  const content =
    html ??
    `<div style="font-size:13px;font-weight:600;color:${text}">${escapeHtml(label)} <span style="font-weight:400;color:${colors.quiet}">${escapeHtml(time)}</span></div>
<div style="font-size:16px;font-weight:600;margin:2px 0 4px">${heading}</div>
${rows.length === 0 ? '' : `<table role="presentation" cellpadding="0" cellspacing="0" style="font-size:14px">${rows.join('')}</table>`}`;
  return `<tr><td style="padding:12px 16px;border-left:4px solid ${bar};border-bottom:1px solid ${colors.line};font-size:14px;line-height:1.5">${content}${more}</td></tr>`;
}

/**
 * Returns the HTML part of a mail. Mail programs support tables and the attribute `style`, but few style sheets.
 * It loads nothing from the network.
 */
export function layOutMail({ title, sections, notes, footer, unsubscribeUrl }: MailLayout): string {
  const unsubscribe = unsubscribeUrl === null ? '' : ` ${link(unsubscribeUrl, 'Change your notifications')}`;
  const after = notes.map((note) => `<p style="margin:12px 0 0;font-size:14px">${escapeHtml(note)}</p>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:${colors.canvas};color:${colors.text};${font}">
<div style="max-width:600px;margin:0 auto">
<p style="margin:0 0 4px;font-size:13px;color:${colors.quiet}">Slipway</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>
<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="border-collapse:collapse;background:${colors.surface};border:1px solid ${colors.line}">
${sections.map(sectionHtml).join('\n')}
</table>
${after.join('\n')}
<p style="margin:16px 0 0;font-size:12px;line-height:1.5;color:${colors.quiet}">${escapeHtml(footer)}${unsubscribe}</p>
</div></body></html>`;
}
