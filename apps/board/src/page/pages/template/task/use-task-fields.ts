import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { useMemo } from 'preact/hooks';
import { entriesOf } from '../../../components/drafts/draft.ts';
import type { FieldSpec } from '../../../components/drafts/field-specs.ts';
import { folderOptions, useFolders } from '../../../live/folders.ts';
import { useEntity } from '../../../live/queries.ts';
import { useTaskTypes } from '../../../live/task-types.ts';
import { type OwnFields, ownFieldsOf, type TypeDefinition } from './type-fields.ts';

/** The fields that the type of a task adds. */
export interface TaskFields extends OwnFields {
  /** names of what its type has and is edited in ways of its own, such as `conditions` */
  readonly parts: ReadonlySet<string>;
}

const useDefinition = (type: string) =>
  useEntity<TypeDefinition>(`/metadata/types/${encodeURIComponent(type)}`, []).value.value;

const scriptTypeOf = (task: TaskResponse): string | undefined => {
  const script = entriesOf(task).find(([name]) => name === 'pythonScript')?.[1];
  const type = entriesOf(script).find(([name]) => name === 'type')?.[1];
  return typeof type === 'string' ? type : undefined;
};

/** The prefix of a type, such as `rel` in `rel.Release`. */
const prefixOf = (type: string): string => type.slice(0, type.lastIndexOf('.'));

const choiceField = (name: string, label: string, options: FieldSpec['options'] = []): FieldSpec => ({
  name,
  label,
  kind: 'text',
  isNullable: true,
  options: [['', '–'], ...options],
});

/** Fields of types of the product for which there is something to choose from. */
function useChoiceFields({ variables }: Pick<ReleaseResponse, 'variables'>): ReadonlyMap<string, FieldSpec> {
  const folders = useFolders();
  const types = useTaskTypes() ?? [];
  const plugins = types.flatMap(({ type, title, plugin }) => (plugin === undefined ? [] : [[type, title] as const]));
  const keys = variables.map(({ id, key }) => [id, key] as const);
  return new Map([
    ['variables', { name: 'variables', label: 'Requested variables', kind: 'several', options: keys }],
    ['folderId', choiceField('folderId', 'Folder of the release', folderOptions(folders))],
    ['pythonScript', choiceField('pythonScript.type', 'Type of the plugin', plugins)],
  ]);
}

/** The fields of a task's type, from its definition and that of its script; undefined: not loaded. */
export function useTaskFields(template: ReleaseResponse, task: TaskResponse): TaskFields | undefined {
  const common = useDefinition(`${prefixOf(template.type)}.Task`);
  const type = useDefinition(task.type);
  const script = scriptTypeOf(task);
  const scriptType = useDefinition(script ?? task.type);
  const choiceFieldsByName = useChoiceFields(template);
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
