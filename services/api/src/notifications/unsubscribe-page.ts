import { createHash } from 'node:crypto';
import { productName } from '@slipway/api-schema/system';
import { escapeHtml } from '@slipway/notifications';
import type { Reply } from '../http/reply.ts';

/** The colors are those of the board. */
const style = `:root{color-scheme:light dark;--line:light-dark(#e3e7ec,#252c36);--quiet:light-dark(#4b5563,#aeb8c4)}
body{margin:0;background:light-dark(#f6f7f9,#0d1015);color:light-dark(#171c24,#e9edf2);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:30rem;margin:10vh auto;padding:0 1rem}
section{padding:1.5rem;border:1px solid var(--line);border-radius:8px;background:light-dark(#fff,#14181e)}
h1{margin:0;font-size:1.375rem;line-height:1.3}
p{margin:.5rem 0 0;color:var(--quiet)}
.product{margin:0 0 1rem;font-weight:600}
form{display:grid;gap:.75rem;margin-top:1.25rem}
form+p{margin-top:1.25rem}
button{padding:.75rem 1rem;border:1px solid light-dark(#7f8996,#6d7886);border-radius:6px;background:none;color:inherit;font:inherit;text-align:start;cursor:pointer}
button:hover{background:light-dark(#f2f4f7,#1d232c)}
button:focus-visible,a:focus-visible{outline:2px solid light-dark(#4650d2,#a3abff);outline-offset:2px}
button span{display:block;color:var(--quiet);font-size:.875rem}
a{color:light-dark(#3f48c4,#a3abff)}`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** The page has no script and only its own style. Its form is sent to this server only. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** A button of the page. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** the consequence, in one sentence */
  readonly description: string;
}

function page(status: number, title: string, content: string): Reply {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} · ${productName}</title><style>${style}</style>`;
  const main = `<p class="product">${productName}</p><section><h1>${escapeHtml(title)}</h1>${content}</section>`;
  return {
    status,
    type: 'text/html; charset=utf-8',
    content: `<!doctype html><html lang="en"><head>${head}</head><body><main>${main}</main></body></html>`,
    headers: { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' },
  };
}

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const settingsLink = '<p><a href="/me/notifications">All notification settings</a> (requires a login)</p>';

/** A page for a link that was changed or has expired. */
export const invalidLinkPage = (): Reply =>
  page(
    404,
    'This link is not valid',
    `${paragraph('It may have expired: links in mails are valid for 90 days.')}${settingsLink}`,
  );

/** A page with a button for each choice. */
export function choicesPage(username: string, choices: readonly Choice[]): Reply {
  const buttons = choices.map(
    ({ value, label, description }) =>
      `<button name="scope" value="${value}">${escapeHtml(label)}<span>${escapeHtml(description)}</span></button>`,
  );
  const intro = paragraph(`Choose what ${username} no longer receives.`);
  return page(
    200,
    'Change your notifications',
    `${intro}<form method="post">${buttons.join('')}</form>${settingsLink}`,
  );
}

/** A page after a change. */
export const changedPage = (description: string): Reply =>
  page(200, 'Your notifications are changed', `${paragraph(description)}${settingsLink}`);
