import { useMemo } from 'preact/hooks';
import { plural, t } from '../../navigation/text.ts';
import { type DiffRow, diffRows } from './line-diff.ts';

interface Props {
  /** The name of the compared text. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const signs = { same: ' ', deleted: '−', added: '+' } as const;
const words = { same: '', deleted: t('deleted'), added: t('added') } as const;

const Row = ({ row }: { readonly row: DiffRow }) =>
  row.kind === 'skipped' ? (
    <div class="diff-line skipped">{plural(row.count, '# equal line', '# equal lines')}</div>
  ) : (
    <div class={`diff-line ${row.kind}`}>
      <span aria-hidden="true">{signs[row.kind]}</span>
      {row.kind !== 'same' && <span class="unseen">{words[row.kind]}: </span>}
      <bdi>{row.text}</bdi>
    </div>
  );

/** The differences between two texts, by lines. */
export function LineDiff({ label, before, after }: Props) {
  const rows = useMemo(() => diffRows(before, after), [before, after]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also with the keyboard
    <section class="line-diff" aria-label={label} tabIndex={0}>
      {rows.map((row, index) => (
        <Row key={index} row={row} />
      ))}
    </section>
  );
}
