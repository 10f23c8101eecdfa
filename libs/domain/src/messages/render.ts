import { clip } from './clip.ts';
import { type ParamFormat, type PatternNode, parsePattern } from './pattern.ts';

/**
 * The texts of a language, by section and name. `en.json` also has an example of the parameters for each text. If a
 * text is missing in another language, the catalog contains the English text, with `tag`.
 */
export type Catalog = Readonly<
  Record<string, Readonly<Record<string, { readonly text: string; readonly tag?: string }>>>
>;

/** A catalog and the language whose plural rules it uses. */
export interface Language {
  readonly catalog: Catalog;
  /** a BCP 47 tag */
  readonly tag: string;
}

/** A message from outside, whose parameters are not checked. */
export interface UncheckedMessage {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A part of a rendered message: text, a time in epoch milliseconds, or an external name, with its id if known. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `text` is the time in UTC, for readers without a time zone */
  | { readonly kind: 'moment'; readonly at: number; readonly text: string }
  | { readonly kind: 'name'; readonly text: string; readonly id: string | null };

/** Formats a time for machines: `2030-01-01T12:00:00Z`. */
const formatTimestamp = (at: number): string => `${new Date(at).toISOString().slice(0, -5)}Z`;

/** Formats a time for users: `2030-01-01 12:00:00 UTC`. */
const formatMoment = (at: number): string => formatTimestamp(at).replace('T', ' ').replace('Z', ' UTC');

/** Renders a message as parts. Returns null if the catalog does not contain its code. */
export function renderParts(message: UncheckedMessage, language: Language): readonly MessagePart[] | null {
  const dot = message.code.indexOf('.');
  const [section, name] = [message.code.slice(0, Math.max(dot, 0)), message.code.slice(dot + 1)];
  const sectionTexts = own(language.catalog, section);
  const entry = sectionTexts && own(sectionTexts, name);
  if (entry === undefined) return null;
  const scope = { params: message.params, language, pluralTag: entry.tag ?? language.tag, count: 0 };
  return parsed(entry.text).flatMap((node) => renderNode(node, scope));
}

/** Renders a message as one line. Returns null if the catalog does not contain its code. */
export function renderText(message: UncheckedMessage, language: Language): string | null {
  return (
    renderParts(message, language)
      ?.map(({ text }) => text)
      .join('') ?? null
  );
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

/** The scope in which a part of a text is rendered. */
interface Scope extends Pick<UncheckedMessage, 'params'> {
  readonly language: Language;
  /** the language whose plural rules apply */
  readonly pluralTag: string;
  /** the number of the surrounding plural */
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
      const category = pluralCategory(count, scope.pluralTag);
      const form = node.forms.get(`=${count}`) ?? node.forms.get(category) ?? node.other;
      return form.flatMap((child) => renderNode(child, { ...scope, count }));
    }
  }
}

/** The plural rules by language, cached because each takes 0.1 ms to create. */
const pluralRules = new Map<string, Intl.PluralRules>();

function pluralCategory(count: number, tag: string): Intl.LDMLPluralRule {
  const rules = pluralRules.get(tag) ?? new Intl.PluralRules(tag);
  pluralRules.set(tag, rules);
  return rules.select(count);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const member = (value: unknown, name: string): unknown =>
  isObject(value) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;

const countOf = (value: unknown): number => {
  const count = typeof value === 'number' ? value : member(value, Array.isArray(value) ? 'length' : 'count');
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
    case 'words':
      return [{ kind: 'name', text: wordsOf(String(value)), id: null }];
    case 'moment':
      return renderTime(value, formatMoment);
    case 'timestamp':
      return renderTime(value, formatTimestamp);
    case 'lowercase':
      return withLowercase(renderNested(value, language));
    case 'list':
      return renderList(value, language);
    case 'commas':
      return join(elementsOf(value, language), renderWord('comma', language));
    case 'trailing': {
      const comma = renderWord('comma', language);
      return elementsOf(value, language).flatMap((element) => (element.length === 0 ? [] : [...comma, ...element]));
    }
    case 'alternatives':
      return join(elementsOf(value, language), renderWord('or', language));
    case 'clauses':
      return join(elementsOf(value, language), renderWord('clause', language));
  }
}

/** Splits a field name into words: `dueDate` becomes `due date`. */
const wordsOf = (field: string): string => clip(field).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The largest distance of a `Date` from 1970, in milliseconds. */
const maxTime = 8.64e15;

const renderTime = (value: unknown, format: (at: number) => string): readonly MessagePart[] =>
  typeof value === 'number' && Math.abs(value) <= maxTime ? [{ kind: 'moment', at: value, text: format(value) }] : [];

/** Converts the first letter of a text within a sentence to lower case, unless the text begins with a name. */
const withLowercase = ([first, ...rest]: readonly MessagePart[]): readonly MessagePart[] => {
  if (first === undefined) return [];
  const { text } = first;
  return first.kind === 'text'
    ? [textPart(`${text.slice(0, 1).toLowerCase()}${text.slice(1)}`), ...rest]
    : [first, ...rest];
};

/** Renders a message within a message. */
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

/** Joins the elements of a list: `a`, `a and b`, `a, b, c and 4 more`. */
function renderList(value: unknown, language: Language): readonly MessagePart[] {
  const shown = elementsOf(member(value, 'items'), language);
  const hiddenCount = countOf(value) - shown.length;
  const elements = hiddenCount > 0 ? [...shown, renderWord('more', language, { count: hiddenCount })] : shown;
  const last = elements.at(-1) ?? renderWord('none', language);
  if (elements.length < 2) return last;
  return [...join(elements.slice(0, -1), renderWord('comma', language)), ...renderWord('and', language), ...last];
}
