import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import { blockElements, codeAttributes, codeElements, markElements, textAttributes } from './attributes.ts';
import { mergeTexts, type TextNode } from './pattern.ts';

/** A part of a source. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The source of a placeholder: of an expression, or of the tags of an element. */
export type Hole = Range | { readonly open: Range; readonly close: Range };

/** A text in a source, with the source of its placeholders by their index. */
export interface FoundText extends Range {
  readonly kind: 'children' | 'attribute' | 'string' | 'template' | 'plural';
  readonly nodes: readonly TextNode[];
  readonly holes: readonly Hole[];
}

/** A source uses a text in a way that the build does not support. */
export class UnsupportedText extends Error {
  override readonly name = 'UnsupportedText';
}

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' },
};

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    const character = entities[name];
    if (character === undefined) throw new UnsupportedText(`write the character instead of ${entity}`);
    return character;
  });
}

/** Returns the text that JSX renders: lines are trimmed and joined by a space, and entities are decoded. */
function textOf(source: string): string {
  const lines = source.split(/\r?\n/);
  const trimmed = lines.map((line, index) => {
    const isFirst = index === 0;
    const isLast = index === lines.length - 1;
    const start = isFirst ? line : line.replace(/^[ \t]+/, '');
    return isLast ? start : start.replace(/[ \t]+$/, '');
  });
  return decode(trimmed.filter((line) => line !== '').join(' '));
}

const isWord = (text: string): boolean => /\p{L}/u.test(text);
const rangeOf = ({ start, end }: Range): Range => ({ start, end });

type Element = ESTree.JSXElement | ESTree.JSXFragment;

const nameOf = (node: Element): string =>
  node.type === 'JSXElement' && node.openingElement.name.type === 'JSXIdentifier' ? node.openingElement.name.name : '';

/** Returns the string of `{'text'}`, null for another expression, and undefined for a comment. */
function literalIn(child: ESTree.JSXExpressionContainer): string | null | undefined {
  const { expression } = child;
  if (expression.type === 'JSXEmptyExpression') return undefined;
  return expression.type === 'Literal' && typeof expression.value === 'string' ? expression.value : null;
}

/** Returns the own text of an element, without the texts of the elements in it. */
const ownText = (children: readonly ESTree.JSXChild[]): string =>
  children
    .map((child) => {
      if (child.type === 'JSXText') return textOf(child.value);
      return child.type === 'JSXExpressionContainer' ? (literalIn(child) ?? '') : '';
    })
    .join('');

const isBlank = (child: ESTree.JSXChild): boolean => child.type === 'JSXText' && textOf(child.value) === '';
const isMark = (child: ESTree.JSXChild): boolean => child.type === 'JSXElement' && markElements.has(nameOf(child));

/** Removes blank text and icons at the start and the end. */
function withoutMarks(children: readonly ESTree.JSXChild[]): readonly ESTree.JSXChild[] {
  const isOutside = (child: ESTree.JSXChild): boolean => isBlank(child) || isMark(child);
  const first = children.findIndex((child) => !isOutside(child));
  return children.slice(first, children.findLastIndex((child) => !isOutside(child)) + 1);
}

/** Whether the content of an element is a part of the sentence around it. */
const isInline = (node: Element): boolean => !codeElements.has(nameOf(node)) && !blockElements.has(nameOf(node));

/** Collects the texts of one source. */
class TextFinder {
  readonly #source: string;
  readonly #found: FoundText[] = [];
  /** The start of each element that belongs to the text of an outer element. */
  readonly #consumed = new Set<number>();

  constructor(file: string, source: string) {
    this.#source = source;
    const { program, errors } = parseSync(file, source);
    if (errors[0] !== undefined) throw new UnsupportedText(errors[0].message);
    const addChildren = (node: Element): void => this.#addChildren(node);
    new Visitor({
      JSXElement: addChildren,
      JSXFragment: addChildren,
      JSXOpeningElement: (node) => this.#addAttributes(node),
      CallExpression: (node) => this.#addCall(node),
      TaggedTemplateExpression: (node) => this.#addTemplate(node),
    }).visit(program);
  }

  /** The texts in the order of the source. An outer text comes before the texts in its placeholders. */
  get texts(): readonly FoundText[] {
    return this.#found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  }

  #addChildren(node: Element): void {
    if (this.#consumed.has(node.start) || codeElements.has(nameOf(node)) || !isWord(ownText(node.children))) return;
    const children = withoutMarks(node.children);
    const [first, last] = [children[0], children.at(-1)];
    if (first === undefined || last === undefined) return;
    const holes: Hole[] = [];
    const nodes = mergeTexts(this.#nodesOf(children, holes));
    this.#found.push({ kind: 'children', start: first.start, end: last.end, nodes, holes });
  }

  #nodesOf(children: readonly ESTree.JSXChild[], holes: Hole[]): readonly TextNode[] {
    return children.flatMap((child): readonly TextNode[] => {
      if (child.type === 'JSXText') {
        const text = textOf(child.value);
        return text === '' ? [] : [{ kind: 'text', text }];
      }
      const literal = child.type === 'JSXExpressionContainer' ? literalIn(child) : null;
      if (literal === undefined) return [];
      if (literal !== null) return [{ kind: 'text', text: literal }];
      return [this.#nodeOf(child, holes)];
    });
  }

  #nodeOf(child: ESTree.JSXChild, holes: Hole[]): TextNode {
    const index = holes.length;
    if (child.type !== 'JSXElement') {
      holes.push(rangeOf(child));
      return { kind: 'value', index };
    }
    const { openingElement: open, closingElement: close } = child;
    if (close === null || !isInline(child)) {
      holes.push(rangeOf(child));
      return { kind: 'element', index, children: null };
    }
    this.#consumed.add(child.start);
    holes.push({ open: rangeOf(open), close: rangeOf(close) });
    return { kind: 'element', index, children: this.#nodesOf(child.children, holes) };
  }

  #addAttributes({ name: elementName, attributes }: ESTree.JSXOpeningElement): void {
    const element = elementName.type === 'JSXIdentifier' ? elementName.name : '';
    for (const attribute of attributes) {
      if (attribute.type !== 'JSXAttribute' || attribute.value?.type !== 'Literal') continue;
      const { value } = attribute;
      const name = this.#source.slice(attribute.name.start, attribute.name.end);
      if (!isWord(value.value)) continue;
      const isText = [name, `${element}.${name}`].some((candidate) => textAttributes.has(candidate));
      if (isText) {
        const nodes: readonly TextNode[] = [{ kind: 'text', text: decode(value.value) }];
        this.#found.push({ kind: 'attribute', ...rangeOf(value), nodes, holes: [] });
      } else if (!codeAttributes.has(name) && !name.startsWith('data-'))
        throw new UnsupportedText(`add the attribute ${name} to scripts/texts/attributes.ts`);
    }
  }

  #addCall(node: ESTree.CallExpression): void {
    if (node.callee.type !== 'Identifier') return;
    const [first, ...rest] = node.arguments;
    if (node.callee.name === 't') {
      if (first?.type !== 'Literal' || typeof first.value !== 'string' || rest.length > 0)
        throw new UnsupportedText('t() needs one string. Use t`…` for a text with values');
      const nodes: readonly TextNode[] = [{ kind: 'text', text: first.value }];
      this.#found.push({ kind: 'string', ...rangeOf(node), nodes, holes: [] });
    }
    if (node.callee.name === 'plural' && first !== undefined) this.#addPlural(node, first, rest);
  }

  #addTemplate({ tag, quasi, ...node }: ESTree.TaggedTemplateExpression): void {
    if (tag.type !== 'Identifier' || tag.name !== 't') return;
    const holes: Hole[] = [];
    this.#found.push({ kind: 'template', ...rangeOf(node), nodes: this.#nodesOfTemplate(quasi, holes), holes });
  }

  #nodesOfTemplate({ quasis, expressions }: ESTree.TemplateLiteral, holes: Hole[]): readonly TextNode[] {
    const nodes = quasis.flatMap(({ value }, position): readonly TextNode[] => {
      const text: TextNode = { kind: 'text', text: value.cooked ?? '' };
      const expression = expressions[position];
      if (expression === undefined) return [text];
      const source = this.#source.slice(expression.start, expression.end);
      const known = holes.findIndex((hole) => 'start' in hole && this.#source.slice(hole.start, hole.end) === source);
      const index = known >= 0 ? known : holes.push(rangeOf(expression)) - 1;
      return [text, { kind: 'value', index }];
    });
    return nodes.filter((node) => node.kind !== 'text' || node.text !== '');
  }

  /** `plural(count, '# task', '# tasks')`: the count is the first placeholder. */
  #addPlural(node: ESTree.CallExpression, count: ESTree.Argument, forms: readonly ESTree.Argument[]): void {
    const holes: Hole[] = [rangeOf(count)];
    const [one, other] = forms.map((form) => this.#nodesOfForm(form, holes));
    if (one === undefined || other === undefined || forms.length > 2)
      throw new UnsupportedText('plural() needs a number and two texts');
    const nodes: readonly TextNode[] = [
      {
        kind: 'plural',
        forms: new Map([
          ['one', one],
          ['other', other],
        ]),
      },
    ];
    this.#found.push({ kind: 'plural', ...rangeOf(node), nodes, holes });
  }

  #nodesOfForm(form: ESTree.Argument, holes: Hole[]): readonly TextNode[] {
    const nodes: readonly TextNode[] =
      form.type === 'Literal' && typeof form.value === 'string'
        ? [{ kind: 'text', text: form.value }]
        : form.type === 'TemplateLiteral'
          ? this.#nodesOfTemplate(form, holes)
          : [];
    if (nodes.length === 0) throw new UnsupportedText('plural() needs two texts after the number');
    return nodes.flatMap((node): readonly TextNode[] => (node.kind === 'text' ? withNumbers(node.text) : [node]));
  }
}

const withNumbers = (text: string): readonly TextNode[] =>
  text
    .split('#')
    .flatMap((part, index): readonly TextNode[] => [
      ...(index === 0 ? [] : [{ kind: 'number' } as const]),
      ...(part === '' ? [] : [{ kind: 'text', text: part } as const]),
    ]);

/** Returns the texts of a source file of the board. Throws UnsupportedText, with the name of the file. */
export function findTexts(file: string, source: string): readonly FoundText[] {
  try {
    return new TextFinder(file, source).texts;
  } catch (error) {
    if (error instanceof UnsupportedText) throw new UnsupportedText(`${file}: ${error.message}`);
    throw error;
  }
}
