import { clip } from './clip.ts';
import { type ParamFormat, type PatternNode, parsePattern } from './pattern.ts';

/**
 * The texts of a language, by section and name. `en.json` has an example of the parameters beside each text. A text that is
 * missing in a language is English, with the tag of its own language.
 */
export type Catalog = Readonly<
  Record<string, Readonly<Record<string, { readonly text: string; readonly tag?: string }>>>
>;

/** A catalog with the rules for plurals of its language. */
export interface Language {
  readonly catalog: Catalog;
  /** a BCP 47 tag */
  readonly tag: string;
}

/** A message from outside: its parameters are not checked. */
export interface UncheckedMessage {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A piece of a rendered message: text, a time in epoch milliseconds, or a name from outside, with its id if known. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'moment'; readonly at: number }
  | { readonly kind: 'name'; readonly text: string; readonly id: string | null };

/** A moment in a text: `2030-01-01 12:00:00 UTC`. */
export const formatMoment = (moment: number): string =>
  `${new Date(moment).toISOString().replace('T', ' ').slice(0, -5)} UTC`;

/** A message in a language; null where the catalog lacks its code. */
export function renderParts(message: UncheckedMessage, language: Language): readonly MessagePart[] | null {
  const dot = message.code.indexOf('.');
  const [section, name] = [message.code.slice(0, Math.max(dot, 0)), message.code.slice(dot + 1)];
  const sectionTexts = own(language.catalog, section);
  const entry = sectionTexts && own(sectionTexts, name);
  if (entry === undefined) return null;
  const scope = { params: message.params, language, pluralTag: entry.tag ?? language.tag, count: 0 };
  return parsed(entry.text).flatMap((node) => renderNode(node, scope));
}

/** A message as one line; null where the catalog lacks its code. */
export function renderText(message: UncheckedMessage, language: Language): string | null {
  const parts = renderParts(message, language);
  return parts?.map((part) => (part.kind === 'moment' ? formatMoment(part.at) : part.text)).join('') ?? null;
}

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

const parsedPatterns = new Map<string, readonly PatternNode[]>();

function parsed(pattern: string): readonly PatternNode[] {
  const known = parsedPatterns.get(pattern);
  if (known !== undefined) return known;
  const nodes = parsePattern(pattern);
  parsedPatterns.set(pattern, nodes);
  return nodes;
}

const textPart = (text: string): MessagePart => ({ kind: 'text', text });

/** The surroundings of a piece of a text. */
interface Scope extends Pick<UncheckedMessage, 'params'> {
  readonly language: Language;
  /** the language whose plurals the text has */
  readonly pluralTag: string;
  /** the number of the plural around the piece */
  readonly count: number;
}

function renderNode(node: PatternNode, scope: Scope): readonly MessagePart[] {
  switch (node.kind) {
    case 'text':
      return [textPart(node.text)];
    case 'number':
      return [textPart(String(scope.count))];
    case 'param':
      return renderParam(own(scope.params, node.name), node.format, scope.language);
    case 'plural': {
      const count = countOf(own(scope.params, node.name));
      const category = new Intl.PluralRules(scope.pluralTag).select(count);
      const form = node.forms.get(`=${count}`) ?? node.forms.get(category) ?? node.other;
      return form.flatMap((child) => renderNode(child, { ...scope, count }));
    }
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const member = (value: unknown, name: string): unknown =>
  isObject(value) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;

const countOf = (value: unknown): number => {
  const count = typeof value === 'number' ? value : member(value, 'count');
  return typeof count === 'number' ? count : 0;
};

function renderParam(value: unknown, format: ParamFormat | null, language: Language): readonly MessagePart[] {
  switch (format) {
    case null:
      return typeof value === 'string' || typeof value === 'number'
        ? [textPart(String(value))]
        : renderNested(value, language);
    case 'clip':
      return [{ kind: 'name', text: clip(String(value)), id: null }];
    case 'name': {
      const id = member(value, 'id');
      return [{ kind: 'name', text: clip(String(member(value, 'title'))), id: typeof id === 'string' ? id : null }];
    }
    case 'id':
      return [textPart(String(member(value, 'id')))];
    case 'moment':
      return typeof value === 'number' ? [{ kind: 'moment', at: value }] : [];
    case 'list':
      return renderList(value, language);
    case 'commas':
      return join(elementsOf(value, language), renderWord('comma', language));
    case 'alternatives':
      return join(elementsOf(value, language), renderWord('or', language));
    case 'clauses':
      return join(elementsOf(value, language), renderWord('clause', language));
  }
}

/** A message within a message. */
function renderNested(value: unknown, language: Language): readonly MessagePart[] {
  const code = member(value, 'code');
  const params = member(value, 'params');
  if (typeof code !== 'string' || !isObject(params)) return [];
  return renderParts({ code, params: Object.fromEntries(Object.entries(params)) }, language) ?? [];
}

const renderWord = (name: string, language: Language, params: UncheckedMessage['params'] = {}) =>
  renderParts({ code: `list.${name}`, params }, language) ?? [];

const elementsOf = (value: unknown, language: Language): readonly (readonly MessagePart[])[] =>
  Array.isArray(value) ? value.map((item) => renderNested(item, language)) : [];

const join = (elements: readonly (readonly MessagePart[])[], separator: readonly MessagePart[]) =>
  elements.flatMap((element, index) => (index === 0 ? element : [...separator, ...element]));

/** Elements of a list: `a`, `a and b`, `a, b, c and 4 more`. */
function renderList(value: unknown, language: Language): readonly MessagePart[] {
  const shown = elementsOf(member(value, 'items'), language);
  const hiddenCount = countOf(value) - shown.length;
  const elements = hiddenCount > 0 ? [...shown, renderWord('more', language, { count: hiddenCount })] : shown;
  const last = elements.at(-1) ?? renderWord('none', language);
  if (elements.length < 2) return last;
  return [...join(elements.slice(0, -1), renderWord('comma', language)), ...renderWord('and', language), ...last];
}
