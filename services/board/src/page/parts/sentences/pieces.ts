/** Something that a sentence of the server names in quotes, and where that is. */
export interface Named {
  readonly title: string;
  /** a path below the root */
  readonly to: string;
}

/** A piece of a message: text, a time, or a title, with its link if known. */
export type Piece =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'moment'; readonly at: string }
  | { readonly kind: 'quoted'; readonly text: string; readonly to: string | null };

const moment = /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) UTC/;

function said(text: string): readonly Piece[] {
  if (text === '') return [];
  const found = moment.exec(text);
  const at = found === null ? NaN : Date.parse(`${found[1]}T${found[2]}Z`);
  if (found === null || Number.isNaN(at))
    return [{ kind: 'said', text: text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '') }];
  return [
    ...said(text.slice(0, found.index)),
    { kind: 'moment', at: new Date(at).toISOString() },
    ...said(text.slice(found.index + found[0].length)),
  ];
}

const quoted = /(?<=^|[\s(])'(.*?)'(?=$|[\s.,:;)])/su;

/** The pieces of a text without known titles: quoted parts, and the text around them. */
function unknownIn(text: string): readonly Piece[] {
  const found = quoted.exec(text);
  if (found === null) return said(text);
  const [whole, inside = ''] = found;
  return [
    ...said(text.slice(0, found.index + 1)),
    { kind: 'quoted', text: inside, to: null },
    ...said("'"),
    ...unknownIn(text.slice(found.index + whole.length)),
  ];
}

/**
 * A title as the server quotes it: one line of at most 100 UTF-16 units, never with half of a character. The same as `clip` of
 * the domain, which the page does not load; a test compares the two.
 */
export function clipped(title: string): string {
  const line = title.replace(/\p{Cc}/gu, '?');
  return line.length > 100 ? `${line.slice(0, 100).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

/**
 * Splits a message of the server, so that a title can be a link without affecting the text direction around it, and a
 * time is shown in the zone of the viewer. Titles are searched in this order.
 */
export function piecesOf(sentence: string, [first, ...others]: readonly Named[] = []): readonly Piece[] {
  if (first === undefined) return unknownIn(sentence);
  const title = clipped(first.title);
  const at = sentence.indexOf(`'${title}'`);
  if (at < 0) return piecesOf(sentence, others);
  return [
    ...unknownIn(sentence.slice(0, at)),
    ...said("'"),
    { kind: 'quoted', text: title, to: first.to },
    ...said("'"),
    ...piecesOf(sentence.slice(at + title.length + 2), others),
  ];
}
