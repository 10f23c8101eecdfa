import { fill } from '../model/placeholders.ts';
import type { Variable } from '../model/variable.ts';

const constants: ReadonlyMap<string, boolean> = new Map([
  ['True', true],
  ['true', true],
  ['1', true],
  ['False', false],
  ['false', false],
  ['0', false],
]);

/**
 * Returns the constant value of a precondition after its placeholders are replaced, so that no script has to run. The
 * constant can be assigned to `result` (script-api.md, Precondition). Returns null if the precondition must run.
 */
export function constantValue(script: string, variables: readonly Variable[]): boolean | null {
  const values = Object.fromEntries(variables.map(({ key, value }) => [key, value]));
  const lines = fill(script, values)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('//'));
  const [line] = lines;
  if (line === undefined || lines.length > 1) return null;
  const expression = /^result *= *([^=].*)$/.exec(line)?.[1] ?? line;
  return constants.get(expression.replace(/;$/, '').trim()) ?? null;
}
