import type { Language } from '@slipway/scripts';

/** The language of a script that people write into a field: its first line tells (decisions.md, Scripts). */
export const languageOf = (script: string): Language =>
  /^\s*\/\/\s*language:\s*javascript\b/i.test(script) ? 'javascript' : 'python';
