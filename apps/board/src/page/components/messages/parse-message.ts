/** A piece of a message: text, a time, or a title. */
export type MessagePart =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'moment'; readonly at: string }
  | { readonly kind: 'quoted'; readonly text: string };

const momentPattern = /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) UTC/;

function parseMoments(text: string): readonly MessagePart[] {
  if (text === '') return [];
  const match = momentPattern.exec(text);
  const at = match === null ? NaN : Date.parse(`${match[1]}T${match[2]}Z`);
  if (match === null || Number.isNaN(at)) return [{ kind: 'said', text }];
  return [
    ...parseMoments(text.slice(0, match.index)),
    { kind: 'moment', at: new Date(at).toISOString() },
    ...parseMoments(text.slice(match.index + match[0].length)),
  ];
}

const quotedPattern = /(?<=^|[\s(])'(.*?)'(?=$|[\s.,:;)])/su;

/** The pieces of a text: quoted parts, times, and the text around them. */
export function parseMessage(text: string): readonly MessagePart[] {
  const match = quotedPattern.exec(text);
  if (match === null) return parseMoments(text);
  const [fullMatch, quotedText = ''] = match;
  return [
    ...parseMoments(text.slice(0, match.index + 1)),
    { kind: 'quoted', text: quotedText },
    ...parseMoments("'"),
    ...parseMessage(text.slice(match.index + fullMatch.length)),
  ];
}
