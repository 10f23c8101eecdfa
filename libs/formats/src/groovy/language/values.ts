import { message } from '@slipway/domain/messages';
import { isoDate } from './dates.ts';
import { interpolateText, nextLoopName, readAccessors, textOfValue } from './expressions.ts';
import { excerptForMessage, parseError } from './parse-error.ts';
import { expectSign, isSign, maxDepth, type Source, skipLines, unexpectedToken } from './source.ts';
import { createTextBuilder } from './text-builder.ts';
import type { Token, Tokens } from './tokens.ts';
import type { Entry, Value } from './tree.ts';

/** Reads a value, including values that are added with `+`. Throws BadFile for code that would have to be executed. */
export function readValue(source: Source, depth: number): Value {
  return readSum(source, readTerm(source, depth), depth);
}

/** Reads further values after `+`. Numbers are added. All other values are joined into a text. */
function readSum(source: Source, first: Value, depth: number): Value {
  const { tokens } = source;
  if (!isSign(tokens.peek(), '+')) return first;
  let sum: Value = first;
  let text: ReturnType<typeof createTextBuilder> | null = null;
  while (isSign(tokens.peek(), '+')) {
    tokens.next();
    skipLines(tokens);
    const next = readTerm(source, depth, 0);
    if (text === null && sum.kind === 'number' && next.kind === 'number') {
      sum = { kind: 'number', number: sum.number + next.number, at: first.at };
      continue;
    }
    if (text === null) {
      if (sum.kind !== 'text' && next.kind !== 'text')
        throw parseError(tokens.text, first.at, message('groovyFault.sumOfValues'));
      text = createTextBuilder();
      text.add(textOfValue(source, sum));
    }
    text.add(textOfValue(source, next));
  }
  return text === null ? sum : { kind: 'text', text: text.text(), at: first.at };
}

function textOf({ text }: Tokens, value: Value): string {
  if (value.kind === 'text') return value.text;
  throw parseError(text, value.at, message('groovyFault.sumOfTexts'));
}

/** Reads one value and subtracts this number of parts from the budget. A concatenated text counts as one value. */
function readTerm(source: Source, depth: number, parts = 1): Value {
  const { tokens } = source;
  const token = tokens.next();
  source.budget.spend(token.at, { parts, characters: token.kind === 'text' ? token.text.length : 0 });
  return readAccessed(source, readTermFrom(source, token, depth), depth);
}

function readAccessed(source: Source, first: Value, depth: number): Value {
  const { tokens } = source;
  const value = readAccessors(source, first, (inner) => readValue(inner, depth + 1));
  if (isSign(tokens.peek(), '.') && nextLoopName(tokens) === null) {
    throw parseError(tokens.text, tokens.peek().at, message('groovyFault.call'));
  }
  return value;
}

function readTermFrom(source: Source, token: Token, depth: number): Value {
  const { tokens } = source;
  const { at } = token;
  if (token.kind === 'text')
    return { kind: 'text', text: interpolateText(source, token, (inner) => readValue(inner, depth)), at };
  if (token.kind === 'number') return { kind: 'number', number: token.number, at };
  if (token.kind === 'name') return readNamedValue(source, token.text, at, depth);
  if (isSign(token, '-')) return readNegative(tokens, at);
  if (depth > maxDepth) throw parseError(tokens.text, at, message('groovyFault.tooDeep', { max: maxDepth }));
  if (isSign(token, '[')) return readCollection(source, at, depth + 1);
  if (isSign(token, '(')) return inParentheses(source, depth + 1);
  throw unexpectedToken(tokens, token, message('groovyToken.value'));
}

function readNegative(tokens: Tokens, at: number): Value {
  const token = tokens.next();
  if (token.kind !== 'number') throw unexpectedToken(tokens, token, message('groovyToken.anyNumber'));
  return { kind: 'number', number: -token.number, at };
}

function inParentheses(source: Source, depth: number): Value {
  skipLines(source.tokens);
  const value = readValue(source, depth);
  skipLines(source.tokens);
  expectSign(source.tokens, ')');
  return value;
}

/** Reads the value that starts with an identifier. */
function readNamedValue(source: Source, identifier: string, at: number, depth: number): Value {
  const { tokens, scope } = source;
  if (identifier === 'true' || identifier === 'false') return { kind: 'boolean', is: identifier === 'true', at };
  if (identifier === 'null') return { kind: 'null', at };
  if (identifier === 'variable') return { kind: 'variable', key: readSingleText(source, depth), at };
  const constant = scope.get(identifier);
  if (constant) {
    source.budget.spend(at, constant.size);
    return { ...constant.value, at };
  }
  const path = readPath(tokens, identifier);
  if (path.join('.') === 'Date.parse') return readDateCall(source, at, depth);
  const name = path.at(-1) ?? identifier;
  if (path.length === 1 || isSign(tokens.peek(), '(')) {
    throw parseError(tokens.text, at, message('groovyFault.valueCode', { name: excerptForMessage(path.join('.')) }));
  }
  return { kind: 'constant', name, at };
}

function readPath(tokens: Tokens, identifier: string): readonly string[] {
  const path = [identifier];
  while (isSign(tokens.peek(), '.')) {
    tokens.next();
    const token = tokens.next();
    if (token.kind !== 'name') throw unexpectedToken(tokens, token, message('groovyToken.name'));
    path.push(token.text);
  }
  return path;
}

function readDateCall(source: Source, at: number, depth: number): Value {
  const { tokens } = source;
  const [pattern, date, ...more] = argumentsOf(source, depth);
  if (pattern?.kind !== 'text' || date?.kind !== 'text' || more.length > 0) {
    throw parseError(tokens.text, at, message('groovyFault.dateArguments'));
  }
  const iso = isoDate(pattern.text, date.text);
  if (iso === null) {
    throw parseError(
      tokens.text,
      date.at,
      message('groovyFault.badDate', { date: excerptForMessage(date.text), pattern: excerptForMessage(pattern.text) }),
    );
  }
  return { kind: 'date', iso, at };
}

function readSingleText(source: Source, depth: number): string {
  const { tokens } = source;
  const { at } = tokens.peek();
  const [value, ...more] = argumentsOf(source, depth);
  if (value?.kind !== 'text' || more.length > 0) throw parseError(tokens.text, at, message('groovyFault.textExpected'));
  return value.text;
}

function argumentsOf(source: Source, depth: number): readonly Value[] {
  expectSign(source.tokens, '(');
  const { args, named: readNamedValue } = readArguments(source, ')', depth + 1);
  if (readNamedValue !== null)
    throw parseError(source.tokens.text, source.tokens.peek().at, message('groovyFault.unexpectedKey'));
  return args;
}

/** The content of a list or of parentheses, up to the closing sign: values, and values with keys. */
export interface Arguments {
  readonly args: readonly Value[];
  /** null if no value has a key */
  readonly named: readonly Entry[] | null;
}

/** Collects arguments. */
export class ArgumentList {
  readonly #args: Value[] = [];
  readonly #named: Entry[] = [];
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Reads one argument: `value`, or `'key': value` with a text or a name as its key. */
  read(depth: number): void {
    const { tokens } = this.#source;
    const first = tokens.peek();
    const value = first.kind === 'name' ? keyOrValue(this.#source, depth) : readValue(this.#source, depth);
    if (typeof value !== 'string' && !isSign(tokens.peek(), ':')) this.#args.push(value);
    else this.#named.push(this.#entry(typeof value === 'string' ? value : textOf(tokens, value), depth));
  }

  #entry(key: string, depth: number): Entry {
    expectSign(this.#source.tokens, ':');
    skipLines(this.#source.tokens);
    return { key, value: readValue(this.#source, depth) };
  }

  /** Returns all arguments. Throws BadFile for a duplicate key. */
  all(): Arguments {
    const readNamedValue = this.#named.length > 0 ? requireDistinctKeys(this.#source.tokens, this.#named) : null;
    return { args: this.#args, named: readNamedValue };
  }
}

export function readArguments(source: Source, close: ')' | ']', depth: number): Arguments {
  const { tokens } = source;
  const list = new ArgumentList(source);
  skipLines(tokens);
  while (!isSign(tokens.peek(), close)) {
    list.read(depth);
    skipLines(tokens);
    if (!isSign(tokens.peek(), ',')) break;
    tokens.next();
    skipLines(tokens);
  }
  expectSign(tokens, close, message('groovyToken.signs', { sign: ',', otherSign: close }));
  return list.all();
}

/** Reads a name before a colon as a key, otherwise a value. */
function keyOrValue(source: Source, depth: number): string | Value {
  const { tokens } = source;
  const token = tokens.next();
  if (token.kind !== 'name') throw unexpectedToken(tokens, token, message('groovyToken.name'));
  if (isSign(tokens.peek(), ':')) return token.text;
  source.budget.spend(token.at, { parts: 1 });
  return readSum(source, readAccessed(source, readNamedValue(source, token.text, token.at, depth), depth), depth);
}

function requireDistinctKeys(tokens: Tokens, entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>();
  for (const { key, value } of entries) {
    if (seen.has(key))
      throw parseError(tokens.text, value.at, message('groovyFault.duplicateKey', { key: excerptForMessage(key) }));
    seen.add(key);
  }
  return entries;
}

function readCollection(source: Source, at: number, depth: number): Value {
  const { tokens } = source;
  skipLines(tokens);
  if (isSign(tokens.peek(), ':')) {
    tokens.next();
    expectSign(tokens, ']');
    return { kind: 'map', entries: [], at };
  }
  const { args, named: readNamedValue } = readArguments(source, ']', depth);
  if (readNamedValue === null) return { kind: 'list', items: args, at };
  if (args.length > 0) throw parseError(tokens.text, at, message('groovyFault.listWithKeys'));
  return { kind: 'map', entries: readNamedValue, at };
}
