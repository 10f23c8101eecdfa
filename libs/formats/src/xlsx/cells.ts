/**
 * A cell of a workbook. A date is an instant in epoch milliseconds and is shown in UTC. A duration has milliseconds and
 * is shown as hours, minutes and seconds. Null is an empty cell.
 */
export type Cell = string | number | boolean | { readonly date: number } | { readonly duration: number } | null;

/** The maximum number of characters of a text in a cell, in UTF-16 units as spreadsheets count them. */
const maxTextLength = 32_767;

/** The indexes of the cell formats in the style sheet. */
const formats = { text: 0, header: 1, date: 2, guardedText: 3, duration: 4 } as const;

/** The characters that XML forbids. Lone surrogates are replaced before. */
const forbidden = /[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text that spreadsheets decode as one character, such as `_x0041_`. */
const encodedCharacter = /_(?=x[\da-f]{4}_)/gi;

/**
 * The beginning of a text that spreadsheets evaluate as a formula, if a user edits the cell or saves the sheet as CSV.
 * Some ignore spaces before it, or accept wide characters.
 */
const formulaStart = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

const escapeXml = (text: string): string => text.replace(/[&<>"\r]/g, (character) => escapes[character] ?? character);

/** Returns a text for an XML document, without the characters that XML forbids. */
export const xmlText = (text: string): string => escapeXml(text.toWellFormed().replaceAll(forbidden, ''));

/** Returns a text that fits into a cell. The end of a longer text is replaced by a note. */
function fitText(text: string): string {
  if (text.length <= maxTextLength) return text;
  const note = `… [cut: ${text.length} characters]`;
  // Half of a character that takes two units becomes U+FFFD.
  return text.slice(0, maxTextLength - note.length).toWellFormed() + note;
}

function textXml(text: string, at: string): string {
  const fitted = fitText(text.toWellFormed().replaceAll(forbidden, ''));
  const format = formulaStart.test(fitted) ? formats.guardedText : formats.text;
  // The encoding of a character has no effect on the length that spreadsheets count.
  return inlineXml(escapeXml(fitted.replaceAll(encodedCharacter, '_x005F_')), { at, format });
}

const inlineXml = (content: string, { at, format }: { readonly at: string; readonly format: number }): string =>
  `<c r="${at}"${styleXml(format)} t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;

const styleXml = (format: number): string => (format === 0 ? '' : ` s="${format}"`);

const dayMs = 86_400_000;
/** The day number of 1970-01-01. */
const unixEpochDay = 25_569;
/** The days of 1900-03-01 and 9999-12-31. Spreadsheets disagree about earlier days. */
const [firstDay, lastDay] = [61, 2_958_465];

function dateXml(date: number, at: string): string {
  const day = date / dayMs + unixEpochDay;
  if (day >= firstDay && day < lastDay + 1) return `<c r="${at}"${styleXml(formats.date)}><v>${day}</v></c>`;
  const isDate = !Number.isNaN(new Date(date).getTime());
  return textXml(isDate ? new Date(date).toISOString() : String(date), at);
}

const numberXml = (value: number, at: string, format: number): string =>
  Number.isFinite(value) ? `<c r="${at}"${styleXml(format)}><v>${value}</v></c>` : textXml(String(value), at);

/** Returns the XML of a cell with a reference such as `B7`, or an empty text for an empty cell. */
export function cellXml(cell: Cell, at: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string') return textXml(cell, at);
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'number') return numberXml(cell, at, 0);
  return 'date' in cell ? dateXml(cell.date, at) : numberXml(cell.duration / dayMs, at, formats.duration);
}

/** Returns the XML of a cell of the header. */
export const headerXml = (title: string, at: string): string =>
  inlineXml(xmlText(title), { at, format: formats.header });

/** Returns the letters of a column by its index: `A`, …, `Z`, `AA`. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
