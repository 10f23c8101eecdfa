import type { Language, ModuleSet } from './protocol.ts';

/** Provides the modules of plugins. */
export interface ModuleSource {
  /** the modules of all jars, in the search order of imports */
  modules(): Promise<readonly ModuleSet[]>;
}

/** A call of one of these can import a name that the text does not contain. */
const dynamicImports = ['__import__', 'import_module', 'exec', 'eval'];

function mentionedIn(script: string): (modules: ModuleSet) => boolean {
  const words = new Set(script.match(/[A-Za-z_]\w*/g));
  if (dynamicImports.some((word) => words.has(word))) return () => true;
  return ({ roots }) => [...words].some((word) => roots.has(word));
}

/**
 * Returns the plugin modules that a script may import. As in the product family, where all jars share one class path,
 * these are the modules of all jars. Modules that the text cannot name are left out. A text without imports, which is
 * the usual case, needs none.
 */
export const findImportableModules = async (
  language: Language,
  script: string,
  plugins: ModuleSource,
): Promise<readonly ModuleSet[]> =>
  language === 'python' && script.includes('import') ? (await plugins.modules()).filter(mentionedIn(script)) : [];
