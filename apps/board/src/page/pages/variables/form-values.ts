import type { VariableResponse } from '@slipway/api-schema/variables';
import { choicesVariable, ownChoices } from '../../components/variables/choices.ts';
import { kindOf, linesOf, parseValue, variableText } from '../../components/variables/value-text.ts';
import { t } from '../../navigation/text.ts';

/** The labels of the variable types, in the order of the options. */
export const typeLabels = {
  StringVariable: t('Text'),
  PasswordStringVariable: t('Password'),
  IntegerVariable: t('Number'),
  BooleanVariable: t('Yes or no'),
  DateVariable: t('Date'),
  ListStringVariable: t('List'),
  SetStringVariable: t('Set'),
  MapStringStringVariable: t('Map'),
  ReferenceVariable: t('Connection'),
} as const;

/** Returns the label of a variable type. The prefix of built-in types is ignored. */
export function typeLabel(type: string): string {
  const name = type.slice(type.lastIndexOf('.') + 1);
  return Object.entries(typeLabels).find(([known]) => known === name)?.[1] ?? name;
}

/** The possible sources of the value of a text variable, with their labels. */
export const sources = {
  typed: t('Free text'),
  choices: t('Fixed list'),
  variable: t('List variable'),
} as const;
type Source = keyof typeof sources;
export const isSource = (text: string): text is Source => Object.hasOwn(sources, text);

/** The input of the variable form. Each text field is a string. */
export interface FormValues {
  readonly key: string;
  /** The type without its prefix. */
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
  /** The choices, one per line. */
  readonly choices: string;
  /** The key of the list variable that contains the choices. */
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

/** Returns the initial input for an existing variable. */
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
 * Returns the request body. It contains only differences from `initialValues`, so that concurrent changes of other
 * fields are kept. `prefix` is the prefix of built-in types on this server.
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
