/** Returns the name of a language in the language of the page, such as `German (de)`; the tag if it is unknown. */
export function languageName(tag: string): string {
  try {
    const name = new Intl.DisplayNames(undefined, { type: 'language' }).of(tag);
    return name === undefined || name === tag ? tag : `${name} (${tag})`;
  } catch {
    return tag;
  }
}
