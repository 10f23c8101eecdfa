import type { VariableResponse } from '@slipway/api-schema/variables';
import { choicesVariable, ownChoices } from '../../components/variables/choices.ts';
import { kindOf, linesOf, parseValue, variableText } from '../../components/variables/value-text.ts';

/** What types of variables are called, in the order in which they are offered. */
export const typeLabels = {
  StringVariable: 'Text',
  PasswordStringVariable: 'Password',
  IntegerVariable: 'Number',
  BooleanVariable: 'Yes or no',
  DateVariable: 'Date',
  ListStringVariable: 'List',
  SetStringVariable: 'Set',
  MapStringStringVariable: 'Map',
  ReferenceVariable: 'Connection',
} as const;

/** Where a text comes from: it is typed, or one of some choices, or one of those that a variable has. */
export const sources = {
  typed: 'Free text',
  choices: 'Fixed list',
  variable: 'List variable',
} as const;
type Source = keyof typeof sources;
export const isSource = (text: string): text is Source => Object.hasOwn(sources, text);

/** A variable as a form has it: all that is typed is a text. */
export interface FormValues {
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
  readonly choicesKey: string;
  readonly referencedType: string;
}

export const emptyValues: FormValues = {
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
  choicesKey: '',
  referencedType: '',
};

type ListBoxProvider = Pick<VariableResponse, 'valueProvider'>;

function sourceOf(variable: ListBoxProvider): Source {
  if (ownChoices(variable) !== undefined) return 'choices';
  return choicesVariable(variable) === '' ? 'typed' : 'variable';
}

/** A variable that there is, to be changed. */
export const toFormValues = (variable: VariableResponse): FormValues => ({
  ...emptyValues,
  key: variable.key,
  type: variable.type.slice(variable.type.lastIndexOf('.') + 1),
  label: variable.label ?? '',
  description: variable.description ?? '',
  value: variableText(variable),
  requiresValue: variable.requiresValue,
  showOnReleaseStart: variable.showOnReleaseStart,
  multiline: variable.multiline,
  preventInterpolation: variable.preventInterpolation,
  source: sourceOf(variable),
  choices: (ownChoices(variable) ?? []).join('\n'),
  choicesKey: choicesVariable(variable),
  referencedType: variable.referencedType ?? '',
});

function providerOf({ source, choices, choicesKey: key }: FormValues, prefix: string) {
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
export function toRequestBody(formValues: FormValues, initialValues: FormValues, prefix: string) {
  const isChanged = (...names: readonly (keyof FormValues)[]) =>
    names.some((name) => formValues[name] !== initialValues[name]);
  const { label, description, requiresValue, showOnReleaseStart, multiline, preventInterpolation } = formValues;
  const parsedValue = parseValue(kindOf(formValues), formValues.value);
  return {
    ...(isChanged('value') && { value: parsedValue }),
    ...(formValues.isValueRemoved && { value: null }),
    ...(isChanged('label') && { label: textOrNull(label) }),
    ...(isChanged('description') && { description: textOrNull(description) }),
    ...(isChanged('requiresValue') && { requiresValue }),
    ...(isChanged('showOnReleaseStart') && { showOnReleaseStart }),
    ...(isChanged('multiline') && { multiline }),
    ...(isChanged('preventInterpolation') && { preventInterpolation }),
    ...(isChanged('source', 'choices', 'choicesKey') && { valueProvider: providerOf(formValues, prefix) }),
    ...(isChanged('referencedType') && { referencedType: textOrNull(formValues.referencedType) }),
  };
}
