/**
 * A part of a text: characters, an expression `{0}`, the number of a plural `#`, or an element `<1>…</1>`. An element
 * whose content is not translated is written `<1/>`: its children are null.
 */
export type TextNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly index: number }
  | { readonly kind: 'number' }
  | { readonly kind: 'element'; readonly index: number; readonly children: readonly TextNode[] | null }
  | { readonly kind: 'plural'; readonly forms: ReadonlyMap<string, readonly TextNode[]> };

/** A text of a catalog is malformed. */
export class BadText extends Error {
  override readonly name = 'BadText';
}

const escapeText = (text: string): string => text.replace(/[\\{}<#]/g, '\\$&');

/** Formats a text as a message of the catalog: `Delete {0}`, `See <0>help</0>`, `{0, plural, one {# task} other {…}}`. */
export const formatText = (nodes: readonly TextNode[]): string => nodes.map(formatNode).join('');

function formatNode(node: TextNode): string {
  switch (node.kind) {
    case 'text':
      return escapeText(node.text);
    case 'value':
      return `{${node.index}}`;
    case 'number':
      return '#';
    case 'element':
      return node.children === null
        ? `<${node.index}/>`
        : `<${node.index}>${formatText(node.children)}</${node.index}>`;
    case 'plural':
      return `{0, plural, ${Array.from(node.forms, ([name, form]) => `${name} {${formatText(form)}}`).join(' ')}}`;
  }
}

const pluralStart = /\{0, plural,\s*/y;
const formStart = /([a-z]+|=\d+)\s*\{/y;
const tokens = /\\(.)|\{(\d+)\}|<(\d+)\/>|<(\d+)>|<\/(\d+)>|(#)|([}])|([^\\{}<#]+)/suy;

/** Parses a message of the catalog. A backslash precedes a literal `{`, `}`, `<`, `#` or backslash. Throws BadText. */
export function parseText(message: string): readonly TextNode[] {
  let position = 0;
  const matchAt = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const match = pattern.exec(message);
    if (match !== null) position = pattern.lastIndex;
    return match;
  };

  /** Parses up to the end of an element, of a form of a plural, or of the message. */
  function parseNodes(end: string): readonly TextNode[] {
    const nodes: TextNode[] = [];
    while (position < message.length) {
      const match = matchAt(tokens);
      if (match === null) throw new BadText(`unexpected character at ${position + 1}`);
      const [whole, escaped, value, empty, opened, , number, , text] = match;
      if (whole === end) return nodes;
      const index = Number(value ?? empty ?? opened);
      if (value !== undefined) nodes.push({ kind: 'value', index });
      else if (empty !== undefined) nodes.push({ kind: 'element', index, children: null });
      else if (opened !== undefined) nodes.push({ kind: 'element', index, children: parseNodes(`</${opened}>`) });
      else if (number !== undefined) nodes.push({ kind: 'number' });
      else if (escaped !== undefined || text !== undefined) nodes.push({ kind: 'text', text: escaped ?? text ?? '' });
      else throw new BadText(`unexpected ${whole}`);
    }
    if (end !== '') throw new BadText(`missing ${end}`);
    return nodes;
  }

  function parseForms(): TextNode {
    const forms = new Map<string, readonly TextNode[]>();
    for (let form = matchAt(formStart); form !== null; form = matchAt(formStart)) {
      forms.set(form[1] ?? '', parseNodes('}'));
      matchAt(/\s*/y);
    }
    if (message.slice(position) !== '}') throw new BadText('a plural must be the whole text');
    return { kind: 'plural', forms };
  }

  return mergeTexts(matchAt(pluralStart) === null ? parseNodes('') : [parseForms()]);
}

/** Joins adjacent texts. */
export function mergeTexts(nodes: readonly TextNode[]): readonly TextNode[] {
  const merged: TextNode[] = [];
  for (const node of nodes) {
    const last = merged.at(-1);
    if (node.kind === 'text' && last?.kind === 'text')
      merged.splice(-1, 1, { kind: 'text', text: last.text + node.text });
    else if (node.kind === 'element' && node.children !== null)
      merged.push({ ...node, children: mergeTexts(node.children) });
    else merged.push(node);
  }
  return merged;
}

/** Returns the placeholders and tags in a text, in a comparable form. */
const placeholdersIn = (nodes: readonly TextNode[]): readonly string[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'value') return [`{${node.index}}`];
    if (node.kind !== 'element') return [];
    return node.children === null ? [`<${node.index}/>`] : [`<${node.index}>`, ...placeholdersIn(node.children)];
  });

const describe = (names: readonly string[]): string => names.toSorted().join(' ') || 'no placeholders';

function problemOfForms(english: readonly TextNode[], forms: ReadonlyMap<string, readonly TextNode[]>, tag: string) {
  const allowed = new Set(placeholdersIn(english));
  const categories = new Set<string>(new Intl.PluralRules(tag).resolvedOptions().pluralCategories);
  if (!forms.has('other')) return 'the form other is missing';
  for (const [name, form] of forms) {
    if (!categories.has(name) && !/^=\d+$/.test(name)) return `the language has no form ${name}`;
    const unknown = placeholdersIn(form).find((placeholder) => !allowed.has(placeholder));
    if (unknown !== undefined) return `unknown ${unknown} in the form ${name}`;
  }
  return null;
}

/**
 * Returns the reason why a translation does not fit its English text, or null. It must have the same placeholders and
 * tags, in any order. A plural must have the form `other`, and only forms of its language.
 */
export function problemOf(english: readonly TextNode[], translation: readonly TextNode[], tag: string): string | null {
  const [plural, translatedPlural] = [english, translation].map(([first]) => (first?.kind === 'plural' ? first : null));
  if (plural || translatedPlural) {
    if (!plural) return 'it must not be a plural';
    if (!translatedPlural) return 'it must be a plural';
    return problemOfForms(plural.forms.get('other') ?? [], translatedPlural.forms, tag);
  }
  const [expected, found] = [english, translation].map((nodes) => describe(placeholdersIn(nodes)));
  return expected === found ? null : `it has ${found} instead of ${expected}`;
}
