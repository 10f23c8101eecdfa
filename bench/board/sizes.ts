import { readFile } from 'node:fs/promises';
import type { Bundle } from '../../apps/board/src/bundle.ts';
import { formatTable } from '../../test/harness/markdown-table.ts';

/**
 * Returns the compressed bytes of a script and of all scripts that it loads immediately, without those already counted.
 */
function sizeOf({ files }: Pick<Bundle, 'files'>, name: string, counted: Set<string>): number {
  const file = files[name];
  if (file === undefined || counted.has(name)) return 0;
  counted.add(name);
  return file.compressedSize + file.imports.reduce((sum, need) => sum + sizeOf({ files }, need, counted), 0);
}

const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(1);

/** Returns a table of the gzip sizes that a browser downloads. */
export async function sizes(): Promise<string> {
  const bundle: Bundle = JSON.parse(await readFile('apps/board/dist/bundle.json', 'utf8'));
  const packed = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + (bundle.files[name]?.compressedSize ?? 0), 0);
  const start = sizeOf(bundle, bundle.script, new Set());
  const views = Object.entries(bundle.views)
    .map(([view, scripts]): readonly [string, number] => [view, packed(scripts)])
    .toSorted(([, a], [, b]) => b - a);
  // The server sends these files with the page at the address `/`.
  const first = packed([bundle.prefetchScript, ...(bundle.views.home ?? []), bundle.catalogs.en?.first ?? '']);
  const rows = [
    ['style of the frame and Home', kilobytes(packed([bundle.style])), '20'],
    ['style of the other views', kilobytes(packed([bundle.viewStyle])), '20'],
    ['frame and first view', kilobytes(start + first), '60'],
    ...views.map(([view, size]) => [`${view}, without the frame`, kilobytes(size), '25']),
  ];
  return formatTable(['', 'kB', 'limit'], rows);
}
