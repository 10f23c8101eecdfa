import type { Budget } from './budget.ts';
import { refusal, repeated } from './refusal.ts';
import type { Scope } from './scope.ts';
import type { Sign, Token, Tokens } from './tokens.ts';

/** What reading values and blocks takes. */
export interface Source {
  readonly tokens: Tokens;
  readonly scope: Scope;
  readonly budget: Budget;
}

/** The most lists, maps and blocks within each other. */
export const deepest = 100;

export const isSign = (token: Token, sign: Sign): boolean => token.kind === 'sign' && token.sign === sign;

/** Words that a refusal calls a token by. */
function called(token: Token): string {
  switch (token.kind) {
    case 'name':
      return repeated(token.text);
    case 'text':
      return `the text ${repeated(token.text)}`;
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

export const unexpected = ({ text }: Tokens, token: Token, wanted: string) =>
  refusal(text, token.at, `expected ${wanted}, found ${called(token)}`);

export function take(tokens: Tokens, sign: Sign, wanted = `'${sign}'`): Token {
  const token = tokens.next();
  if (!isSign(token, sign)) throw unexpected(tokens, token, wanted);
  return token;
}

export function skipLines(tokens: Tokens): void {
  while (tokens.peek().kind === 'line') tokens.next();
}
