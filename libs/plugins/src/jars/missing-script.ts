import { inLine } from '@slipway/formats';
import type { PluginScript } from '../definitions/type-definition.ts';

/** The endings that scripts have; Python unless it says JavaScript. */
export const endings = ['.py', '.jy', '.js'] as const;

/** The language of a script by its ending (decisions.md, Scripts). */
export const languageAt = (path: string): PluginScript['language'] => (path.endsWith('.js') ? 'javascript' : 'python');

/** What stands for a script that a type names and its plugin does not bring along. */
export const missingScript = (path: string): PluginScript => ({
  path,
  language: languageAt(path),
  text: '',
  fault: endings.some((ending) => path.endsWith(ending))
    ? `its script '${inLine(path)}' is not in the plugin`
    : `its script '${inLine(path)}' is none that can be run: ${endings.join(', ')} is expected`,
});
