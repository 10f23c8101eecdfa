/** The prefix of our types that is understood everywhere, whichever one answers have (compatibility.md, Names). */
export const defaultPrefix = 'rel';

/**
 * The internal type: without the prefix of the product, unchanged for other types. A type is its whole name
 * (compatibility.md, Scripts): `bamboo.Task` belongs to a plugin, independent of the part after the dot.
 */
export function readType(rawType: string, prefix: string): string {
  const [namespace = '', name, ...more] = rawType.split('.');
  const isProductType =
    name !== undefined && more.length === 0 && (namespace === prefix || namespace === defaultPrefix);
  return isProductType ? name : rawType;
}

/** The type as clients see it: ours with the prefix, a plugin's as it is. */
export const showType = (type: string, prefix: string): string => (type.includes('.') ? type : `${prefix}.${type}`);

/** The prefix of the product's types in a document, from the type of its release: an import accepts any. */
export const prefixOf = (release: string | undefined, fallback: string): string =>
  /^([A-Za-z]\w{0,31})\.Release$/.exec(release ?? '')?.[1] ?? fallback;
