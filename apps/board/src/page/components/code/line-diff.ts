/** A line of a comparison: in both texts, or only in one of them. */
export interface DiffLine {
  readonly kind: 'same' | 'deleted' | 'added';
  readonly text: string;
}

/** A line, or the number of equal lines that are left out. */
export type DiffRow = DiffLine | { readonly kind: 'skipped'; readonly count: number };

/** The maximum number of compared pairs of lines. Above it, all old lines are deleted and all new ones added. */
const maxPairs = 1_000_000;

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));

const asLines = (kind: DiffLine['kind'], lines: readonly string[]): readonly DiffLine[] =>
  lines.map((text) => ({ kind, text }));

/** Returns the lengths of the longest common subsequences of the ends of both lists, as rows of `b.length + 1`. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  return lengths;
}

function compareMiddle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  if (a.length * b.length > maxPairs) return [...asLines('deleted', a), ...asLines('added', b)];
  const lengths = commonLengths(a, b);
  const width = b.length + 1;
  const result: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [old, text] = [a[i] ?? '', b[j] ?? ''];
    if (old === text) {
      result.push({ kind: 'same', text });
      i += 1;
      j += 1;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) {
      result.push({ kind: 'deleted', text: old });
      i += 1;
    } else {
      result.push({ kind: 'added', text });
      j += 1;
    }
  }
  return [...result, ...asLines('deleted', a.slice(i)), ...asLines('added', b.slice(j))];
}

/** Compares two texts by lines. */
export function compareLines(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [
    ...asLines('same', a.slice(0, start)),
    ...compareMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...asLines('same', a.slice(a.length - end)),
  ];
}

/** The number of equal lines that are shown before and after a change. */
const contextLines = 3;

/** Returns the changed lines with the lines around them. Longer equal parts are left out. */
export function diffRows(before: string, after: string): readonly DiffRow[] {
  const lines = compareLines(before, after);
  const changes = lines.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]));
  const isShown = new Set(
    changes.flatMap((at) => Array.from({ length: 2 * contextLines + 1 }, (_, index) => at - contextLines + index)),
  );
  const rows: DiffRow[] = [];
  lines.forEach((line, index) => {
    const last = rows.at(-1);
    if (isShown.has(index)) rows.push(line);
    else if (last?.kind === 'skipped') rows[rows.length - 1] = { kind: 'skipped', count: last.count + 1 };
    else rows.push({ kind: 'skipped', count: 1 });
  });
  return rows;
}
