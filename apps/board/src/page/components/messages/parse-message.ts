/** Something that a sentence of the server names in quotes, and where that is. */
export interface NamedObject {
  readonly title: string;
  /** a path below the root */
  readonly to: string;
}

/** A piece of a message: text, a time, or a title, with its link if known. */
export type MessagePart =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'moment'; readonly at: string }
  | { readonly kind: 'quoted'; readonly text: string; readonly to: string | null };

const momentPattern = /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) UTC/;

function parseMoments(text: string): readonly MessagePart[] {
  if (text === '') return [];
  const match = momentPattern.exec(text);
  const at = match === null ? NaN : Date.parse(`${match[1]}T${match[2]}Z`);
  if (match === null || Number.isNaN(at))
    return [{ kind: 'said', text: text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '') }];
  return [
    ...parseMoments(text.slice(0, match.index)),
    { kind: 'moment', at: new Date(at).toISOString() },
    ...parseMoments(text.slice(match.index + match[0].length)),
  ];
}

const quotedPattern = /(?<=^|[\s(])'(.*?)'(?=$|[\s.,:;)])/su;

/** The pieces of a text without known titles: quoted parts, and the text around them. */
function parseQuotes(text: string): readonly MessagePart[] {
  const match = quotedPattern.exec(text);
  if (match === null) return parseMoments(text);
  const [fullMatch, quotedText = ''] = match;
  return [
    ...parseMoments(text.slice(0, match.index + 1)),
    { kind: 'quoted', text: quotedText, to: null },
    ...parseMoments("'"),
    ...parseQuotes(text.slice(match.index + fullMatch.length)),
  ];
}

/**
 * A title as the server quotes it: one line of at most 100 UTF-16 units, never with half of a character. The same as `clip` of
 * the domain, which the page does not load; a test compares the two.
 */
export function clipTitle(title: string): string {
  const line = title.replace(/\p{Cc}/gu, '?');
  return line.length > 100 ? `${line.slice(0, 100).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

/**
 * Splits a message of the server, so that a title can be a link without affecting the text direction around it, and a
 * time is shown in the zone of the viewer. Titles are searched in this order.
 */
export function parseMessage(
  sentence: string,
  [firstObject, ...otherObjects]: readonly NamedObject[] = [],
): readonly MessagePart[] {
  if (firstObject === undefined) return parseQuotes(sentence);
  const title = clipTitle(firstObject.title);
  const at = sentence.indexOf(`'${title}'`);
  if (at < 0) return parseMessage(sentence, otherObjects);
  return [
    ...parseQuotes(sentence.slice(0, at)),
    ...parseMoments("'"),
    { kind: 'quoted', text: title, to: firstObject.to },
    ...parseMoments("'"),
    ...parseMessage(sentence.slice(at + title.length + 2), otherObjects),
  ];
}
