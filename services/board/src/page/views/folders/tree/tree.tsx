import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { sentenceOf } from '../../../data/refused.ts';
import { Refusal } from '../../../parts/refusal.tsx';
import { Pager, rowsOfPage } from '../../../parts/table.tsx';
import { close, levels, loadMore, open, opened } from './levels.ts';
import { isMark, Line } from './line.tsx';
import { type FolderRow, type Row, rowsOf, stepOf } from './rows.ts';

interface Props {
  readonly label: string;
  /** the last segment of the id of the folder that is shown or chosen; null: none */
  readonly chosen: string | null;
  /** takes a folder; absent: its line leads to it */
  readonly pick?: (row: FolderRow) => void;
}

/** The line by which the tree was left for another view, which has a tree of its own: there the focus is on it again. */
let left: string | null = null;

/** Which line the key Tab leads to, and the page of lines around it. */
function useActive(rows: readonly Row[], chosen: string | null) {
  const active = useSignal(chosen);
  const from = useSignal(0);
  /** The line to focus when its page is rendered */
  const awaited = useRef<string | null>(left === chosen ? left : null);
  const tree = useRef<HTMLDivElement>(null);
  const begin = from.value < rows.length ? from.value : 0;
  const page = rows.slice(begin, begin + rowsOfPage);
  const key = page.find((row) => row.key === active.value)?.key ?? page[0]?.key;
  const focus = (to: string): boolean => {
    const line = [...(tree.current?.children ?? [])].find((one) => one.getAttribute('data-key') === to);
    if (line instanceof HTMLElement) line.focus();
    return line !== undefined;
  };
  useEffect(() => {
    if (awaited.current !== null && focus(awaited.current)) awaited.current = null;
  });
  useEffect(() => {
    left = null;
  }, [chosen]);
  const goTo = (to: string): void => {
    const at = rows.findIndex((row) => row.key === to);
    from.value = Math.floor(at / rowsOfPage) * rowsOfPage;
    active.value = to;
    if (!focus(to)) awaited.current = to;
  };
  return { active, from, begin, page, key, goTo, tree };
}

/** Runs requests, and shows refusals. */
function useRun() {
  const refusal = useSignal<string | null>(null);
  const run = (work: Promise<void>): void => {
    refusal.value = null;
    work.catch((error: unknown) => {
      refusal.value = sentenceOf(error);
    });
  };
  return { refusal, run };
}

/** What keys and clicks do to the lines of a tree. */
function useSteps(rows: readonly Row[], goTo: (key: string) => void, pick: Props['pick']) {
  const { refusal, run } = useRun();
  const click = (row: Row) => (event: MouseEvent) => {
    if (row.kind === 'more') return run(loadMore(row.parent));
    if (!isMark(event)) {
      left = pick === undefined ? row.key : null;
      return pick?.(row);
    }
    event.preventDefault();
    if (row.isOpen) close(row.key);
    else run(open(row.key));
  };
  const press = (row: Row) => (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.click();
      return;
    }
    const step = stepOf(rows, row.key, event.key);
    if (step === null) return;
    event.preventDefault();
    if ('to' in step) goTo(step.to);
    else if ('open' in step) run(open(step.open));
    else close(step.close);
  };
  return { refusal, click, press };
}

/** The tree of folders, of which one page is in the document; the content of a folder is loaded when it is opened. */
export function Tree({ label, chosen, pick }: Props) {
  const rows = rowsOf(levels.value, opened.value);
  const { active, from, begin, page, key, goTo, tree } = useActive(rows, chosen);
  const { refusal, click, press } = useSteps(rows, goTo, pick);
  if (rows.length === 0) return <Refusal sentence={refusal.value} />;
  return (
    <>
      <Refusal sentence={refusal.value} />
      <div ref={tree} class="tree" role="tree" aria-label={label}>
        {page.map((row) => (
          <Line
            key={row.key}
            row={row}
            isActive={row.key === key}
            isChosen={row.key === chosen}
            isLink={pick === undefined}
            focused={() => (active.value = row.key)}
            press={press(row)}
            click={click(row)}
          />
        ))}
      </div>
      <Pager
        from={begin}
        count={page.length}
        hasMore={begin + page.length < rows.length}
        turn={(to) => {
          from.value = to;
        }}
      />
    </>
  );
}
