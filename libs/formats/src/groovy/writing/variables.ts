import { blankVariable, isObject, type Json } from '@slipway/domain/model';
import { variableNames } from '../reading/variables.ts';
import type { GroovyWriter } from './groovy-writer.ts';
import { argumentsOf, dateCall, isList } from './literals.ts';
import {
  type Fields,
  keyIn,
  lastOf,
  namesOf,
  objectsIn,
  ownType,
  textIn,
  type WriteContext,
  type WriteRules,
  writeMembers,
} from './members.ts';

const variableRules: WriteRules = {
  excluded: namesOf('id type key value requiresValue valueProvider'),
  defaults: { ...blankVariable },
  reserved: new Set(['property']),
  listMembers: new Set(),
};

/** Writes the variables of a template, trigger or task in a block of this name. */
export const writeVariables = (name: string, variables: Json | undefined, context: WriteContext): void =>
  context.writer.blockForEach(name, objectsIn(variables), (variable) => writeVariable(variable, context));

function writeVariable(variable: Fields, context: WriteContext): void {
  const { writer } = context;
  const type = ownType(variable.type, context);
  const listBoxValues =
    type === variableNames.listBoxVariable ? listBoxValuesOf(variable.valueProvider, context) : null;
  const [keyword] = Object.entries(variableNames).find((entry) => entry[1] === type) ?? ['stringVariable'];
  writer.block(listBoxValues === null ? keyword : 'listBoxVariable', textIn(variable.key) ?? '', () => {
    if (variable.requiresValue === false) writer.member('required', false);
    writeMembers(writer, variable, variableRules);
    if (listBoxValues !== null) writeOffered(writer, listBoxValues);
    else if (isObject(variable.valueProvider)) writeProvider(variable.valueProvider, context);
    writeValue(writer, type, variable.value);
  });
}

/**
 * Returns the values of a list box, or the key of the variable that contains them. Returns null for another provider.
 */
function listBoxValuesOf(provider: Json | undefined, { keys }: WriteContext): string | readonly Json[] | null {
  if (!isObject(provider) || !textIn(provider.type)?.endsWith('.ListOfStringValueProviderConfiguration')) return null;
  const { values, variable, variableMapping } = provider;
  if (values !== undefined && isList(values)) return values;
  if (isObject(variable)) return textIn(variable.key) ?? keys.get(lastOf(variable.id)) ?? [];
  if (typeof variable === 'string') return keys.get(lastOf(variable)) ?? keyIn(variable) ?? variable;
  return (isObject(variableMapping) ? keyIn(variableMapping.values) : null) ?? [];
}

const providerRules: WriteRules = {
  excluded: namesOf('id type variableMapping'),
  defaults: {},
  reserved: namesOf('property variableMapping'),
  listMembers: new Set(),
};

/** Writes a value provider of a plugin: its type and its inputs. */
function writeProvider(provider: Fields, { writer }: WriteContext): void {
  const { variableMapping } = provider;
  writer.block('valueProvider', null, () => {
    writer.member('type', provider.type);
    writeMembers(writer, provider, providerRules);
    if (isObject(variableMapping) && Object.keys(variableMapping).length > 0) {
      writer.member('variableMapping', variableMapping);
    }
  });
}

function writeOffered(writer: GroovyWriter, listBoxValues: string | readonly Json[]): void {
  if (typeof listBoxValues === 'string') writer.variable('possibleValues', listBoxValues);
  else if (listBoxValues.length > 0)
    writer.member('possibleValues', listBoxValues.length === 1 ? listBoxValues[0] : listBoxValues);
}

/** Writes the value of a variable. Omits passwords. */
function writeValue(writer: GroovyWriter, type: string, value: Json | undefined): void {
  if (value === undefined || value === null || type === variableNames.passwordVariable) return;
  const call = type === variableNames.dateVariable && typeof value === 'string' ? dateCall(value) : null;
  if (call !== null) writer.rawStatement('value', ` ${call}`);
  else if (isList(value)) writeList(writer, value);
  else if (typeof value !== 'object' || Object.keys(value).length > 0) writer.rawStatement('value', argumentsOf(value));
}

function writeList(writer: GroovyWriter, value: readonly Json[]): void {
  const [first] = value;
  if (first !== undefined) writer.member('value', value.length === 1 ? first : value);
}
