import { worded } from '../definitions/define-property.ts';
import {
  type PropertyDefinition,
  type PropertyKind,
  propertyKinds,
  type TypeDefinition,
} from '../definitions/type-definition.ts';

type GivenProperty = Partial<PropertyDefinition> & Pick<PropertyDefinition, 'name'>;

/** A property of a type of the product; absent members have plain defaults. */
export const property = (given: GivenProperty): PropertyDefinition => ({
  kind: 'string',
  category: 'input',
  label: worded(given.name),
  description: '',
  required: false,
  implied: false,
  password: false,
  hidden: false,
  defaultValue: null,
  enumValues: [],
  referencedType: null,
  ...given,
});

type GivenType = Partial<TypeDefinition> & Pick<TypeDefinition, 'name'>;

/** A type of the product; ours have no prefix. */
export const type = (given: GivenType): TypeDefinition => ({
  extends: 'Configuration',
  label: worded(given.name.slice(given.name.lastIndexOf('.') + 1)),
  description: '',
  virtual: false,
  properties: [],
  scriptFile: null,
  ...given,
});

/** What a property may hold, in short. */
const short: Readonly<Record<string, PropertyKind>> = { text: 'string', flag: 'boolean', number: 'integer' };

const kindOf = (word: string): PropertyKind => short[word] ?? propertyKinds.find((kind) => kind === word) ?? 'string';

/**
 * Properties, one line for each kind: the kind, then the names, required ones with a `!`, and the type that they refer
 * to in brackets: `list_of_ci<Task> tasks`.
 */
export function properties(lines: string): readonly PropertyDefinition[] {
  return lines.split('\n').flatMap((line) => {
    const [kind = '', ...names] = line.trim().split(/\s+/);
    const [word = '', referencedType = null] = kind.replace('>', '').split('<');
    return names.map((name) =>
      property({ name: name.replace('!', ''), kind: kindOf(word), required: name.endsWith('!'), referencedType }),
    );
  });
}
