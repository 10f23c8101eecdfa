import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { useMemo } from 'preact/hooks';
import { entriesOf } from '../../../components/drafts/entries.ts';
import type { FieldSpec } from '../../../components/drafts/field-specs.ts';
import { emptyLabel } from '../../../components/fields/empty-label.ts';
import { isScript } from '../../../components/marks/task-kinds.ts';
import { folderOptions, useFolders } from '../../../live/folders.ts';
import { useTaskTypes } from '../../../live/task-types.ts';
import { type PropertyDefinition, type TypeDefinition, useTypeDefinition } from '../../../live/type-definitions.ts';
import { t } from '../../../navigation/text.ts';

/** Whether the scripts of the task set the property. */
const isOutput = ({ category }: PropertyDefinition): boolean => category === 'output' || category === 'script';

const kinds: Readonly<Record<string, FieldSpec['kind']>> = {
  boolean: 'boolean',
  integer: 'number',
  date: 'date',
  list_of_string: 'texts',
  set_of_string: 'texts',
  list_of_ci: 'texts',
  set_of_ci: 'texts',
  map_string_string: 'map',
};

/** The names of properties with a multi-line text field. */
const longNames = new Set(['script', 'body', 'condition']);

/** Properties of built-in task types that have a separate editor or that scripts set. */
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

/** The labels of built-in properties whose names do not explain them. */
const labels: Readonly<Record<string, string>> = {
  ignoreScriptVariableInterpolation: t('Don’t replace placeholders in the script'),
  keepPreviousOutputPropertiesOnRetry: t('Keep the output of the previous attempt'),
};

/**
 * Returns the label of a field. A required field is only labeled as required, because a variable may set its value and
 * an incomplete plan can be saved.
 */
const labelOf = ({ name, kind, label, required }: PropertyDefinition): string =>
  required && kind !== 'boolean' ? t`${label} (required)` : (labels[name] ?? label);

function specOf(property: PropertyDefinition, prefix: string, hasOwnScript: boolean): FieldSpec {
  const { name, kind, description, password, required, enumValues, defaultValue } = property;
  const defaultLabel = defaultValue === undefined ? undefined : String(defaultValue);
  const options = enumValues.map((value) => [value, value] as const);
  return {
    name: `${prefix}${name}`,
    label: labelOf(property),
    kind: password ? 'password' : (kinds[kind] ?? 'text'),
    isLong: longNames.has(name),
    codeRows: name === 'script' ? 12 : undefined,
    testedScript: hasOwnScript && name === 'script' ? 'script' : undefined,
    hint: description === '' ? undefined : description,
    ...(kind === 'enum' &&
      options.length > 0 && { options: [['', emptyLabel({ isRequired: required, defaultLabel })], ...options] }),
  };
}

/** A field that contains the id of a configuration, with the type of the configuration. */
interface ReferenceSpec {
  readonly field: FieldSpec;
  readonly type: string;
  /** Whether the task needs a configuration when it starts. */
  readonly isNeeded: boolean;
}

/** The fields of a type, without the common fields of all tasks. */
interface OwnFields {
  readonly fields: readonly FieldSpec[];
  readonly references: readonly ReferenceSpec[];
  /** The names of the output properties. */
  readonly outputs: readonly string[];
}

/** Returns the fields of a type without the `common` properties. `prefix` precedes the names of nested properties. */
function ownFieldsOf(type: TypeDefinition, common: ReadonlySet<string>, prefix = ''): OwnFields {
  const isBuiltIn = type.plugin === undefined;
  const toSpec = (property: PropertyDefinition) => specOf(property, prefix, isBuiltIn && isScript(type.type));
  const ownProperties = type.properties.filter(
    ({ name, hidden }) => !(hidden || common.has(name) || (isBuiltIn && separateFields.has(name))),
  );
  const editable = ownProperties.filter((property) => !isOutput(property));
  const isReference = ({ kind, referencedType }: PropertyDefinition) => kind === 'ci' && referencedType !== undefined;
  return {
    fields: editable.filter((property) => !isReference(property)).map(toSpec),
    references: editable.filter(isReference).map((property) => ({
      field: toSpec(property),
      type: property.referencedType ?? '',
      isNeeded: property.required,
    })),
    outputs: ownProperties.filter(isOutput).map(({ name }) => `${prefix}${name}`),
  };
}

/** The fields of the type of a task. */
export interface TaskFields extends OwnFields {
  /** The property names of a built-in type. Some properties have a separate editor, such as `conditions`. */
  readonly parts: ReadonlySet<string>;
}

const scriptTypeOf = (task: TaskResponse): string | undefined => {
  const script = entriesOf(task).find(([name]) => name === 'pythonScript')?.[1];
  const type = entriesOf(script).find(([name]) => name === 'type')?.[1];
  return typeof type === 'string' ? type : undefined;
};

/** Returns the prefix of a type, such as `rel` in `rel.Release`. */
const prefixOf = (type: string): string => type.slice(0, type.lastIndexOf('.'));

const choiceField = (name: string, label: string, options: readonly (readonly [string, string])[]): FieldSpec => ({
  name,
  label,
  kind: 'text',
  isNullable: true,
  options,
});

/** The fields of built-in task types with options, by the names of their properties. */
function useChoiceFields({ variables }: Pick<ReleaseResponse, 'variables'>): ReadonlyMap<string, FieldSpec> {
  const folders = useFolders();
  const types = useTaskTypes() ?? [];
  const plugins = types.flatMap(({ type, title, plugin }) => (plugin === undefined ? [] : [[type, title] as const]));
  const keys = variables.map(({ id, key }) => [id, key] as const);
  return new Map([
    ['variables', { name: 'variables', label: t('Requested variables'), kind: 'list', options: keys }],
    [
      'folderId',
      choiceField('folderId', t('Release folder'), [['', t('Same as the template')], ...folderOptions(folders)]),
    ],
    ['pythonScript', choiceField('pythonScript.type', t('Plugin task type'), [['', t('Select…')], ...plugins])],
  ]);
}

/** Returns the fields of a task from the definitions of its type and its script; undefined: not loaded. */
export function useTaskFields(plan: ReleaseResponse, task: TaskResponse): TaskFields | undefined {
  const common = useTypeDefinition(`${prefixOf(plan.type)}.Task`);
  const type = useTypeDefinition(task.type);
  const script = scriptTypeOf(task);
  const scriptType = useTypeDefinition(script ?? task.type);
  const choiceFieldsByName = useChoiceFields(plan);
  const typeFields = useMemo(() => {
    if (common === undefined || type === undefined) return undefined;
    const names = new Set(common.properties.map(({ name }) => name));
    const usedScriptType = script === undefined ? undefined : scriptType;
    return {
      own: ownFieldsOf(type, names),
      inside: usedScriptType && ownFieldsOf(usedScriptType, new Set(), 'pythonScript.'),
      parts: new Set(type.plugin === undefined ? type.properties.map(({ name }) => name) : []),
    };
  }, [common, type, script, scriptType]);
  if (typeFields === undefined) return undefined;
  const { own: ownFields, inside: scriptFields, parts } = typeFields;
  const choiceFields = [...choiceFieldsByName].flatMap(([name, spec]) => (parts.has(name) ? spec : []));
  return {
    fields: [...choiceFields, ...ownFields.fields, ...(scriptFields?.fields ?? [])],
    references: [...ownFields.references, ...(scriptFields?.references ?? [])],
    outputs: [...ownFields.outputs, ...(scriptFields?.outputs ?? [])],
    parts,
  };
}
