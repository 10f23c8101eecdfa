/** A text that grows part by part. */
interface Growing {
  add(part: string): void;
  text(): string;
}

/** The number of parts that are joined at once: each takes about fifty bytes beside its characters. */
const mostParts = 1_024;

/** A text that takes little more memory than its characters, however short its parts are. */
export function growing(): Growing {
  const long: string[] = [];
  let parts: string[] = [];
  return {
    add: (part) => {
      if (parts.push(part) < mostParts) return;
      long.push(parts.join(''));
      parts = [];
    },
    text: () => (long.length === 0 ? parts.join('') : [...long, ...parts].join('')),
  };
}
