import { message } from '@slipway/domain/messages';
import { parseError } from './parse-error.ts';
import { isSign, skipLines } from './source.ts';
import type { Tokens } from './tokens.ts';
import type { Entry, Value } from './tree.ts';

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

/** The iterations of a loop. Their values are created one by one, because a short text can repeat often. */
interface LoopRounds {
  readonly count: number;
  readonly at: (index: number) => LoopRound;
}

/** Returns the iterations of a loop. Throws BadFile for values that a loop cannot iterate over. */
export function roundsOf(text: string, { loop, values, names }: Loop): LoopRounds {
  const { at } = values;
  const parameterNames = names.length === 0 ? ['it'] : names;
  const { count, partsAt } = partsOf(text, loop, values, parameterNames.length);
  return {
    count,
    at: (index) => {
      const parts = partsAt(index);
      const all = loop === 'eachWithIndex' ? [...parts, { kind: 'number', number: index, at } as const] : parts;
      if (all.length !== parameterNames.length && !(names.length === 0 && all.length > 0))
        throw parseError(
          text,
          at,
          message('groovyFault.loopNames', { count: all.length, actual: parameterNames.length }),
        );
      return parameterNames.flatMap((name, position): LoopRound => {
        const value = all[position];
        return value === undefined ? [] : [[name, value]];
      });
    },
  };
}

interface LoopParts {
  readonly count: number;
  /** Returns the values of one iteration: an item, or the key and value of a map entry. */
  readonly partsAt: (index: number) => readonly Value[];
}

/** Returns the values of all iterations. A map entry is one value unless the loop has a parameter for key and value. */
function partsOf(text: string, loop: LoopName, values: Value, names: number): LoopParts {
  const { at } = values;
  const isCounted = loop === 'times';
  if (isCounted && values.kind === 'number')
    return { count: Math.max(0, Math.trunc(values.number)), partsAt: (number) => [{ kind: 'number', number, at }] };
  if (!isCounted && values.kind === 'list')
    return { count: values.items.length, partsAt: (index) => values.items.slice(index, index + 1) };
  if (!isCounted && values.kind === 'map') {
    const isDestructured = loop !== 'for' && names === (loop === 'eachWithIndex' ? 3 : 2);
    const parts = (entry: Entry) => (isDestructured ? [keyOf(entry, at), entry.value] : [entryValue(entry, at)]);
    return { count: values.entries.length, partsAt: (index) => values.entries.slice(index, index + 1).flatMap(parts) };
  }
  throw parseError(text, at, message(isCounted ? 'groovyFault.times' : 'groovyFault.notRepeatable'));
}

const keyOf = ({ key }: Entry, at: number): Value => ({ kind: 'text', text: key, at });

/** Returns a map entry as a value with a key and a value. */
const entryValue = (entry: Entry, at: number): Value => ({
  kind: 'map',
  at,
  entries: [
    { key: 'key', value: keyOf(entry, at) },
    { key: 'value', value: entry.value },
  ],
});

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
