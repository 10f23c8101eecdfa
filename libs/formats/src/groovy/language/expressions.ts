import { message } from '@slipway/domain/messages';
import { excerptForMessage, parseError } from './parse-error.ts';
import { expectSign, isSign, type Source, unexpectedToken } from './source.ts';
import { interpolationNotRun } from './strings.ts';
import { createTextBuilder } from './text-builder.ts';
import { type Token, type Tokens, tokensOf } from './tokens.ts';
import type { Value } from './tree.ts';

/** Reads a nested value. */
type Read = (source: Source) => Value;

/** Returns a value as text, in the form that Groovy inserts into a text. */
export function textOfValue(source: Source, value: Value): string {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'number':
      return String(value.number);
    case 'boolean':
      return String(value.is);
    case 'null':
      return 'null';
    case 'list':
      return `[${value.items.map((item) => textOfValue(source, item)).join(', ')}]`;
    case 'map':
      return `[${value.entries.map((entry) => `${entry.key}:${textOfValue(source, entry.value)}`).join(', ') || ':'}]`;
    case 'date':
    case 'variable':
    case 'constant':
      throw parseError(source.tokens.text, value.at, message('groovyFault.notInText'));
  }
}

/** Returns the text of a token, with its expressions evaluated with the defined names. */
export function interpolateText(source: Source, token: Extract<Token, { readonly kind: 'text' }>, read: Read): string {
  if (token.parts === undefined) return token.text;
  const { text } = source.tokens;
  const builder = createTextBuilder();
  for (const part of token.parts) {
    if (typeof part === 'string') builder.add(part);
    else {
      const inner = { ...source, tokens: tokensOf(text.slice(0, part.end), part.at) };
      const first = inner.tokens.peek();
      if (first.kind === 'name' && source.scope.get(first.text) === undefined)
        throw parseError(text, text.lastIndexOf('$', part.at), interpolationNotRun);
      const insertedText = textOfValue(source, read(inner));
      if (inner.tokens.peek().kind !== 'end')
        throw unexpectedToken(inner.tokens, inner.tokens.peek(), message('groovyToken.endOfValue'));
      source.budget.spend(token.at, { characters: insertedText.length });
      builder.add(insertedText);
    }
  }
  return builder.text();
}

const loops = ['each', 'eachWithIndex', 'times'] as const;

/**
 * Returns the name of a loop call that follows, such as `each` in `.each {`, without consuming tokens. Returns null if
 * no loop call follows.
 */
export function nextLoopName(tokens: Tokens): (typeof loops)[number] | null {
  const { at } = tokens.peek();
  if (!isSign(tokens.peek(), '.')) return null;
  tokens.next();
  const name = tokens.next();
  const follows = isSign(tokens.peek(), '{');
  tokens.seek(at);
  return (name.kind === 'name' && follows && loops.find((candidate) => candidate === name.text)) || null;
}

/** Evaluates members, items and ranges after a value: `a.b`, `a[0]`, `1..3`. */
export function readAccessors(source: Source, first: Value, read: Read): Value {
  const { tokens } = source;
  let value = first;
  for (;;) {
    const { at } = tokens.peek();
    if (isSign(tokens.peek(), '[') && isCollection(value) && tokens.text[at - 1] !== ' ') {
      value = readItem(source, value, read);
      continue;
    }
    if (!isSign(tokens.peek(), '.') || nextLoopName(tokens) !== null) return value;
    tokens.next();
    const next = tokens.next();
    if (isSign(next, '.') && value.kind === 'number') value = readRange(source, value.number, value.at);
    else if (next.kind === 'name' && value.kind === 'map' && !isSign(tokens.peek(), '('))
      value = readMember(source, value, next.text, next.at);
    else {
      tokens.seek(at);
      return value;
    }
  }
}

type Collection = Extract<Value, { readonly kind: 'list' | 'map' }>;
const isCollection = (value: Value): value is Collection => value.kind === 'list' || value.kind === 'map';

function readMember(source: Source, { entries }: Extract<Value, { kind: 'map' }>, key: string, at: number): Value {
  const value = entries.find((entry) => entry.key === key)?.value;
  if (value === undefined)
    throw parseError(source.tokens.text, at, message('groovyFault.unknownKey', { key: excerptForMessage(key) }));
  return value;
}

function readItem(source: Source, collection: Collection, read: Read): Value {
  const { tokens } = source;
  const { at } = tokens.next();
  const index = read(source);
  expectSign(tokens, ']');
  if (collection.kind === 'map' && index.kind === 'text') return readMember(source, collection, index.text, index.at);
  const item = collection.kind === 'list' && index.kind === 'number' ? collection.items.at(index.number) : undefined;
  if (item === undefined) throw parseError(tokens.text, at, message('groovyFault.badIndex'));
  return item;
}

/** Reads `1..3` or `1..<3`, in either direction, and returns a list. */
function readRange(source: Source, from: number, at: number): Value {
  const { tokens } = source;
  const isExclusive = isSign(tokens.peek(), '<');
  if (isExclusive) tokens.next();
  const sign = isSign(tokens.peek(), '-') ? -1 : 1;
  if (sign < 0) tokens.next();
  const token = tokens.next();
  const endToken = token.kind === 'name' ? source.scope.get(token.text)?.value : token;
  if (endToken?.kind !== 'number' || !Number.isInteger(from) || !Number.isInteger(endToken.number))
    throw parseError(tokens.text, at, message('groovyFault.badRange'));
  const end = sign * endToken.number;
  const step = end < from ? -1 : 1;
  const length = Math.abs(end - from) + (isExclusive ? 0 : 1);
  source.budget.spend(at, { parts: length });
  const items = Array.from({ length }, (_, index): Value => ({ kind: 'number', number: from + index * step, at }));
  return { kind: 'list', items, at };
}
