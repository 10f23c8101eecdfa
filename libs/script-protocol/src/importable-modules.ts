import type { Language, ModuleSet } from './protocol.ts';

/** Where the modules of plugins are known. */
export interface ModuleSource {
  /** those of all jars, in the order in which a name is looked for in them */
  modules(): Promise<readonly ModuleSet[]>;
}

/** A call of one of these may import a name that the text does not contain. */
const dynamicImports = ['__import__', 'import_module', 'exec', 'eval'];

function mentionedIn(script: string): (modules: ModuleSet) => boolean {
  const words = new Set(script.match(/[A-Za-z_]\w*/g));
  if (dynamicImports.some((word) => words.has(word))) return () => true;
  return ({ roots }) => [...words].some((word) => roots.has(word));
}

/**
 * The plugin modules that a script may import: of all jars, as in the family, where they share one class path, except
 * those that its text cannot name, so that a runner gets no more than necessary. None for a text without imports,
 * which is the usual case.
 */
export const findImportableModules = async (
  language: Language,
  script: string,
  plugins: ModuleSource,
): Promise<readonly ModuleSet[]> =>
  language === 'python' && script.includes('import') ? (await plugins.modules()).filter(mentionedIn(script)) : [];
