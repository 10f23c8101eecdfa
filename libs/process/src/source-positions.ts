import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A position in a stack: the file, as a URL or a path, its line and its column, from 1. */
const position = /((?:file:\/\/)?\/[^\s():]{1,1000}\.js):(\d{1,9}):(\d{1,9})/g;

/** The source maps that were read, by the path of the script; null for a script without a map. */
const maps = new Map<string, SourceMap | null>();

function readMap(script: string): SourceMap | null {
  const known = maps.get(script);
  if (known !== undefined) return known;
  let map: SourceMap | null = null;
  try {
    map = new SourceMap(JSON.parse(readFileSync(`${script}.map`, 'utf8')));
  } catch {
    // A script of a package has no map.
  }
  maps.set(script, map);
  return map;
}

function sourcePosition(found: string, file: string, line: string, column: string): string {
  const script = file.startsWith('file:') ? fileURLToPath(file) : file;
  const entry = readMap(script)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (entry === undefined || !('originalSource' in entry)) return found;
  const source = resolve(dirname(script), entry.originalSource);
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

/**
 * Replaces the positions in bundled scripts by those in the sources. A map is read when an error first needs it. The flag
 * `--enable-source-maps` of Node would read the maps of all scripts at each start, which takes a fifth of the processor
 * time of a start, and 10 MB of memory.
 */
export function toSourcePositions(stack: string): string {
  return stack.replace(position, sourcePosition);
}
