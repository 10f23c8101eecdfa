import type { PropertyDefinition, TypeDefinition } from '../definitions/type-definition.ts';
import { properties, property, type } from './built-in-type.ts';

const commonProperties = properties(`text key!
  text label description folderId
  flag requiresValue showOnReleaseStart inherited
  ci<ValueProviderConfiguration> valueProvider`);

const variableType = (name: string, value: Partial<PropertyDefinition>, more = ''): TypeDefinition =>
  type({
    name,
    extends: 'Variable',
    properties: [property({ name: 'value', ...value }), ...(more === '' ? [] : properties(more))],
  });

/** Variables by what they hold (rest-api.md, section Variable). */
export const variableTypes: readonly TypeDefinition[] = [
  type({ name: 'Variable', extends: 'udm.BaseConfigurationItem', virtual: true, properties: commonProperties }),
  variableType('StringVariable', {}, 'flag multiline preventInterpolation'),
  variableType('PasswordStringVariable', { password: true }, 'ci<ExternalVariableValue> externalVariableValue'),
  variableType('BooleanVariable', { kind: 'boolean' }),
  variableType('IntegerVariable', { kind: 'integer' }),
  variableType('DateVariable', { kind: 'date' }),
  variableType('ListStringVariable', { kind: 'list_of_string' }),
  variableType('SetStringVariable', { kind: 'set_of_string' }),
  variableType('MapStringStringVariable', { kind: 'map_string_string' }),
  variableType('ReferenceVariable', { kind: 'ci' }, 'text referencedType'),
  type({ name: 'ExternalVariableValue', extends: 'udm.BaseConfigurationItem' }),
  type({ name: 'ValueProviderConfiguration', extends: 'udm.BaseConfigurationItem', virtual: true }),
  ...['FolderVariables', 'GlobalVariables'].map((name) =>
    type({ name, extends: 'udm.BaseConfigurationItem', properties: properties('list_of_ci<Variable> variables') }),
  ),
];
