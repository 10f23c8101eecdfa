/** Returns a language tag and its more general tags: `zh-Hant-TW`, `zh-Hant`, `zh`. */
const tagsOf = (tag: string): readonly string[] =>
  tag.split('-').map((_, index, parts) => parts.slice(0, parts.length - index).join('-'));

/** Returns the first preferred language that is a key of `available`, or undefined. */
export const findLanguage = (preferredTags: readonly string[], available: object): string | undefined =>
  preferredTags.flatMap(tagsOf).find((tag) => Object.hasOwn(available, tag));
