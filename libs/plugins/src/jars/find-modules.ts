import { inLine } from '@slipway/formats';
import { type PluginScript, pluginScript } from '../definitions/type-definition.ts';

/** Whether a file of a jar can be imported: relative to the root, at any path except those without code. */
export const isModulePath = (path: string): boolean => path.endsWith('.py') && !/^(?:META-INF|web)\//.test(path);

/** More than any plugin of a person's has; with the scripts of types, as many bytes as those may have. */
const mostModules = 1_000;

/** How many bytes modules may have: one, and all. */
interface Room {
  readonly largest: number;
  readonly all: number;
}

/**
 * The Python files that are no scripts of types, which scripts may import. Invalid ones are left out: only an import
 * of them will fail.
 */
export function modulesIn(
  files: ReadonlyMap<string, Buffer>,
  { largest, all }: Room,
  warn: (warning: string) => void,
): readonly PluginScript[] {
  const modules: PluginScript[] = [];
  const leftOut: string[] = [];
  let left = all;
  for (const [path, bytes] of files) {
    const module = bytes.length > largest ? `it is larger than ${largest} bytes` : moduleAt(path, bytes);
    if (typeof module === 'string') warn(`'${inLine(path)}' cannot be imported: ${module}`);
    else if (bytes.length > left || modules.length === mostModules) leftOut.push(path);
    else {
      modules.push(module);
      left -= bytes.length;
    }
  }
  const [first] = leftOut;
  if (first !== undefined) {
    const room = `a plugin may have ${mostModules} modules, and ${all} bytes of them beside its scripts`;
    warn(`${leftOut.length} modules cannot be imported, '${inLine(first)}' among them: ${room}`);
  }
  return modules;
}

/** The module, or why it is invalid. */
function moduleAt(path: string, bytes: Buffer): PluginScript | string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const { data, error } = pluginScript.safeParse({ path, language: 'python', text });
    return (
      data ?? inLine(`its ${error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join(', ')}`)
    );
  } catch {
    return 'it is not in UTF-8';
  }
}
