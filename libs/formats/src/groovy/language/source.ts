import type { Budget } from './budget.ts';
import { parseError, quoteForMessage } from './parse-error.ts';
import type { Scope } from './scope.ts';
import type { Sign, Token, Tokens } from './tokens.ts';

/** The context for reading values and blocks. */
export interface Source {
  readonly tokens: Tokens;
  readonly scope: Scope;
  readonly budget: Budget;
}

/** The most lists, maps and blocks within each other. */
export const maxDepth = 100;

export const isSign = (token: Token, sign: Sign): boolean => token.kind === 'sign' && token.sign === sign;

/** Words that a refusal calls a token by. */
function tokenLabel(token: Token): string {
  switch (token.kind) {
    case 'name':
      return quoteForMessage(token.text);
    case 'text':
      return `the text ${quoteForMessage(token.text)}`;
    case 'number':
      return `the number ${token.number}`;
    case 'sign':
      return `'${token.sign}'`;
    case 'line':
      return 'the end of the line';
    case 'end':
      return 'the end of the file';
  }
}

export const unexpectedToken = ({ text }: Tokens, token: Token, expected: string) =>
  parseError(text, token.at, `expected ${expected}, found ${tokenLabel(token)}`);

export function expectSign(tokens: Tokens, sign: Sign, expected = `'${sign}'`): Token {
  const token = tokens.next();
  if (!isSign(token, sign)) throw unexpectedToken(tokens, token, expected);
  return token;
}

export function skipLines(tokens: Tokens): void {
  while (tokens.peek().kind === 'line') tokens.next();
}
