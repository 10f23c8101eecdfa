import type { VariableResponse } from '@slipway/api-schema/variables';
import { lastSegment } from '../../navigation/ids.ts';
import { formatValue, kindOf, parseTexts } from './value-text.ts';

type ListBoxProvider = Pick<VariableResponse, 'valueProvider'>;
type ListBox = Pick<VariableResponse, 'id' | 'key' | 'type' | 'valueProvider'>;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

/** Whether a variable is a list box, which offers a list of values for one value or several. */
export function isListBox(variable: Pick<ListBox, 'type' | 'valueProvider'>): boolean {
  const kind = kindOf(variable);
  return (kind === 'text' || kind === 'texts') && variable.valueProvider !== undefined;
}

/** Returns the values in the value provider of a list box; undefined if the provider refers to another variable. */
export function ownChoices({ valueProvider }: ListBoxProvider): readonly string[] | undefined {
  const values = memberOf(valueProvider, 'values');
  return Array.isArray(values) ? values.map(String) : undefined;
}

const stripBraces = (key: string): string => key.replace(/^\$\{(.*)\}$/, '$1');

/** Returns the key or id of the variable to which the value provider refers; empty if it refers to none. */
export function choicesVariable({ valueProvider }: ListBoxProvider): string {
  const source = memberOf(valueProvider, 'variable');
  const reference = typeof source === 'string' ? source : (memberOf(source, 'key') ?? memberOf(source, 'id') ?? '');
  return stripBraces(String(reference));
}

/** The variables of a form, with the texts of their fields. */
export interface VariableForm<Variable extends ListBox> {
  readonly variables: readonly Variable[];
  readonly textFor: (variable: Variable) => string;
}

/**
 * Returns the values of the variable to which a list box refers; undefined if the form does not contain the variable.
 */
function formChoices<Variable extends ListBox>(
  box: ListBox,
  { variables, textFor }: VariableForm<Variable>,
): readonly string[] | undefined {
  const name = choicesVariable(box);
  const source = variables.find(
    ({ id, key }) => name !== '' && (key === name || lastSegment(id) === lastSegment(name)),
  );
  return source === undefined || kindOf(source) !== 'texts' ? undefined : parseTexts(textFor(source));
}

/**
 * Returns the values that a list box offers; undefined if the user can type any value. `known` are the values of a
 * variable outside the form, which the server returns.
 */
export function choicesFor<Variable extends ListBox>(
  variable: ListBox,
  form: VariableForm<Variable>,
  loadedChoices: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!isListBox(variable)) return undefined;
  return ownChoices(variable) ?? formChoices(variable, form) ?? loadedChoices;
}

/**
 * Returns the offered and the current values without duplicates. A current value is included even if it is not offered.
 */
export const withCurrent = (choices: readonly string[], current: readonly string[]): readonly string[] => [
  ...new Set([...choices, ...current]),
];

/** Adds a value to the end of a list, or removes it. Returns the text of the list field. */
export function toggleChoice(text: string, value: string, isOn: boolean): string {
  const others = parseTexts(text).filter((item) => item !== value);
  return formatValue('texts', isOn ? [...others, value] : others);
}
