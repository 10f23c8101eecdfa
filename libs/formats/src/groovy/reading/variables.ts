import { message } from '@slipway/domain/messages';
import type { Json, VariableType } from '@slipway/domain/model';
import { excerptForMessage } from '../language/parse-error.ts';
import type { Statement } from '../language/tree.ts';
import type { ReadContext } from './context.ts';
import {
  argumentValue,
  type Fields,
  fieldsOf,
  type Handler,
  listOf,
  placeholderOf,
  statementsOf,
  titleOf,
} from './fields.ts';

/** The statements that declare variables, by type. A list box is a text with values to choose from. */
export const variableNames = {
  stringVariable: 'StringVariable',
  listBoxVariable: 'StringVariable',
  passwordVariable: 'PasswordStringVariable',
  booleanVariable: 'BooleanVariable',
  integerVariable: 'IntegerVariable',
  dateVariable: 'DateVariable',
  listVariable: 'ListStringVariable',
  setVariable: 'SetStringVariable',
  mapVariable: 'MapStringStringVariable',
  referenceVariable: 'ReferenceVariable',
} as const satisfies Readonly<Record<string, VariableType>>;

const typeOf: ReadonlyMap<string, VariableType> = new Map(Object.entries(variableNames));

/** Returns the variables that a block declares, in the order of the block. */
export const variablesIn = (statement: Statement, context: ReadContext): readonly Fields[] =>
  statementsOf(statement).flatMap((child) => {
    const type = typeOf.get(child.name);
    if (type !== undefined) return [readVariable(child, type, context)];
    context.warn(child, message('groovy.unknownVariableType', { name: excerptForMessage(child.name) }));
    return [];
  });

function readVariable(statement: Statement, type: VariableType, context: ReadContext): Fields {
  const handlers = new Map<string, Handler>([
    ['required', (child) => ({ requiresValue: argumentValue(child) ?? true })],
    ['value', (child) => ({ value: valueFor(type, child) })],
    ['possibleValues', (child) => ({ valueProvider: readProvider(child, context) })],
    ['valueProvider', (child) => ({ valueProvider: fieldsOf(child, context, new Map(), new Set()) })],
    ['title', () => ({})],
  ]);
  // `stringVariable('key', 'value')` contains the value without a block.
  const [first, ...values] = statement.args;
  const key = first?.kind === 'text' ? first.text : titleOf(statement, context);
  return {
    id: context.idOf('Variable', statement),
    type: context.qualifyType(type),
    key,
    requiresValue: true,
    showOnReleaseStart: true,
    ...(statement.name === 'listBoxVariable' && { valueProvider: { type: providerType(context), values: [] } }),
    ...(values.length > 0 && { value: valueFor(type, { ...statement, args: values }) }),
    ...fieldsOf(statement, context, handlers),
  };
}

const providerType = (context: ReadContext): string => context.qualifyType('ListOfStringValueProviderConfiguration');

/** Returns the value of a variable in the form of its type. */
function valueFor(type: VariableType, statement: Statement): Json {
  const [single] = statement.args;
  const isCollection = type === 'ListStringVariable' || type === 'SetStringVariable';
  if (single?.kind === 'variable') return placeholderOf(single.key);
  return isCollection ? listOf(statement) : (argumentValue(statement) ?? null);
}

/** Returns the options of a list box: texts, or the values of a variable. */
function readProvider(statement: Statement, context: ReadContext): Json {
  const [single] = statement.args;
  const type = providerType(context);
  return single?.kind === 'variable' ? { type, variable: single.key } : { type, values: listOf(statement) };
}
