import { readType } from '@slipway/api-schema/format';
import { clip, isObject, type Json } from '@slipway/domain/model';
import { limitWarnings, type SavedScript, scriptsOf } from '@slipway/domain/scripts';
import type { CodeItem, Members } from '@slipway/formats';
import type { ResourceContext } from '../../model/context.ts';
import { warningsByScript } from '../../scripts/script-warnings.ts';
import { type CodeChange, pathOf } from '../run/run.ts';

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Warns about the scripts of templates that documents create or change, and that do not compile. */
export async function warnOfScripts(
  context: Pick<ResourceContext, 'scripts' | 'compileMs' | 'typePrefix'>,
  { changes }: { readonly changes: readonly CodeChange[] },
  items: readonly CodeItem[],
  warn: (warning: string) => void,
): Promise<void> {
  const templateChanges = changes.filter(({ kind }) => kind === 'Template');
  const changed = new Map(templateChanges.map(({ path, fields }) => [path, textsIn(fields.map(({ after }) => after))]));
  const pathByScript = new Map<SavedScript, string>();
  for (const item of items) {
    if (item.kind !== 'template') continue;
    const path = pathOf(item.path, item.title);
    const texts = changed.get(path);
    if (texts === undefined) continue;
    for (const script of scriptsIn(item.code, context.typePrefix))
      if (texts.has(script.text)) pathByScript.set(script, path);
  }
  const warnings = await warningsByScript(context, [...pathByScript.keys()]);
  const lines = [...warnings].map(
    ([script, warning]) => `template '${clip(pathByScript.get(script) ?? '')}': ${warning}`,
  );
  for (const line of limitWarnings(lines)) warn(line);
}

/** All texts of values, at any depth. */
function textsIn(values: readonly Json[]): ReadonlySet<string> {
  const texts = new Set<string>();
  const pending = [...values];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value === 'string') texts.add(value);
    else if (Array.isArray(value)) pending.push(...value);
    else if (isObject(value)) pending.push(...Object.values(value));
  }
  return texts;
}

function scriptsIn(code: Members, prefix: string): readonly SavedScript[] {
  const scriptsOfTask = (task: Json): readonly SavedScript[] => {
    if (!isObject(task)) return [];
    const { precondition, failureHandler, abortScript, tasks, ...properties } = task;
    const holder = { type: readType(text(task.type) || 'Task', prefix), title: text(task.name) };
    const texts = {
      precondition: text(precondition),
      failureHandler: text(failureHandler),
      abortScript: text(abortScript),
    };
    return [...scriptsOf(holder, { ...texts, properties }), ...list(tasks).flatMap(scriptsOfTask)];
  };
  return list(code.phases).flatMap((phase) => (isObject(phase) ? list(phase.tasks).flatMap(scriptsOfTask) : []));
}
