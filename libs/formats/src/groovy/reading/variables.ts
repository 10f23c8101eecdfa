import type { Json, VariableType } from '@slipway/domain';
import { repeated } from '../language/refusal.ts';
import type { Statement } from '../language/tree.ts';
import type { Reading } from './context.ts';
import { type Fields, fieldsOf, type Handler, listOf, mention, saidBy, statementsOf, titleOf } from './fields.ts';

/** What declares a variable of which type; a list box is a text with values to choose from. */
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

/** The variables that a block declares, in their order. */
export const variablesIn = (statement: Statement, reading: Reading): readonly Fields[] =>
  statementsOf(statement).flatMap((each) => {
    const type = typeOf.get(each.name);
    if (type !== undefined) return [variableOf(each, type, reading)];
    reading.warn(each, `there is no kind of variable ${repeated(each.name)}; it was left out`);
    return [];
  });

function variableOf(statement: Statement, type: VariableType, reading: Reading): Fields {
  const handlers = new Map<string, Handler>([
    ['required', (each) => ({ requiresValue: saidBy(each) ?? true })],
    ['value', (each) => ({ value: valueFor(type, each) })],
    ['possibleValues', (each) => ({ valueProvider: providerOf(each, reading) })],
    ['valueProvider', (each) => ({ valueProvider: fieldsOf(each, reading, new Map(), new Set()) })],
    ['title', () => ({})],
  ]);
  // `stringVariable('key', 'value')` gives the value without a block
  const [first, ...values] = statement.args;
  const key = first?.kind === 'text' ? first.text : titleOf(statement, reading);
  return {
    id: reading.idOf('Variable', statement),
    type: reading.ours(type),
    key,
    requiresValue: true,
    showOnReleaseStart: true,
    ...(statement.name === 'listBoxVariable' && { valueProvider: { type: providerType(reading), values: [] } }),
    ...(values.length > 0 && { value: valueFor(type, { ...statement, args: values }) }),
    ...fieldsOf(statement, reading, handlers),
  };
}

const providerType = (reading: Reading): string => reading.ours('ListOfStringValueProviderConfiguration');

/** The value of a variable in the shape of its type. */
function valueFor(type: VariableType, statement: Statement): Json {
  const [only] = statement.args;
  const isMany = type === 'ListStringVariable' || type === 'SetStringVariable';
  if (only?.kind === 'variable') return mention(only.key);
  return isMany ? listOf(statement) : (saidBy(statement) ?? null);
}

/** What a list box offers: texts, or those of a variable. */
function providerOf(statement: Statement, reading: Reading): Json {
  const [only] = statement.args;
  const type = providerType(reading);
  return only?.kind === 'variable' ? { type, variable: only.key } : { type, values: listOf(statement) };
}
