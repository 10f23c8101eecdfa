import type { VariableAnswer } from '@slipway/wire';
import { lastOf } from '../../place/ids.ts';
import { kindOf, textIn, textsIn } from './typed.ts';

type Provided = Pick<VariableAnswer, 'valueProvider'>;
type Boxed = Pick<VariableAnswer, 'id' | 'key' | 'type' | 'valueProvider'>;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

/** Whether a variable is a list box: one text of some, or some texts of them. */
export function isListBox(variable: Pick<Boxed, 'type' | 'valueProvider'>): boolean {
  const kind = kindOf(variable);
  return (kind === 'text' || kind === 'texts') && variable.valueProvider !== undefined;
}

/** The values that the provider of a list box contains; undefined if another variable has them. */
export function ownChoices({ valueProvider }: Provided): readonly string[] | undefined {
  const values = memberOf(valueProvider, 'values');
  return Array.isArray(values) ? values.map(String) : undefined;
}

const bare = (key: string): string => key.replace(/^\$\{(.*)\}$/, '$1');

/** The key or id of the variable that has the values of a list box; an empty text if its provider names none. */
export function choicesOf({ valueProvider }: Provided): string {
  const source = memberOf(valueProvider, 'variable');
  const named = typeof source === 'string' ? source : (memberOf(source, 'key') ?? memberOf(source, 'id') ?? '');
  return bare(String(named));
}

/** The fields of a form: variables, with the text in the field of each. */
export interface FormOf<Variable extends Boxed> {
  readonly variables: readonly Variable[];
  readonly textFor: (variable: Variable) => string;
}

/** The values in the field of the variable that a list box names; undefined if the form does not contain that variable. */
function typedChoices<Variable extends Boxed>(
  box: Boxed,
  { variables, textFor }: FormOf<Variable>,
): readonly string[] | undefined {
  const name = choicesOf(box);
  const source = variables.find(({ id, key }) => name !== '' && (key === name || lastOf(id) === lastOf(name)));
  return source === undefined || kindOf(source) !== 'texts' ? undefined : textsIn(textFor(source));
}

/**
 * The values that a list box offers in a form; undefined: any value can be typed. `known` are the values of a variable
 * outside of the form, from the server.
 */
export function choicesFor<Variable extends Boxed>(
  variable: Boxed,
  form: FormOf<Variable>,
  known: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!isListBox(variable)) return undefined;
  return ownChoices(variable) ?? typedChoices(variable, form) ?? known;
}

/** The offered values and the current ones, each once. A current value stays visible if it is not offered. */
export const withCurrent = (choices: readonly string[], current: readonly string[]): readonly string[] => [
  ...new Set([...choices, ...current]),
];

/** A list as the text of its field, with a value added at its end or removed. */
export function toggled(text: string, value: string, isOn: boolean): string {
  const others = textsIn(text).filter((each) => each !== value);
  return textIn('texts', isOn ? [...others, value] : others);
}
