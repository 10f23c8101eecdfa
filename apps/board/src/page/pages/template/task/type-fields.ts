import type { FieldSpec } from '../../../components/drafts/field-specs.ts';

/** A property of a type, as `GET /metadata/types/{typeName}` answers it. */
export interface PropertyDefinition {
  readonly name: string;
  readonly kind: string;
  readonly category: string;
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
  readonly password: boolean;
  readonly hidden: boolean;
  readonly enumValues: readonly string[];
  readonly referencedType?: string;
}

export interface TypeDefinition {
  readonly type: string;
  readonly plugin?: string;
  readonly properties: readonly PropertyDefinition[];
}

/** What scripts leave with their task. */
const isOutput = ({ category }: PropertyDefinition): boolean => category === 'output' || category === 'script';

const kinds: Readonly<Record<string, FieldSpec['kind']>> = {
  boolean: 'truth',
  integer: 'number',
  date: 'moment',
  list_of_string: 'texts',
  set_of_string: 'texts',
  list_of_ci: 'texts',
  set_of_ci: 'texts',
  map_string_string: 'map',
};

/** Texts that are seldom of one line. */
const longNames = new Set(['script', 'body', 'condition']);

/** Members with an editor of their own, of the types of the product, or computed by scripts. */
const separateFields = new Set([
  'tasks',
  'links',
  'conditions',
  'dependencies',
  'variables',
  'templateId',
  'folderId',
  'templateVariables',
  'pythonScript',
  'statusLine',
]);

/** A required field is only labeled as such: a variable may fill it, and an incomplete template can be saved. */
const labelOf = ({ kind, label, required }: PropertyDefinition): string =>
  required && kind !== 'boolean' ? `${label} (required)` : label;

function specOf(property: PropertyDefinition, prefix: string): FieldSpec {
  const { name, kind, description, password, enumValues } = property;
  const options = enumValues.map((value) => [value, value] as const);
  return {
    name: `${prefix}${name}`,
    label: labelOf(property),
    kind: password ? 'password' : (kinds[kind] ?? 'text'),
    isLong: longNames.has(name),
    hint: description === '' ? undefined : description,
    ...(kind === 'enum' && options.length > 0 && { options: [['', '–'], ...options] }),
  };
}

/** A field by which a task names a configuration of a type. */
interface ReferenceSpec {
  readonly field: FieldSpec;
  readonly type: string;
}

/** The fields of a type besides those of all tasks. */
export interface OwnFields {
  readonly fields: readonly FieldSpec[];
  readonly references: readonly ReferenceSpec[];
  /** the names of what its scripts leave */
  readonly outputs: readonly string[];
}

/** The fields of a type. `common` are the members of every task; `before` is the prefix of nested names. */
export function ownFieldsOf(type: TypeDefinition, common: ReadonlySet<string>, prefix = ''): OwnFields {
  const isBuiltIn = type.plugin === undefined;
  const ownProperties = type.properties.filter(
    ({ name, hidden }) => !(hidden || common.has(name) || (isBuiltIn && separateFields.has(name))),
  );
  const editable = ownProperties.filter((property) => !isOutput(property));
  const isReference = ({ kind, referencedType }: PropertyDefinition) => kind === 'ci' && referencedType !== undefined;
  return {
    fields: editable.filter((property) => !isReference(property)).map((property) => specOf(property, prefix)),
    references: editable
      .filter(isReference)
      .map((property) => ({ field: specOf(property, prefix), type: property.referencedType ?? '' })),
    outputs: ownProperties.filter(isOutput).map(({ name }) => `${prefix}${name}`),
  };
}
