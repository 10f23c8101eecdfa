import type { VariableResponse } from '@slipway/api-schema/variables';
import { lastSegment } from '../../navigation/ids.ts';
import { formatValue, kindOf, parseTexts } from './value-text.ts';

type ListBoxProvider = Pick<VariableResponse, 'valueProvider'>;
type ListBox = Pick<VariableResponse, 'id' | 'key' | 'type' | 'valueProvider'>;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

/** Whether a variable is a list box: one text of some, or some texts of them. */
export function isListBox(variable: Pick<ListBox, 'type' | 'valueProvider'>): boolean {
  const kind = kindOf(variable);
  return (kind === 'text' || kind === 'texts') && variable.valueProvider !== undefined;
}

/** The values that the provider of a list box contains; undefined if another variable has them. */
export function ownChoices({ valueProvider }: ListBoxProvider): readonly string[] | undefined {
  const values = memberOf(valueProvider, 'values');
  return Array.isArray(values) ? values.map(String) : undefined;
}

const stripBraces = (key: string): string => key.replace(/^\$\{(.*)\}$/, '$1');

/** The key or id of the variable that has the values of a list box; an empty text if its provider names none. */
export function choicesVariable({ valueProvider }: ListBoxProvider): string {
  const source = memberOf(valueProvider, 'variable');
  const reference = typeof source === 'string' ? source : (memberOf(source, 'key') ?? memberOf(source, 'id') ?? '');
  return stripBraces(String(reference));
}

/** The fields of a form: variables, with the text in the field of each. */
export interface VariableForm<Variable extends ListBox> {
  readonly variables: readonly Variable[];
  readonly textFor: (variable: Variable) => string;
}

/** The values in the field of the variable that a list box names; undefined if the form does not contain that variable. */
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
 * The values that a list box offers in a form; undefined: any value can be typed. `known` are the values of a variable
 * outside of the form, from the server.
 */
export function choicesFor<Variable extends ListBox>(
  variable: ListBox,
  form: VariableForm<Variable>,
  loadedChoices: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!isListBox(variable)) return undefined;
  return ownChoices(variable) ?? formChoices(variable, form) ?? loadedChoices;
}

/** The offered values and the current ones, each once. A current value stays visible if it is not offered. */
export const withCurrent = (choices: readonly string[], current: readonly string[]): readonly string[] => [
  ...new Set([...choices, ...current]),
];

/** A list as the text of its field, with a value added at its end or removed. */
export function toggleChoice(text: string, value: string, isOn: boolean): string {
  const others = parseTexts(text).filter((item) => item !== value);
  return formatValue('texts', isOn ? [...others, value] : others);
}
