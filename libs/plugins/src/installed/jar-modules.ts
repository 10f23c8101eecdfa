import { createHash } from 'node:crypto';
import type { Plugin, PluginScript } from '../definitions/type-definition.ts';
import { isModulePath } from '../jars/find-modules.ts';

/** The Python modules of a plugin: in JSON their digest, which a script runner caches. */
export interface JarModules {
  /** SHA-256 of `text` in hexadecimal digits */
  readonly digest: string;
  /** the first part of every name that they are imported by */
  readonly roots: ReadonlySet<string>;
  /** the files by their paths, as JSON */
  readonly text: string;
  toJSON(): string;
}

/** What scripts may import of a plugin; null where it has no Python. */
export function modulesOf({ scripts }: Plugin): JarModules | null {
  // a file that could not be read has a fault and no text: an import of it fails
  const isRead = ({ text, fault }: PluginScript) => text !== '' || fault === null;
  const modules = scripts.filter((script) => isModulePath(script.path) && isRead(script));
  const files = modules.map(({ path, text }) => [path, text] as const);
  const roots = new Set(files.map(([path]) => path.replace(/(?:\/.*|\.py)$/s, '')));
  if (files.length === 0) return null;
  const text = JSON.stringify(Object.fromEntries(files));
  const digest = createHash('sha256').update(text).digest('hex');
  return { digest, roots, text, toJSON: () => digest };
}
