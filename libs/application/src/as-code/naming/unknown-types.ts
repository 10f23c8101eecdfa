import { readType } from '@slipway/api-schema/format';
import { clip, isObject, type Json, taskTypeNamed } from '@slipway/domain/model';
import type { CodeItem, Members } from '@slipway/formats';
import { productTypes } from '@slipway/plugins';
import type { ResourceContext } from '../../model/context.ts';
import { pathOf } from '../run/run.ts';

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The maximum number of warnings for one set of documents. */
const maxLines = 1_000;

/**
 * Warns of unknown types of tasks in documents, once for each template. Such a task is accepted as a manual one. Its
 * plugin may not be installed yet, or the type may be misspelled.
 */
export async function warnOfUnknownTypes(
  { plugins, typePrefix }: Pick<ResourceContext, 'plugins' | 'typePrefix'>,
  items: readonly CodeItem[],
  warn: (warning: string) => void,
): Promise<void> {
  const types = await plugins.current();
  const isKnown = (type: string): boolean =>
    taskTypeNamed(type) !== undefined || types.has(type) || productTypes.has(type);
  const lines = items.flatMap((item) => {
    if (item.kind !== 'template') return [];
    const unknown = [...typesIn(item.code, typePrefix)].filter((type) => !isKnown(type));
    const position = `template '${clip(pathOf(item.path, item.title))}'`;
    return unknown.map((type) => `${position}: tasks of the unknown type '${clip(type)}' become manual tasks`);
  });
  for (const line of lines.slice(0, maxLines)) warn(line);
  if (lines.length > maxLines) warn(`and ${lines.length - maxLines} more of such types`);
}

/** The types of all tasks of a template, ours without prefix; of a script's task that of its script. */
function typesIn(code: Members, prefix: string): ReadonlySet<string> {
  const typeNames = new Set<string>();
  const walk = (tasks: readonly Json[]): void => {
    for (const task of tasks) {
      if (!isObject(task)) continue;
      const type = readType(text(task.type) || 'Task', prefix);
      const script = isObject(task.pythonScript) ? text(task.pythonScript.type) : '';
      typeNames.add(taskTypeNamed(type) !== undefined && script !== '' ? script : type);
      walk(list(task.tasks));
    }
  };
  for (const phase of list(code.phases)) if (isObject(phase)) walk(list(phase.tasks));
  return typeNames;
}
