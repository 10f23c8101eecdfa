import { type FoundText, findTexts, type Hole, type Range } from './find-texts.ts';
import { formatText, type TextNode } from './pattern.ts';

/** Returns the translation of an English message, or undefined. */
export type Translate = (message: string) => readonly TextNode[] | undefined;

/** The language of the texts in a script. */
export interface TextLanguage {
  /** a BCP 47 tag */
  readonly tag: string;
  readonly translate: Translate;
}

/** The module with the plural rules of a language. It does not exist: the plugin creates it. */
export const pluralModule = (tag: string): string => `slipway:plural-rules/${tag}`;

const escapeTemplate = (text: string): string => text.replace(/[`\\]|\$(?=\{)/g, '\\$&');
const isSimple = (source: string): boolean => /^[\w.]+$/.test(source);

/** Writes the texts of one source in a language. */
class Translator {
  readonly #source: string;
  readonly #texts: readonly FoundText[];
  readonly #language: TextLanguage;
  needsPluralRules = false;

  constructor(source: string, texts: readonly FoundText[], language: TextLanguage) {
    this.#source = source;
    this.#texts = texts;
    this.#language = language;
  }

  /** Returns a part of the source, with its texts replaced. */
  print({ start, end }: Range): string {
    let position = start;
    let printed = '';
    for (const text of this.#texts) {
      if (text.start < position || text.end > end) continue;
      const replacement = this.#replacementOf(text);
      if (replacement === null) continue;
      printed += this.#source.slice(position, text.start) + replacement;
      position = text.end;
    }
    return printed + this.#source.slice(position, end);
  }

  /** Returns the source of a text; null if it does not change. */
  #replacementOf(text: FoundText): string | null {
    const translation = this.#language.translate(formatText(text.nodes));
    const nodes = translation ?? text.nodes;
    const isMarkup = text.kind === 'children' || text.kind === 'attribute';
    if (isMarkup && translation === undefined) return null;
    switch (text.kind) {
      case 'children':
        return this.#children(nodes, text.holes);
      case 'attribute':
        return `{${this.#template(nodes, text.holes)}}`;
      case 'string':
      case 'template':
        return this.#template(nodes, text.holes);
      case 'plural':
        return this.#plural(nodes, text.holes, translation === undefined);
    }
  }

  #hole(holes: readonly Hole[], index: number): string {
    const hole = holes[index];
    return hole !== undefined && 'start' in hole ? this.print(hole) : '';
  }

  #children(nodes: readonly TextNode[], holes: readonly Hole[]): string {
    return nodes
      .map((node) => {
        if (node.kind === 'text') return `{${JSON.stringify(node.text)}}`;
        if (node.kind === 'value') return this.#hole(holes, node.index);
        if (node.kind !== 'element') return '';
        const hole = holes[node.index];
        if (hole === undefined || 'start' in hole) return this.#hole(holes, node.index);
        return this.print(hole.open) + this.#children(node.children ?? [], holes) + this.print(hole.close);
      })
      .join('');
  }

  /** Returns a string or a template. `count` is the source of the number of a plural. */
  #template(nodes: readonly TextNode[], holes: readonly Hole[], count = ''): string {
    const only = nodes[0];
    if (nodes.length === 1 && only?.kind === 'text') return JSON.stringify(only.text);
    const parts = nodes.map((node) => {
      if (node.kind === 'text') return escapeTemplate(node.text);
      return `\${${node.kind === 'value' ? this.#hole(holes, node.index) : count}}`;
    });
    return `\`${parts.join('')}\``;
  }

  #plural([node]: readonly TextNode[], holes: readonly Hole[], isEnglish: boolean): string {
    const forms = node?.kind === 'plural' ? node.forms : new Map<string, readonly TextNode[]>();
    const source = this.#hole(holes, 0);
    const count = isSimple(source) ? source : 'count$';
    const other = this.#template(forms.get('other') ?? [], holes, count);
    const cases = Array.from(forms).filter(([name]) => name !== 'other');
    const conditions = cases.map(([name, form]) => {
      const condition = this.#condition(name, count, isEnglish);
      return `${condition} ? ${this.#template(form, holes, isEnglish && name === 'one' ? '1' : count)} : `;
    });
    const chosen = `(${conditions.join('')}${other})`;
    return count === source ? chosen : `((${count}) => ${chosen})(${source})`;
  }

  #condition(name: string, count: string, isEnglish: boolean): string {
    if (isEnglish && name === 'one') return `${count} === 1`;
    if (name.startsWith('=')) return `${count} === ${name.slice(1)}`;
    this.needsPluralRules = true;
    return `pluralRules$.select(${count}) === ${JSON.stringify(name)}`;
  }
}

/** Returns a source file of the board with its texts in a language. A text without a translation stays English. */
export function translateSource(file: string, source: string, language: TextLanguage): string {
  const texts = findTexts(file, source);
  if (texts.length === 0) return source;
  const translator = new Translator(source, texts, language);
  const translated = translator.print({ start: 0, end: source.length });
  if (!translator.needsPluralRules) return translated;
  return `import { pluralRules$ } from ${JSON.stringify(pluralModule(language.tag))};\n${translated}`;
}
