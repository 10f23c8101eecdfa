/** A line of a JavaScript script that includes another file of its plugin. */
const includeLine = /^\/\/ include: (\S+\.js)$/gm;

/**
 * Returns the paths of the files that a JavaScript script includes, directly or through another one, each once and in
 * the order of their lines. `textAt` returns the text of a file, which is empty if the file is missing.
 */
export function includedPaths(script: string, textAt: (path: string) => string): readonly string[] {
  const paths = new Set<string>();
  const add = (text: string): void => {
    for (const [, path = ''] of text.matchAll(includeLine)) {
      if (paths.has(path)) continue;
      paths.add(path);
      add(textAt(path));
    }
  };
  add(script);
  return [...paths];
}
