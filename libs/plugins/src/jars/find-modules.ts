import { toSingleLine } from '@slipway/formats';
import { type PluginScript, pluginScript } from '../definitions/type-definition.ts';

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
  warn: (warning: string) => void,
): readonly PluginScript[] {
  const modules: PluginScript[] = [];
  const skipped: string[] = [];
  let remaining = maxTotalBytes;
  for (const [path, bytes] of files) {
    const module = bytes.length > maxModuleBytes ? `it is larger than ${maxModuleBytes} bytes` : moduleAt(path, bytes);
    if (typeof module === 'string') warn(`'${toSingleLine(path)}' cannot be imported: ${module}`);
    else if (bytes.length > remaining || modules.length === maxModules) skipped.push(path);
    else {
      modules.push(module);
      remaining -= bytes.length;
    }
  }
  const [first] = skipped;
  if (first !== undefined) {
    const limitText = `a plugin may have ${maxModules} modules, and ${maxTotalBytes} bytes of them beside its scripts`;
    warn(`${skipped.length} modules cannot be imported, '${toSingleLine(first)}' among them: ${limitText}`);
  }
  return modules;
}

/** The module, or why it is invalid. */
function moduleAt(path: string, bytes: Buffer): PluginScript | string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const { data, error } = pluginScript.safeParse({ path, language: 'python', text });
    return (
      data ??
      toSingleLine(`its ${error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join(', ')}`)
    );
  } catch {
    return 'it is not in UTF-8';
  }
}
