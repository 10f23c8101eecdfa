import type { MatrixCell, MatrixHead } from '../../../components/charts/matrix.tsx';
import { numberText, secondsText } from '../../../components/charts/values.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import type { WaitCell, WaitParty } from './responses.ts';

const keyOf = ({ kind, id }: WaitParty): string => `${kind} ${id}`;

function addressOf({ kind, id }: WaitParty): string | undefined {
  if (!id) return undefined;
  switch (kind) {
    case 'folder':
      return `/folders/${lastSegment(id)}`;
    case 'release':
      return `/releases/${lastSegment(id)}`;
    case 'team':
      return undefined;
  }
}

/** Returns the name of a folder, team or release. */
export const partyTitle = ({ kind, id, title }: WaitParty): string => {
  if (title) return title;
  return kind === 'team' ? t('No team') : lastSegment(id ?? t('Unknown'));
};

/** Returns the parties of one side, those with the longest waits first. */
function headsOf(cells: readonly WaitCell[], partyOf: (cell: WaitCell) => WaitParty): readonly MatrixHead[] {
  const sums = new Map<string, { readonly party: WaitParty; readonly seconds: number }>();
  for (const cell of cells) {
    const party = partyOf(cell);
    const key = keyOf(party);
    sums.set(key, { party, seconds: (sums.get(key)?.seconds ?? 0) + cell.seconds });
  }
  return [...sums]
    .toSorted(([, first], [, second]) => second.seconds - first.seconds)
    .map(([key, { party }]) => ({ key, title: partyTitle(party), to: addressOf(party) }));
}

/** The rows, columns and cells of a matrix. */
interface WaitMatrix {
  readonly rows: readonly MatrixHead[];
  readonly columns: readonly MatrixHead[];
  readonly cells: readonly MatrixCell[];
}

/** Returns the matrix of waits, with at most `limit` columns: those with the longest waits. Adds the sources of a pair. */
export function waitMatrix(cells: readonly WaitCell[], limit: number): WaitMatrix {
  const columns = headsOf(cells, ({ awaited }) => awaited).slice(0, limit);
  const shown = cells.filter(({ awaited }) => columns.some(({ key }) => key === keyOf(awaited)));
  const sums = new Map<string, { row: string; column: string; value: number; n: number }>();
  for (const { waiting, awaited, seconds, n } of shown) {
    const [row, column] = [keyOf(waiting), keyOf(awaited)];
    const key = JSON.stringify([row, column]);
    const sum = sums.get(key) ?? { row, column, value: 0, n: 0 };
    sums.set(key, { ...sum, value: sum.value + seconds, n: sum.n + n });
  }
  return {
    columns,
    rows: headsOf(shown, ({ waiting }) => waiting),
    cells: [...sums.values()].map(({ row, column, value, n }) => ({
      ...{ row, column, value },
      note: t`${secondsText(value)} in ${numberText(n)} waits`,
    })),
  };
}
