import type { PropertyDefinition, TypeDefinition } from '../definitions/type-definition.ts';
import { properties, property, type } from './built-in-type.ts';

const ofEach = properties(`text key!
  text label description folderId
  flag requiresValue showOnReleaseStart inherited
  ci<ValueProviderConfiguration> valueProvider`);

const holding = (name: string, value: Partial<PropertyDefinition>, more = ''): TypeDefinition =>
  type({
    name,
    extends: 'Variable',
    properties: [property({ name: 'value', ...value }), ...(more === '' ? [] : properties(more))],
  });

/** Variables by what they hold (rest-api.md, section Variable). */
export const variableTypes: readonly TypeDefinition[] = [
  type({ name: 'Variable', extends: 'udm.BaseConfigurationItem', virtual: true, properties: ofEach }),
  holding('StringVariable', {}, 'flag multiline preventInterpolation'),
  holding('PasswordStringVariable', { password: true }, 'ci<ExternalVariableValue> externalVariableValue'),
  holding('BooleanVariable', { kind: 'boolean' }),
  holding('IntegerVariable', { kind: 'integer' }),
  holding('DateVariable', { kind: 'date' }),
  holding('ListStringVariable', { kind: 'list_of_string' }),
  holding('SetStringVariable', { kind: 'set_of_string' }),
  holding('MapStringStringVariable', { kind: 'map_string_string' }),
  holding('ReferenceVariable', { kind: 'ci' }, 'text referencedType'),
  type({ name: 'ExternalVariableValue', extends: 'udm.BaseConfigurationItem' }),
  type({ name: 'ValueProviderConfiguration', extends: 'udm.BaseConfigurationItem', virtual: true }),
  ...['FolderVariables', 'GlobalVariables'].map((name) =>
    type({ name, extends: 'udm.BaseConfigurationItem', properties: properties('list_of_ci<Variable> variables') }),
  ),
];
