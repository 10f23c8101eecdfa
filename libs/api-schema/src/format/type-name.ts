/**
 * The prefix of built-in types that requests can always use, independent of the prefix in responses (compatibility.md,
 * Names).
 */
export const defaultPrefix = 'rel';

/**
 * Returns the internal type: a built-in type without its prefix, and other types unchanged. The whole name identifies a
 * type (compatibility.md, Scripts): `bamboo.Task` belongs to a plugin, independent of the part after the dot.
 */
export function readType(rawType: string, prefix: string): string {
  const [namespace = '', name, ...more] = rawType.split('.');
  const isProductType =
    name !== undefined && more.length === 0 && (namespace === prefix || namespace === defaultPrefix);
  return isProductType ? name : rawType;
}

/** Returns the type for clients: a built-in type with its prefix, and a plugin type unchanged. */
export const showType = (type: string, prefix: string): string => (type.includes('.') ? type : `${prefix}.${type}`);

/** Returns the prefix of built-in types in a document, from the type of its release. An import accepts any prefix. */
export const prefixOf = (release: string | undefined, fallback: string): string =>
  /^([A-Za-z]\w{0,31})\.Release$/.exec(release ?? '')?.[1] ?? fallback;
