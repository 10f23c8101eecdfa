import type { Language, ModuleSet } from './protocol.ts';

/** Where the modules of plugins are known. */
export interface Modules {
  /** those of all jars, in the order in which a name is looked for in them */
  modules(): Promise<readonly ModuleSet[]>;
}

/** Whoever calls one of these may import a name that stands nowhere in the text. */
const computing = ['__import__', 'import_module', 'exec', 'eval'];

function isNamedIn(script: string): (modules: ModuleSet) => boolean {
  const words = new Set(script.match(/[A-Za-z_]\w*/g));
  if (computing.some((word) => words.has(word))) return () => true;
  return ({ roots }) => [...words].some((word) => roots.has(word));
}

/**
 * What a script may import that is no plugin's: of all jars, as in the family, where they are on one class path, but for
 * those that its text cannot mean, so that a runner is told of no more than it needs. None for a text that imports
 * nothing, so that most need not ask.
 */
export const importableBy = async (
  language: Language,
  script: string,
  plugins: Modules,
): Promise<readonly ModuleSet[]> =>
  language === 'python' && script.includes('import') ? (await plugins.modules()).filter(isNamedIn(script)) : [];
