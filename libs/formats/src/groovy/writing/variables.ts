import { blankVariable, isObject, type Json } from '@slipway/domain';
import { variableNames } from '../reading/variables.ts';
import { dateCall } from './date-call.ts';
import { argumentsOf, isList } from './literals.ts';
import { type Fields, keyIn, lastOf, type Manner, namesOf, objectsIn, textIn, writeMembers } from './members.ts';
import type { Page } from './page.ts';
import { ownType, type Writing } from './writing.ts';

const manner: Manner = {
  without: namesOf('id type key value requiresValue valueProvider'),
  blank: { ...blankVariable },
  meant: new Set(['property']),
  lists: new Set(),
};

/** The variables of a template, a trigger or a task in a block of this name. */
export const writeVariables = (name: string, variables: Json | undefined, writing: Writing): void =>
  writing.page.blockOf(name, objectsIn(variables), (variable) => writeVariable(variable, writing));

function writeVariable(variable: Fields, writing: Writing): void {
  const { page } = writing;
  const type = ownType(variable.type, writing);
  const offered = type === variableNames.listBoxVariable ? offeredBy(variable.valueProvider, writing) : null;
  const [word] = Object.entries(variableNames).find((each) => each[1] === type) ?? ['stringVariable'];
  page.block(offered === null ? word : 'listBoxVariable', textIn(variable.key) ?? '', () => {
    if (variable.requiresValue === false) page.member('required', false);
    writeMembers(page, variable, manner);
    if (offered !== null) writeOffered(page, offered);
    else if (isObject(variable.valueProvider)) writeProvider(variable.valueProvider, writing);
    writeValue(page, type, variable.value);
  });
}

/** The key of the variable with the values of a list box, or the values; null for another provider. */
function offeredBy(provider: Json | undefined, { keys }: Writing): string | readonly Json[] | null {
  if (!isObject(provider) || !textIn(provider.type)?.endsWith('.ListOfStringValueProviderConfiguration')) return null;
  const { values, variable, variableMapping } = provider;
  if (values !== undefined && isList(values)) return values;
  if (isObject(variable)) return textIn(variable.key) ?? keys.get(lastOf(variable.id)) ?? [];
  if (typeof variable === 'string') return keys.get(lastOf(variable)) ?? keyIn(variable) ?? variable;
  return (isObject(variableMapping) ? keyIn(variableMapping.values) : null) ?? [];
}

const ofProviders: Manner = {
  without: namesOf('id type variableMapping'),
  blank: {},
  meant: namesOf('property variableMapping'),
  lists: new Set(),
};

/** A value provider of a plugin: its type and its inputs. */
function writeProvider(provider: Fields, { page }: Writing): void {
  const { variableMapping } = provider;
  page.block('valueProvider', null, () => {
    page.member('type', provider.type);
    writeMembers(page, provider, ofProviders);
    if (isObject(variableMapping) && Object.keys(variableMapping).length > 0) {
      page.member('variableMapping', variableMapping);
    }
  });
}

function writeOffered(page: Page, offered: string | readonly Json[]): void {
  if (typeof offered === 'string') page.variable('possibleValues', offered);
  else if (offered.length > 0) page.member('possibleValues', offered.length === 1 ? offered[0] : offered);
}

/** The value of a variable; a password has none here. */
function writeValue(page: Page, type: string, value: Json | undefined): void {
  if (value === undefined || value === null || type === variableNames.passwordVariable) return;
  const call = type === variableNames.dateVariable && typeof value === 'string' ? dateCall(value) : null;
  if (call !== null) page.written('value', ` ${call}`);
  else if (isList(value)) writeList(page, value);
  else if (typeof value !== 'object' || Object.keys(value).length > 0) page.written('value', argumentsOf(value));
}

function writeList(page: Page, value: readonly Json[]): void {
  const [first] = value;
  if (first !== undefined) page.member('value', value.length === 1 ? first : value);
}
