/** A text that is built from parts. */
interface TextBuilder {
  add(part: string): void;
  text(): string;
}

/** The number of parts per join. Each part takes about fifty bytes in addition to its characters. */
const maxParts = 1_024;

/** Creates a builder whose memory is close to the size of its characters, even for very short parts. */
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
