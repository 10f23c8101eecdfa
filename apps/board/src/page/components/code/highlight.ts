import type { CodeLanguage } from './languages.ts';

/** The kind of a token, which is also the name of its class. */
export type TokenKind = 'keyword' | 'string' | 'number' | 'comment' | 'variable';

/** A part of a code. Text without a kind has the default color. */
export interface Token {
  readonly kind: TokenKind | null;
  readonly text: string;
}

/** The maximum length of a highlighted code, in characters. Longer code has one color. */
const maxLength = 20_000;

const keywords = {
  python:
    'and as assert break class continue def del elif else except False finally for from global if import in is lambda None not or pass print raise return True try while with yield',
  javascript:
    'async await break case catch class const continue def default delete do else export extends false finally for function if import in instanceof let new null of return static switch this throw true try typeof undefined var void while yield',
} as const;

const stringPattern = String.raw`"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?`;
const numberPattern = String.raw`\b\d[\d_.]*(?:[eE][+-]?\d+)?\b`;
/** The length is limited, so that many unclosed variables do not take quadratic time. */
const variablePattern = String.raw`\$\{[^{}\n]{0,200}\}`;

const patternOf = (comments: string, strings: string, words: string): RegExp =>
  new RegExp(
    `(?<comment>${comments})|(?<variable>${variablePattern})|(?<string>${strings})|(?<number>${numberPattern})|(?<keyword>\\b(?:${words.replaceAll(' ', '|')})\\b)`,
    'g',
  );

const javascript = patternOf(
  String.raw`//[^\n]*|/\*[\s\S]*?(?:\*/|$)`,
  `${stringPattern}|\`(?:\\\\[\\s\\S]|[^\`\\\\])*\`?`,
  keywords.javascript,
);

const patterns: Readonly<Record<CodeLanguage, RegExp>> = {
  python: patternOf(String.raw`#[^\n]*`, stringPattern, keywords.python),
  javascript,
  json: javascript,
  yaml: patternOf(String.raw`#[^\n]*`, stringPattern, 'true false null'),
};

const kinds: readonly TokenKind[] = ['comment', 'variable', 'string', 'number', 'keyword'];

/** Splits a code into tokens, whose texts together are the code. */
export function tokenize(code: string, language: CodeLanguage): readonly Token[] {
  if (code.length > maxLength) return [{ kind: null, text: code }];
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(patterns[language])) {
    if (match.index > end) tokens.push({ kind: null, text: code.slice(end, match.index) });
    const kind = kinds.find((name) => match.groups?.[name] !== undefined) ?? null;
    tokens.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: null, text: code.slice(end) });
  return tokens;
}
