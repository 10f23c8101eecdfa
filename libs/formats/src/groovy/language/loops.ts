import { message } from '@slipway/domain/messages';
import { parseError } from './parse-error.ts';
import { isSign, skipLines } from './source.ts';
import type { Tokens } from './tokens.ts';
import type { Value } from './tree.ts';

/** The loops that are interpreted. */
export type LoopName = 'each' | 'eachWithIndex' | 'times' | 'for';

interface Loop {
  readonly loop: LoopName;
  readonly values: Value;
  /** the names of the parameters; empty: the parameter is called `it` */
  readonly names: readonly string[];
}

/** The names that one iteration of a loop defines, with their values. */
type LoopRound = readonly (readonly [name: string, value: Value])[];

/** Returns the iterations of a loop. Throws BadFile for values that a loop cannot iterate over. */
export function roundsOf(text: string, { loop, values, names }: Loop): readonly LoopRound[] {
  const { at } = values;
  const parameterNames = names.length === 0 ? ['it'] : names;
  return partsOf(text, loop, values, parameterNames.length).map((parts, index) => {
    const all = loop === 'eachWithIndex' ? [...parts, { kind: 'number', number: index, at } as const] : parts;
    if (all.length !== parameterNames.length && !(names.length === 0 && all.length > 0))
      throw parseError(
        text,
        at,
        message('groovyFault.loopNames', { count: all.length, actual: parameterNames.length }),
      );
    return parameterNames.flatMap((name, index): LoopRound => {
      const value = all[index];
      return value === undefined ? [] : [[name, value]];
    });
  });
}

/**
 * Returns the values of each iteration: an item, or the key and value of a map entry. The entry is one value unless the
 * loop has a parameter for both.
 */
function partsOf(text: string, loop: LoopName, values: Value, names: number): readonly (readonly Value[])[] {
  const { at } = values;
  const isCounted = loop === 'times';
  if (isCounted && values.kind === 'number')
    return Array.from({ length: Math.max(0, Math.min(values.number, maxRounds)) }, (_, number) => [
      { kind: 'number', number, at },
    ]);
  if (!isCounted && values.kind === 'list') return values.items.map((item) => [item]);
  if (!isCounted && values.kind === 'map') {
    const isDestructured = loop !== 'for' && names === (loop === 'eachWithIndex' ? 3 : 2);
    return values.entries.map(({ key, value }): readonly Value[] => {
      const name: Value = { kind: 'text', text: key, at };
      if (isDestructured) return [name, value];
      return [
        {
          kind: 'map',
          at,
          entries: [
            { key: 'key', value: name },
            { key: 'value', value },
          ],
        },
      ];
    });
  }
  throw parseError(text, at, message(isCounted ? 'groovyFault.times' : 'groovyFault.notRepeatable'));
}

/** The maximum number of iterations. It exceeds the budget of a file. */
const maxRounds = 300_001;

/** Reads the parameters before the arrow of a block. Returns an empty list without an arrow. */
export function parametersIn(tokens: Tokens): readonly string[] {
  skipLines(tokens);
  const { at } = tokens.peek();
  const names: string[] = [];
  for (let token = tokens.next(); token.kind === 'name'; token = tokens.next()) {
    // The first word is the type of the parameter.
    const name = tokens.peek().kind === 'name' ? tokens.next() : token;
    names.push(name.kind === 'name' ? name.text : token.text);
    const next = tokens.next();
    if (isSign(next, '-') && isSign(tokens.next(), '>')) return names;
    if (!isSign(next, ',')) break;
  }
  tokens.seek(at);
  return [];
}

/** Skips the block of a loop without iterations. */
export function skipBlock(tokens: Tokens, at: number): void {
  for (let open = 1; open > 0; ) {
    const token = tokens.next();
    if (token.kind === 'end') throw parseError(tokens.text, at, message('groovyFault.endlessBlock'));
    if (isSign(token, '{')) open += 1;
    if (isSign(token, '}')) open -= 1;
  }
}
