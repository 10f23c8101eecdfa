import { escapeHtml } from './mail-layout.ts';

/** An address of the web. Punctuation at its end belongs to the sentence. */
const address = /https?:\/\/[^\s<>"']+/g;
const punctuation = /[.,;:!?)\]]+$/;

/** Escapes a line, with a link for each address of the web. */
function lineToHtml(line: string): string {
  let html = '';
  let end = 0;
  for (const { index, 0: match } of line.matchAll(address)) {
    const url = match.replace(punctuation, '');
    html += `${escapeHtml(line.slice(end, index))}<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
    end = index + url.length;
  }
  return html + escapeHtml(line.slice(end));
}

/** Returns a text as simple HTML: paragraphs, line breaks and links. */
export function textToHtml(text: string): string {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.split('\n').map(lineToHtml).join('<br>\n')}</p>`);
  return paragraphs.join('\n');
}
