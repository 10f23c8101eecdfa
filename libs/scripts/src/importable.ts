import type { Language, ModuleSet } from './protocol.ts';

/** Where the modules of plugins are known. */
export interface Modules {
  /** those of all jars, in the order in which a name is looked for in them */
  modules(): Promise<readonly ModuleSet[]>;
}

/**
 * What a script may import that is no plugin's: of all jars, as in the family, where they are on one class path. None
 * for a text that imports nothing, so that most need not ask.
 */
export const importableBy = async (
  language: Language,
  script: string,
  plugins: Modules,
): Promise<readonly ModuleSet[]> => (language === 'python' && script.includes('import') ? await plugins.modules() : []);
