/** A language of the code editor. */
export type CodeLanguage = 'python' | 'javascript' | 'json' | 'yaml';

/** A message about a line of a code, from the server. */
export interface LineProblem {
  /** The number of the line, starting at 1. */
  readonly line: number;
  readonly text: string;
}

/** A marked line of a code: an added or changed line of a plan. */
export interface LineMark {
  /** The number of the line, starting at 1. */
  readonly line: number;
  readonly kind: 'added' | 'changed';
}

/** Returns the language of a script. Its first line selects JavaScript; without it, the script is Python 2. */
export const scriptLanguage = (script: string): CodeLanguage =>
  /^\s*\/\/\s*language:\s*javascript/i.test(script) ? 'javascript' : 'python';

/** Returns the start and end of a line as offsets in characters; null: the text has no such line. */
export function lineRange(text: string, line: number): readonly [from: number, to: number] | null {
  const lines = text.split('\n');
  const lineText = lines[line - 1];
  if (line < 1 || lineText === undefined) return null;
  const from = lines.slice(0, line - 1).reduce((sum, item) => sum + item.length + 1, 0);
  return [from, from + lineText.length];
}
