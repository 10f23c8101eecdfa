import { type Message, message, type Warn } from '@slipway/domain/messages';
import { toSingleLine } from '@slipway/formats';
import { issueMessage, type PluginScript, pluginScript } from '../definitions/type-definition.ts';

/** Whether scripts can import a file of a jar: a Python file at any path, except in folders without code. */
export const isModulePath = (path: string): boolean => path.endsWith('.py') && !/^(?:META-INF|web)\//.test(path);

/** The maximum number of modules of a plugin. */
const maxModules = 1_000;

/** The maximum size of a module, and of all modules, in bytes. */
interface ModuleLimits {
  readonly maxModuleBytes: number;
  readonly maxTotalBytes: number;
}

/**
 * Returns the Python files that are not scripts of types, which scripts may import. Invalid files are omitted, so that
 * only their import fails.
 */
export function modulesIn(
  files: ReadonlyMap<string, Buffer>,
  { maxModuleBytes, maxTotalBytes }: ModuleLimits,
  warn: Warn,
): readonly PluginScript[] {
  const modules: PluginScript[] = [];
  const skipped: string[] = [];
  let remaining = maxTotalBytes;
  for (const [path, bytes] of files) {
    const module =
      bytes.length > maxModuleBytes
        ? message('pluginFile.largeModule', { max: maxModuleBytes })
        : moduleAt(path, bytes);
    if ('code' in module) warn(message('pluginWarning.moduleLeftOut', { path: toSingleLine(path), reason: module }));
    else if (bytes.length > remaining || modules.length === maxModules) skipped.push(path);
    else {
      modules.push(module);
      remaining -= bytes.length;
    }
  }
  const [first] = skipped;
  if (first !== undefined) {
    const example = { count: skipped.length, path: toSingleLine(first) };
    warn(message('pluginWarning.modulesLeftOut', { ...example, maxModules, maxBytes: maxTotalBytes }));
  }
  return modules;
}

/** Returns the module, or why it is invalid. */
function moduleAt(path: string, bytes: Buffer): PluginScript | Message {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const { data, error } = pluginScript.safeParse({ path, language: 'python', text });
    if (data !== undefined) return data;
    const [issue] = error.issues;
    const problem = issue === undefined ? message('pluginFault.badCharacter') : issueMessage(issue);
    const field = issue?.path.join('.') ?? 'text';
    return message('pluginFile.badModule', { problem: message('field.refused', { field, problem }) });
  } catch {
    return message('pluginFile.moduleNotUtf8');
  }
}
