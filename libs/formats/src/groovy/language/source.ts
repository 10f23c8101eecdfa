import { type Message, message } from '@slipway/domain/messages';
import type { Budget, Size } from './budget.ts';
import { excerptForMessage, parseError } from './parse-error.ts';
import type { Sign, Token, Tokens } from './tokens.ts';
import type { Value } from './tree.ts';

/** A named value, and the size of each use. */
export interface Constant {
  readonly value: Value;
  readonly size: Size;
}

/** The names that are defined at a position: those of the file, of outer blocks, and of loops. */
export class Scope {
  readonly #own = new Map<string, Constant>();
  readonly #outer: Scope | null;

  constructor(outer: Scope | null) {
    this.#outer = outer;
  }

  define(name: string, constant: Constant): void {
    this.#own.set(name, constant);
  }

  get(name: string): Constant | undefined {
    return this.#own.get(name) ?? this.#outer?.get(name);
  }
}

/** Returns the size of a value in memory. */
export function sizeOf(value: Value): Size {
  const parts = partsOf(value);
  const own = { parts: 1, characters: value.kind === 'text' ? value.text.length : 0 };
  return parts
    .map(sizeOf)
    .reduce(
      (sum, { parts: more, characters }) => ({ parts: sum.parts + more, characters: sum.characters + characters }),
      own,
    );
}

function partsOf(value: Value): readonly Value[] {
  if (value.kind === 'list') return value.items;
  return value.kind === 'map' ? value.entries.map((entry) => entry.value) : [];
}

/** The context for reading values and blocks. */
export interface Source {
  readonly tokens: Tokens;
  readonly scope: Scope;
  readonly budget: Budget;
}

/** The maximum nesting depth of lists, maps and blocks. */
export const maxDepth = 100;

export const isSign = (token: Token, sign: Sign): boolean => token.kind === 'sign' && token.sign === sign;

const signMessage = (sign: Sign): Message => message('groovyToken.quoted', { text: sign });

/** Returns the name of a token for an error. */
function tokenLabel(token: Token): Message {
  switch (token.kind) {
    case 'name':
      return message('groovyToken.quoted', { text: excerptForMessage(token.text) });
    case 'text':
      return message('groovyToken.text', { text: excerptForMessage(token.text) });
    case 'number':
      return message('groovyToken.number', { number: token.number });
    case 'sign':
      return signMessage(token.sign);
    case 'line':
      return message('groovyToken.endOfLine');
    case 'end':
      return message('groovyToken.endOfFile');
  }
}

export const unexpectedToken = ({ text }: Tokens, token: Token, expectation: Message) =>
  parseError(text, token.at, message('groovyFault.unexpected', { expectation, token: tokenLabel(token) }));

export function expectSign(tokens: Tokens, sign: Sign, expected = signMessage(sign)): Token {
  const token = tokens.next();
  if (!isSign(token, sign)) throw unexpectedToken(tokens, token, expected);
  return token;
}

export function skipLines(tokens: Tokens): void {
  while (tokens.peek().kind === 'line') tokens.next();
}
