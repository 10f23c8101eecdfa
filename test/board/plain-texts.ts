import type { Page } from 'playwright-core';

/** Returns the visible texts of a page, and its labels, titles and placeholders. Code and English documents are skipped. */
const textsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const isText = (element) => element.closest('code, kbd, pre, noscript, .cm-editor, [lang=en]') === null;
    const texts = new Set([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (isText(node.parentElement)) texts.add(node.nodeValue);
    const attributes = ['aria-label', 'title', 'placeholder', 'data-note', 'data-name'];
    for (const name of attributes)
      for (const element of document.body.querySelectorAll('[' + name + ']'))
        if (isText(element)) texts.add(element.getAttribute(name));
    return [...texts];
  })()`);

/** A date of each month and weekday, as the browser formats it in an unknown language. */
const dates = Array.from({ length: 73 }, (_, index) => new Date(Date.UTC(2030, 0, 5 * index + 1))).flatMap((date) =>
  (['short', 'long'] as const).map((style) =>
    date.toLocaleString('en', { month: style, weekday: style, hour: 'numeric', timeZone: 'UTC' }),
  ),
);

/** Returns the words of a text. */
const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{M}]+/gu) ?? [];

/** Words that are the same in each language: names, units and dates. */
const names: ReadonlySet<string> = new Set([
  ...['Slipway', 'admin', 'Applications', 'UTC', 'GMT', 'ID', 'REST', 'API', 'YAML', 'JSON', 'HTTP', 'POST', 'GET'],
  ...['Slack', 'Microsoft', 'Teams', 'Chrome', 'Linux', 'KHTML', 'like', 'Gecko', 'at', ...dates.flatMap(wordsOf)],
]);

/** Parts of texts that are codes: permissions, paths, ids, addresses, and file names. */
const codes = /\S*[#_/\\]\S*|\S*(?:\p{L}\d|\d\p{L})\S*|[\w-]+\.[a-z]\w+/gu;

/** Whether a word has only plain letters, and a vowel, which the pseudo-language replaces. */
const isPlain = (word: string): boolean => /^[a-z]{2,}$/i.test(word) && /[aeiou]/i.test(word);

/** Data that a page may show: words, and whole texts. */
export interface ShownData {
  readonly words: ReadonlySet<string>;
  readonly texts: readonly string[];
}

/** Returns data with all words of `single`, and with the strings in `responses`. */
export function shownData(single: readonly string[], responses: readonly unknown[]): ShownData {
  const stringsIn = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
  };
  const texts = new Set(responses.flatMap(stringsIn).filter((text) => wordsOf(text).some(isPlain)));
  return { words: new Set(single.flatMap(wordsOf)), texts: [...texts].toSorted((a, b) => b.length - a.length) };
}

/** Returns the texts of a page in the pseudo-language that are in plain English, and are neither names nor data. */
export const plainTexts = async (page: Page, { words, texts }: ShownData): Promise<readonly string[]> =>
  (await textsOf(page)).filter((text) => {
    const rest = texts.reduce((remaining, data) => remaining.replace(data, ' '), text).replace(codes, ' ');
    return wordsOf(rest).some((word) => isPlain(word) && !names.has(word) && !words.has(word));
  });
