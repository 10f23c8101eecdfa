/** Returns a number with its noun, such as `1 task` or `2 tasks`. `nouns` is the irregular plural, if any. */
export const plural = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;
