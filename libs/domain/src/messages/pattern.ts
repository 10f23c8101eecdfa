/** A part of the text of a message. */
export type PatternNode =
  | { readonly kind: 'text'; readonly text: string }
  /** the number of the surrounding plural */
  | { readonly kind: 'number' }
  | { readonly kind: 'param'; readonly name: string; readonly format: ParamFormat | null }
  | ({ readonly kind: 'plural'; readonly name: string } & PluralForms);

/** The forms of a plural by category, or by an exact number such as `=1`. */
interface PluralForms {
  readonly forms: ReadonlyMap<string, readonly PatternNode[]>;
  readonly other: readonly PatternNode[];
}

export const paramFormats = [
  ...(['clip', 'name', 'id', 'words', 'moment', 'timestamp', 'lowercase'] as const),
  ...(['list', 'commas', 'trailing', 'clauses', 'alternatives'] as const),
] as const;
export type ParamFormat = (typeof paramFormats)[number];

/** A text of the catalog is malformed. A test parses all texts. */
export class BadPattern extends Error {
  override readonly name = 'BadPattern';
}

/**
 * Parses the text of a message: `{name}`, `{name, format}`, and `{name, plural, one {…} other {…}}`, in which `#` is
 * the number. This is a subset of the ICU MessageFormat, with one difference: an apostrophe is a plain character.
 * Throws BadPattern.
 */
export function parsePattern(pattern: string): readonly PatternNode[] {
  const end = matchingEnd(pattern, 0);
  if (end < pattern.length) throw new BadPattern(`unexpected } at ${end} in: ${pattern}`);
  return parseNodes(pattern, false);
}

function parseNodes(pattern: string, inPlural: boolean): readonly PatternNode[] {
  const nodes: PatternNode[] = [];
  let position = 0;
  while (position < pattern.length) {
    const open = pattern.indexOf('{', position);
    const textEnd = open < 0 ? pattern.length : open;
    nodes.push(...parseText(pattern.slice(position, textEnd), inPlural));
    if (open < 0) break;
    const close = matchingEnd(pattern, open + 1);
    if (close >= pattern.length) throw new BadPattern(`missing } in: ${pattern}`);
    nodes.push(parsePlaceholder(pattern.slice(open + 1, close)));
    position = close + 1;
  }
  return nodes;
}

/** Returns the position of the closing brace for the text from `from` on, or the end of the text. */
function matchingEnd(pattern: string, from: number): number {
  let depth = 0;
  for (let position = from; position < pattern.length; position++) {
    if (pattern[position] === '{') depth++;
    if (pattern[position] === '}' && depth-- === 0) return position;
  }
  return pattern.length;
}

const parseText = (text: string, inPlural: boolean): readonly PatternNode[] =>
  (inPlural ? text.split('#') : [text]).flatMap((part, index): readonly PatternNode[] => [
    ...(index === 0 ? [] : [{ kind: 'number' } as const]),
    ...(part === '' ? [] : [{ kind: 'text', text: part } as const]),
  ]);

function parsePlaceholder(content: string): PatternNode {
  const [rawName = '', rawFormat, ...rest] = content.split(',');
  const name = rawName.trim();
  if (rawFormat === undefined) return { kind: 'param', name, format: null };
  if (rawFormat.trim() === 'plural') return { kind: 'plural', name, ...parseForms(rest.join(',')) };
  const format = paramFormats.find((candidate) => candidate === rawFormat.trim());
  if (format === undefined || rest.length > 0) throw new BadPattern(`unknown format in: ${content}`);
  return { kind: 'param', name, format };
}

function parseForms(text: string): PluralForms {
  const forms = new Map<string, readonly PatternNode[]>();
  let position = 0;
  while (text.slice(position).trim() !== '') {
    const open = text.indexOf('{', position);
    if (open < 0) throw new BadPattern(`unexpected text in a plural: ${text}`);
    const close = matchingEnd(text, open + 1);
    forms.set(text.slice(position, open).trim(), parseNodes(text.slice(open + 1, close), true));
    position = close + 1;
  }
  const other = forms.get('other');
  if (other === undefined) throw new BadPattern(`a plural needs the form other: ${text}`);
  return { forms, other };
}
