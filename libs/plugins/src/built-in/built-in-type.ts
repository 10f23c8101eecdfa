import { toLabel } from '../definitions/define-property.ts';
import {
  type PropertyDefinition,
  type PropertyKind,
  propertyKinds,
  type TypeDefinition,
} from '../definitions/type-definition.ts';

type PropertyInput = Partial<PropertyDefinition> & Pick<PropertyDefinition, 'name'>;

/** A property of a type of the product; absent members have plain defaults. */
export const property = (input: PropertyInput): PropertyDefinition => ({
  kind: 'string',
  category: 'input',
  label: toLabel(input.name),
  description: '',
  required: false,
  implied: false,
  password: false,
  hidden: false,
  defaultValue: null,
  enumValues: [],
  referencedType: null,
  ...input,
});

type TypeInput = Partial<TypeDefinition> & Pick<TypeDefinition, 'name'>;

/** A type of the product; ours have no prefix. */
export const type = (input: TypeInput): TypeDefinition => ({
  extends: 'Configuration',
  label: toLabel(input.name.slice(input.name.lastIndexOf('.') + 1)),
  description: '',
  virtual: false,
  properties: [],
  scriptFile: null,
  ...input,
});

/** The kinds of properties, in short form. */
const kindAliases: Readonly<Record<string, PropertyKind>> = { text: 'string', flag: 'boolean', number: 'integer' };

const kindOf = (kindName: string): PropertyKind =>
  kindAliases[kindName] ?? propertyKinds.find((kind) => kind === kindName) ?? 'string';

/**
 * Properties, one line for each kind: the kind, then the names, required ones with a `!`, and the type that they refer
 * to in brackets: `list_of_ci<Task> tasks`.
 */
export function properties(lines: string): readonly PropertyDefinition[] {
  return lines.split('\n').flatMap((line) => {
    const [kind = '', ...names] = line.trim().split(/\s+/);
    const [kindName = '', referencedType = null] = kind.replace('>', '').split('<');
    return names.map((name) =>
      property({ name: name.replace('!', ''), kind: kindOf(kindName), required: name.endsWith('!'), referencedType }),
    );
  });
}
