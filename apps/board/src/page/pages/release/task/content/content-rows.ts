import type { PropertyDefinition, TypeDefinition } from '../../../../live/type-definitions.ts';
import { t } from '../../../../navigation/text.ts';

/** A property of a task type with its value. */
export interface ContentRow {
  readonly name: string;
  readonly label: string;
  /** How the value is shown: a script and a message have a block of their own. */
  readonly kind: 'text' | 'code' | 'markdown' | 'template' | 'folder';
  readonly text: string;
}

/** Properties with an editor of their own in the panel. */
const separateNames = new Set(['tasks', 'links', 'conditions', 'dependencies', 'variables', 'pythonScript']);

const rowKinds: Readonly<Record<string, ContentRow['kind']>> = {
  script: 'code',
  body: 'markdown',
  templateId: 'template',
  folderId: 'folder',
};

const labels: Readonly<Record<string, string>> = {
  templateId: t('Template'),
  folderId: t('Folder'),
  newReleaseTitle: t('Title'),
  startRelease: t('Start immediately'),
  releaseTags: t('Tags'),
  createdReleaseId: t('Saves its ID to'),
  templateVariables: t('Values'),
  addresses: t('To'),
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value as text: lists and maps have a line for each element. */
function formatProperty(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => !isRecord(item));
    return value.map(formatProperty).join(isPlain ? ', ' : '\n');
  }
  if (!isRecord(value)) return '';
  if (typeof value.key === 'string') return `${value.key} = ${formatProperty(value.value)}`;
  return Object.entries(value)
    .map(([key, item]) => `${key} = ${formatProperty(item)}`)
    .join('\n');
}

function rowOf({ name, kind, label, password }: PropertyDefinition, value: unknown, isBuiltIn: boolean): ContentRow {
  const text = formatProperty(value);
  return {
    name,
    label: (isBuiltIn ? labels[name] : undefined) ?? label,
    kind: (isBuiltIn && kind === 'string' ? rowKinds[name] : undefined) ?? 'text',
    text: password && text !== '' ? '••••••••' : text,
  };
}

/** Returns the properties of a type that have a value, without those that all tasks have. */
export function contentRows(
  type: TypeDefinition,
  common: ReadonlySet<string>,
  values: Readonly<Record<string, unknown>>,
): readonly ContentRow[] {
  const isBuiltIn = type.plugin === undefined;
  return type.properties
    .filter(({ name, hidden }) => !(hidden || common.has(name) || (isBuiltIn && separateNames.has(name))))
    .map((property) => rowOf(property, values[property.name], isBuiltIn))
    .filter(({ text }) => text !== '');
}
