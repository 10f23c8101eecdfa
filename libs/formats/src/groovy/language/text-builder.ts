/** A text that grows part by part. */
interface TextBuilder {
  add(part: string): void;
  text(): string;
}

/** The number of parts that are joined at once: each takes about fifty bytes beside its characters. */
const maxParts = 1_024;

/** A text that takes little more memory than its characters, however short its parts are. */
export function createTextBuilder(): TextBuilder {
  const chunks: string[] = [];
  let parts: string[] = [];
  return {
    add: (part) => {
      if (parts.push(part) < maxParts) return;
      chunks.push(parts.join(''));
      parts = [];
    },
    text: () => (chunks.length === 0 ? parts.join('') : [...chunks, ...parts].join('')),
  };
}
