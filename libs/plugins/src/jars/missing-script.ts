import { toSingleLine } from '@slipway/formats';
import type { PluginScript } from '../definitions/type-definition.ts';

/** The suffixes of scripts; Python except JavaScript. */
export const scriptSuffixes = ['.py', '.jy', '.js'] as const;

/** The language of a script by its ending (compatibility.md, Scripts). */
export const languageAt = (path: string): PluginScript['language'] => (path.endsWith('.js') ? 'javascript' : 'python');

/** Replaces a script that a type names and its plugin lacks. */
export const missingScript = (path: string): PluginScript => ({
  path,
  language: languageAt(path),
  text: '',
  fault: scriptSuffixes.some((suffix) => path.endsWith(suffix))
    ? `its script '${toSingleLine(path)}' is not in the plugin`
    : `its script '${toSingleLine(path)}' cannot run: ${scriptSuffixes.join(', ')} is expected`,
});
