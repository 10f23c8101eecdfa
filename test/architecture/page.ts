import { readFileSync } from 'node:fs';

const page = readFileSync('ARCHITECTURE.md', 'utf8');

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));

/** The rows of the table of ARCHITECTURE.md that begins with these headings, each as its cells. */
export function tableOf(...headings: readonly string[]): readonly (readonly string[])[] {
  const [, table] = page.split(`\n| ${headings.join(' | ')} |\n`);
  if (table === undefined) throw new Error(`ARCHITECTURE.md has no table ${headings.join(', ')}`);
  const [, ...lines] = table.slice(0, table.search(/^(?!\|)/m)).split('\n');
  return lines.map(cellsOf).filter(({ length }) => length > 0);
}

/** Which room may know which: the path of each with the names of those and of the packages that it may import. */
export const rooms: ReadonlyMap<string, readonly string[]> = new Map(
  tableOf('room', 'what it is', 'may know')
    .filter(([room = '']) => /^(?:libs|services)\//.test(room))
    .map(([room = '', , known = '']) => [room, known === 'nothing' ? [] : known.split(', ')]),
);

/** The folders of the domain: each may know those before it. */
export const domainFolders: readonly string[] = tableOf('folder', 'question it answers').map(([folder = '']) => folder);
