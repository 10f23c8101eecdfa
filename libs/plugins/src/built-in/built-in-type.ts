import { toLabel } from '../definitions/define-property.ts';
import {
  type PropertyDefinition,
  type PropertyKind,
  propertyKinds,
  type TypeDefinition,
} from '../definitions/type-definition.ts';

type PropertyInput = Partial<PropertyDefinition> & Pick<PropertyDefinition, 'name'>;

/** Returns a property of a built-in type. Absent members have the usual defaults. */
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

/** Returns a built-in type. Its name has no prefix. */
export const type = (input: TypeInput): TypeDefinition => ({
  extends: 'Configuration',
  label: toLabel(input.name.slice(input.name.lastIndexOf('.') + 1)),
  description: '',
  virtual: false,
  properties: [],
  scriptFile: null,
  ...input,
});

/** The short names of property kinds. */
const kindAliases: Readonly<Record<string, PropertyKind>> = { text: 'string', flag: 'boolean', number: 'integer' };

const kindOf = (kindName: string): PropertyKind =>
  kindAliases[kindName] ?? propertyKinds.find((kind) => kind === kindName) ?? 'string';

/**
 * Parses properties, with one line for each kind: the kind, then the names, with a `!` for required ones. The
 * referenced type is in brackets: `list_of_ci<Task> tasks`.
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
