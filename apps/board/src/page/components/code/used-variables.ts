import type { VariableResponse } from '@slipway/api-schema/variables';
import { kindOf, type ValueKind, variableText } from '../variables/value-text.ts';

/** A variable of a test run, with the text of its field before the user types. */
export interface TestVariable {
  readonly key: string;
  /** The type in REST, such as `rel.StringVariable`. */
  readonly type: string;
  readonly kind: ValueKind;
  readonly text: string;
  readonly isLong: boolean;
}

const placeholder = /\$\{([^${}]{1,256})\}/g;
const mapAccess =
  /\b(?:release|folder|global)Variables(?:\s*\[\s*(["'])(.+?)\1\s*\]|\s*\.\s*get\s*\(\s*(["'])(.+?)\3|\.([A-Za-z_]\w*)\b(?!\s*\())/g;

/** The fields of a release, which placeholders contain like variables. */
const isReleaseField = (key: string): boolean => key.startsWith('release.');

/** Returns the keys of the variables that a script names, in the order of their first use. */
function keysIn(script: string): readonly string[] {
  const placeholders = [...script.matchAll(placeholder)].map(({ index, 1: key = '' }) => ({ index, key: key.trim() }));
  const accesses = [...script.matchAll(mapAccess)].map(({ index, 2: quoted, 4: argument, 5: member }) => ({
    index,
    key: quoted ?? argument ?? member ?? '',
  }));
  const inOrder = [...placeholders, ...accesses].toSorted((first, second) => first.index - second.index);
  return [...new Set(inOrder.map(({ key }) => key))].filter((key) => key !== '' && !isReleaseField(key));
}

const toTestVariable = (key: string, known: VariableResponse | undefined): TestVariable =>
  known === undefined
    ? { key, type: 'StringVariable', kind: 'text', text: '', isLong: false }
    : { key, type: known.type, kind: kindOf(known), text: variableText(known), isLong: known.multiline };

/**
 * Returns the variables that a script uses, also in the values of other variables. Unknown variables are texts without
 * a value.
 */
export function usedVariables(script: string, known: readonly VariableResponse[]): readonly TestVariable[] {
  const knownByKey = new Map(known.map((variable) => [variable.key, variable]));
  const found = new Map<string, TestVariable>();
  const pending = [...keysIn(script)];
  for (let key = pending.shift(); key !== undefined; key = pending.shift()) {
    if (found.has(key)) continue;
    const variable = toTestVariable(key, knownByKey.get(key));
    found.set(key, variable);
    if (variable.kind === 'text')
      pending.push(...[...variable.text.matchAll(placeholder)].map(({ 1: nested = '' }) => nested.trim()));
  }
  return [...found.values()].filter(({ key }) => key !== '' && !isReleaseField(key));
}
