import type { Phase, Release, Task } from './shapes.ts';

const MARKS: Readonly<Record<string, string>> = {
  PLANNED: '·',
  IN_PROGRESS: '▶',
  COMPLETED: '✓',
  FAILED: '✗',
  SKIPPED: '–',
};
const COLORS: Readonly<Record<string, string>> = {
  IN_PROGRESS: '\u001b[1;36m',
  COMPLETED: '\u001b[32m',
  FAILED: '\u001b[31m',
};
const PLAIN = '\u001b[0m';
const COLUMN = 28;

interface Cell {
  readonly text: string;
  readonly status: string;
}

const line = (mark: string, title: string): string => {
  const text = `${mark} ${title}`;
  return text.length > COLUMN - 2 ? `${text.slice(0, COLUMN - 3)}…` : text;
};

const cellsOf = (tasks: readonly Task[], indent: string): readonly Cell[] =>
  tasks.flatMap((task) => [
    { text: line(`${indent}${MARKS[task.status] ?? '?'}`, task.title), status: task.status },
    ...cellsOf(task.tasks ?? [], `${indent}  `),
  ]);

const columnOf = (phase: Phase): readonly Cell[] => [
  { text: phase.title.toUpperCase(), status: phase.status },
  { text: '─'.repeat(COLUMN - 2), status: '' },
  ...cellsOf(phase.tasks, ''),
];

function rowsOf(release: Release, isColored: boolean): readonly string[] {
  const columns = release.phases.map(columnOf);
  const height = Math.max(...columns.map((column) => column.length));
  const paint = ({ text, status }: Cell) => {
    const color = isColored ? (COLORS[status] ?? '') : '';
    return `${color}${text.padEnd(COLUMN)}${color && PLAIN}`;
  };
  return Array.from({ length: height }, (_, row) =>
    columns
      .map((column) => paint(column[row] ?? { text: '', status: '' }))
      .join('')
      .trimEnd(),
  );
}

/** Draws releases in place in a terminal, and one below the other elsewhere. */
export function drawBoard(out: NodeJS.WriteStream): (release: Release, caption: string) => void {
  let drawnRows = 0;
  return (release, caption) => {
    const rows = [`${release.title}: ${release.status} (${caption})`, '', ...rowsOf(release, out.isTTY), ''];
    const cursorUp = out.isTTY && drawnRows > 0 ? `\u001b[${drawnRows}A` : '';
    out.write(cursorUp + rows.map((row) => `${row}${out.isTTY ? '\u001b[K' : ''}\n`).join(''));
    drawnRows = rows.length;
  };
}
