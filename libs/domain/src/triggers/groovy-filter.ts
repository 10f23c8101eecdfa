import { type Message, message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import type { EventFilter, FilterExpression } from './event-filter.ts';
import { numberToken, readGroovyNumber } from './groovy-number.ts';
import { asPython, type Comparison, type Condition, type Literal } from './groovy-python.ts';

const maxLength = 4_000;
const maxDepth = 20;
const roots = ['event', 'headers', 'parameters'];
const signs = String.raw`&&|\|\||==|!=|>=|<=|[!()<>.?[\]]`;
const texts = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\$]|\\.)*"`;
const token = new RegExp(String.raw`\s*(?:(${signs})|(${texts})|(${numberToken})|([A-Za-z_$][\w$]*))`, 'y');

/**
 * Translates a Groovy filter that consists of comparisons: `event.action == 'opened' && event.ref.startsWith('refs/')`.
 * Returns a list of expressions, or a Python script if no expression can express `||`, `!` or `>=`. Throws Invalid for
 * other code.
 */
export function translateGroovyFilter(expr: string): EventFilter {
  const text = expr
    .trim()
    .replace(/^(?:result\s*=(?!=)|return\b)/, '')
    .replace(/;\s*$/, '');
  if (text.trim() === '') throw new Invalid(message('trigger.filterExpected'));
  if (text.length > maxLength) throw untranslatableFilter(message('groovyFilter.tooLong', { max: maxLength }));
  const reader = new Reader(text);
  const condition = reader.any(0);
  reader.end();
  const conditions = condition.kind === 'all' ? condition.of : [condition];
  const expressions = conditions.map(asExpression);
  return expressions.every((candidate) => candidate !== null)
    ? { type: 'events.ExpressionEventFilter', expressions }
    : { type: 'events.JythonEventFilter', expr: asPython(condition) };
}

const untranslatableFilter = (problem: Message): Invalid =>
  new Invalid(message('trigger.groovyNotTranslatable', { problem }));

interface Token {
  readonly sign?: string | undefined;
  readonly text?: string | undefined;
  readonly number?: number | bigint | undefined;
  readonly name?: string | undefined;
}

/** Parses conditions, starting with the operator of the lowest precedence. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  any(depth: number): Condition {
    return this.#joined('||', 'any', () => this.#joined('&&', 'all', () => this.#one(depth)));
  }

  end(): void {
    if (this.#text.slice(this.#at).trim() !== '') throw this.#unexpected();
  }

  #joined(sign: string, kind: 'all' | 'any', read: () => Condition): Condition {
    const first = read();
    const of = [first];
    while (this.#takes(sign)) of.push(read());
    return of.length === 1 ? first : { kind, of };
  }

  #one(depth: number): Condition {
    if (depth > maxDepth) throw untranslatableFilter(message('groovyFilter.tooDeep'));
    if (this.#takes('!')) return { kind: 'not', of: this.#one(depth + 1) };
    if (this.#takes('(')) {
      const inner = this.any(depth + 1);
      if (!this.#takes(')')) throw this.#unexpected();
      return inner;
    }
    return this.#comparison();
  }

  #comparison(): Condition {
    const { name } = this.#next();
    if (name === undefined || !roots.includes(name)) throw this.#unexpected(name);
    const path: (string | number)[] = [name];
    for (;;) {
      if (this.#takes('[')) {
        const { text, number } = this.#next();
        const step = text ?? (Number.isSafeInteger(number) ? Number(number) : undefined);
        if (step === undefined || !this.#takes(']')) throw this.#unexpected();
        path.push(step);
        continue;
      }
      if (this.#takes('?') && this.#peek().sign !== '.') throw this.#unexpected();
      if (!this.#takes('.')) break;
      const member = this.#next().name;
      if (member === undefined) throw this.#unexpected();
      if (this.#takes('(')) return this.#call(path, member);
      path.push(member);
    }
    const by = comparisons.find((sign) => this.#takes(sign));
    if (by === undefined) throw this.#unexpected();
    return { kind: 'comparison', path, by, literal: this.#literal() };
  }

  #call(path: readonly (string | number)[], name: string): Condition {
    const by = methods.find((candidate) => candidate === name);
    if (by === undefined) throw untranslatableFilter(message('groovyFilter.unknownCall', { name }));
    const literal = this.#literal();
    if (!this.#takes(')')) throw this.#unexpected();
    return { kind: 'comparison', path, by, literal };
  }

  #literal(): Literal {
    const { text, number, name } = this.#next();
    if (text !== undefined) return text;
    if (number !== undefined) return number;
    if (name === 'null') return null;
    if (name === 'true' || name === 'false') return name === 'true';
    throw this.#unexpected(name);
  }

  #takes(sign: string): boolean {
    const at = this.#at;
    if (this.#next().sign === sign) return true;
    this.#at = at;
    return false;
  }

  #peek(): Token {
    const at = this.#at;
    const next = this.#next();
    this.#at = at;
    return next;
  }

  #next(): Token {
    token.lastIndex = this.#at;
    const match = token.exec(this.#text);
    if (match === null) return {};
    this.#at = token.lastIndex;
    const [, sign, quoted, digits, name] = match;
    const text = quoted === undefined ? undefined : unescapeText(quoted.slice(1, -1));
    return { sign, text, number: digits === undefined ? undefined : numberOf(digits), name };
  }

  #unexpected(name?: string): Invalid {
    if (name !== undefined) return untranslatableFilter(message('groovyFilter.unknownName', { name }));
    const text = this.#text.slice(this.#at).trim();
    return untranslatableFilter(
      text === '' ? message('groovyFilter.incomplete') : message('groovyFilter.notAComparison', { text }),
    );
  }
}

function numberOf(rawNumber: string): number | bigint {
  const number = readGroovyNumber(rawNumber);
  if (number === null) throw untranslatableFilter(message('groovyFilter.badNumber', { number: rawNumber }));
  return number;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

const unescapeText = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, sign = '') =>
    code === undefined ? (escapes.get(sign) ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );

const comparisons = ['==', '!=', '>=', '<=', '>', '<'] as const;
const methods = ['startsWith', 'endsWith', 'contains'] as const;

/** Returns a condition as an expression of a filter, or null if no operator has its meaning. */
function asExpression(condition: Condition): FilterExpression | null {
  const isDenied = condition.kind === 'not';
  const { kind, ...comparison } = isDenied ? condition.of : condition;
  if (kind !== 'comparison' || !('by' in comparison)) return null;
  const { path, by, literal } = comparison;
  const operator = operatorFor(by, literal, isDenied);
  // paths have no escape sequences
  if (operator === null || path.length < 2 || /['\\]/.test(path.join(''))) return null;
  const [root = '', ...steps] = path;
  return {
    path: root + steps.map((step) => (typeof step === 'number' ? `[${step}]` : `['${step}']`)).join(''),
    operator,
    valueType: typeOf(literal),
    value: literal === null ? '' : String(literal),
  };
}

function typeOf(literal: Literal): FilterExpression['valueType'] {
  if (typeof literal === 'boolean') return 'BOOLEAN';
  return typeof literal === 'number' || typeof literal === 'bigint' ? 'NUMBER' : 'STRING';
}

function operatorFor(by: Comparison['by'], literal: Literal, isDenied: boolean): FilterExpression['operator'] | null {
  switch (by) {
    case '==':
    case '!=': {
      const isSame = (by === '==') !== isDenied;
      if (literal === null) return isSame ? 'NOT_EXISTS' : 'EXISTS';
      return isSame ? 'EQUALS' : 'NOT_EQUALS';
    }
    case 'contains':
      return isDenied ? 'NOT_INCLUDES' : 'INCLUDES';
    case 'startsWith':
      return isDenied ? null : 'STARTS_WITH';
    case 'endsWith':
      return isDenied ? null : 'ENDS_WITH';
    case '>':
      return isDenied ? null : 'GREATER_THAN';
    case '<':
      return isDenied ? null : 'LESS_THAN';
    case '>=':
    case '<=':
      return null;
  }
}
