/** The prefix of our types that is understood everywhere, whichever one answers have (decisions.md, Names). */
export const usualPrefix = 'rel';

/**
 * The type as we know it: without prefix when it is ours, unchanged otherwise. A type is its whole name
 * (decisions.md, Scripts): `bamboo.Task` is a plugin's, whatever stands behind the dot.
 */
export function readType(written: string, prefix: string): string {
  const [namespace = '', name, ...more] = written.split('.');
  const isOurs = name !== undefined && more.length === 0 && (namespace === prefix || namespace === usualPrefix);
  return isOurs ? name : written;
}

/** The type as clients see it: ours with the prefix, a plugin's as it is. */
export const showType = (type: string, prefix: string): string => (type.includes('.') ? type : `${prefix}.${type}`);

/** The prefix of our types in a whole document, as the type of its release tells: an import accepts any. */
export const prefixOf = (release: string | undefined, otherwise: string): string =>
  /^([A-Za-z]\w{0,31})\.Release$/.exec(release ?? '')?.[1] ?? otherwise;
