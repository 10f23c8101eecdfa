import { type Message, message, type Warn } from '@slipway/domain/messages';
import { toSingleLine } from '@slipway/formats';
import { issueMessage, type PluginScript, pluginScript } from '../definitions/type-definition.ts';

/** Whether a file of a jar can be imported: relative to the root, at any path except those without code. */
export const isModulePath = (path: string): boolean => path.endsWith('.py') && !/^(?:META-INF|web)\//.test(path);

/** More than any plugin of a person's has; with the scripts of types, as many bytes as those may have. */
const maxModules = 1_000;

/** The maximum size of a module, and of all modules, in bytes. */
interface ModuleLimits {
  readonly maxModuleBytes: number;
  readonly maxTotalBytes: number;
}

/**
 * The Python files that are no scripts of types, which scripts may import. Invalid ones are left out: only an import
 * of them will fail.
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

/** The module, or why it is invalid. */
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
