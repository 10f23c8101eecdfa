import type { VariableAnswer } from '@slipway/wire';
import { choicesOf, ownChoices } from '../../parts/variables/choices.ts';
import { kindOf, linesOf, readIn, textOf } from '../../parts/variables/typed.ts';

/** What types of variables are called, in the order in which they are offered. */
export const typeWords = {
  StringVariable: 'Text',
  PasswordStringVariable: 'Password',
  IntegerVariable: 'Number',
  BooleanVariable: 'Yes or no',
  DateVariable: 'Date',
  ListStringVariable: 'List',
  SetStringVariable: 'Set: a list without repeats',
  MapStringStringVariable: 'Map: keys with values',
  ReferenceVariable: 'Connection',
} as const;

/** Where a text comes from: it is typed, or one of some choices, or one of those that a variable has. */
export const sources = {
  typed: 'The typed value',
  choices: 'A list of choices',
  variable: 'A variable that is a list',
} as const;
type Source = keyof typeof sources;
export const isSource = (text: string): text is Source => Object.hasOwn(sources, text);

/** A variable as a form has it: all that is typed is a text. */
export interface Written {
  readonly key: string;
  /** without its prefix */
  readonly type: string;
  readonly label: string;
  readonly description: string;
  readonly value: string;
  readonly isValueRemoved: boolean;
  readonly requiresValue: boolean;
  readonly showOnReleaseStart: boolean;
  readonly multiline: boolean;
  readonly preventInterpolation: boolean;
  readonly source: Source;
  /** one in each line */
  readonly choices: string;
  /** the key of the variable that has the choices */
  readonly choicesOf: string;
  readonly referencedType: string;
}

export const blank: Written = {
  key: '',
  type: 'StringVariable',
  label: '',
  description: '',
  value: '',
  isValueRemoved: false,
  requiresValue: true,
  showOnReleaseStart: true,
  multiline: false,
  preventInterpolation: false,
  source: 'typed',
  choices: '',
  choicesOf: '',
  referencedType: '',
};

type Provided = Pick<VariableAnswer, 'valueProvider'>;

function sourceOf(variable: Provided): Source {
  if (ownChoices(variable) !== undefined) return 'choices';
  return choicesOf(variable) === '' ? 'typed' : 'variable';
}

/** A variable that there is, to be changed. */
export const writtenOf = (variable: VariableAnswer): Written => ({
  ...blank,
  key: variable.key,
  type: variable.type.slice(variable.type.lastIndexOf('.') + 1),
  label: variable.label ?? '',
  description: variable.description ?? '',
  value: textOf(variable),
  requiresValue: variable.requiresValue,
  showOnReleaseStart: variable.showOnReleaseStart,
  multiline: variable.multiline,
  preventInterpolation: variable.preventInterpolation,
  source: sourceOf(variable),
  choices: (ownChoices(variable) ?? []).join('\n'),
  choicesOf: choicesOf(variable),
  referencedType: variable.referencedType ?? '',
});

function providerOf({ source, choices, choicesOf: key }: Written, prefix: string) {
  const type = `${prefix}.ListOfStringValueProviderConfiguration`;
  switch (source) {
    case 'typed':
      return null;
    case 'choices':
      return { type, values: linesOf(choices) };
    case 'variable':
      return { type, variable: `\${${key.trim()}}` };
  }
}

const textOrNull = (text: string): string | null => (text === '' ? null : text);

/**
 * The body for REST: for an existing variable only the differences from `before`, so that concurrent changes stay. A
 * type of the product has the prefix of this server.
 */
export function bodyOf(written: Written, before: Written, prefix: string) {
  const differs = (...names: readonly (keyof Written)[]) => names.some((name) => written[name] !== before[name]);
  const { label, description, requiresValue, showOnReleaseStart, multiline, preventInterpolation } = written;
  const read = readIn(kindOf(written), written.value);
  return {
    ...(differs('value') && { value: read }),
    ...(written.isValueRemoved && { value: null }),
    ...(differs('label') && { label: textOrNull(label) }),
    ...(differs('description') && { description: textOrNull(description) }),
    ...(differs('requiresValue') && { requiresValue }),
    ...(differs('showOnReleaseStart') && { showOnReleaseStart }),
    ...(differs('multiline') && { multiline }),
    ...(differs('preventInterpolation') && { preventInterpolation }),
    ...(differs('source', 'choices', 'choicesOf') && { valueProvider: providerOf(written, prefix) }),
    ...(differs('referencedType') && { referencedType: textOrNull(written.referencedType) }),
  };
}
