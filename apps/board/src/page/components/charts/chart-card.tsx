import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import ChartLine from '~icons/lucide/chart-line';
import Download from '~icons/lucide/download';
import ListIcon from '~icons/lucide/list';
import TableIcon from '~icons/lucide/table';
import { messageOf, type Retry } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { Link } from '../../navigation/link.tsx';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import type { MenuAction } from '../controls/menu.tsx';
import { RowMenu } from '../controls/row-menu.tsx';
import { EmptyState, Skeleton } from '../empty-state.tsx';
import { Refusal } from '../refusal.tsx';
import { showToast } from '../toast.tsx';

/** The address of the rows behind a chart, and the text of the link. */
export interface RowsLink {
  readonly to: string;
  readonly text: string;
}

interface Props {
  readonly title: string;
  /** How the values are computed, in one or two sentences. */
  readonly formula: string;
  /** The main value, beside the title. */
  readonly summary?: ComponentChildren;
  /** Choices of what the chart shows. They stay while it is empty. */
  readonly controls?: ComponentChildren;
  /** Whether data is loading, is empty, or is in the chart. */
  readonly state: 'loading' | 'empty' | 'ready';
  /** The sentence of an empty chart; by default that the period has no data. */
  readonly emptyText?: string;
  readonly refusal?: DisplayMessage | null;
  readonly retry?: Retry;
  readonly children: ComponentChildren;
  /** The same values as a table; absent if the chart is a table. */
  readonly table?: ComponentChildren;
  /** Saves the values as a CSV file. Throws ApiError, OfflineError. */
  readonly exportCsv?: () => Promise<void>;
  readonly rows?: RowsLink;
  /** How reliable the values are; undefined if they are exact. */
  readonly note?: string | undefined;
  /** More actions of the menu. */
  readonly actions?: readonly MenuAction[];
  /** Whether the card takes the whole width. */
  readonly isWide?: boolean;
}

/** Returns the actions of the menu of a chart. */
function actionsOf(
  { table, exportCsv, rows }: Props,
  isTable: Signal<boolean>,
  exportRefusal: Signal<DisplayMessage | null>,
): readonly MenuAction[] {
  const runExport = async (): Promise<void> => {
    exportRefusal.value = null;
    try {
      await exportCsv?.();
      showToast(t('CSV file saved'));
    } catch (error) {
      exportRefusal.value = messageOf(error);
    }
  };
  const label = isTable.value ? t('Show as chart') : t('Show as table');
  const toggle = (): void => {
    isTable.value = !isTable.peek();
  };
  return [
    ...(table === undefined ? [] : [{ label, icon: isTable.value ? ChartLine : TableIcon, run: toggle }]),
    ...(exportCsv === undefined ? [] : [{ label: t('Export CSV'), icon: Download, run: () => void runExport() }]),
    ...(rows === undefined ? [] : [{ label: t('Show the rows'), icon: ListIcon, run: () => navigate(rows.to) }]),
  ];
}

function Content({
  state,
  emptyText,
  refusal,
  retry,
  children,
  table,
  isTable,
}: Props & { readonly isTable: boolean }) {
  if (refusal) return <Refusal message={refusal} retry={retry ?? null} />;
  if (state === 'loading') return <Skeleton lines={4} />;
  if (state === 'empty') return <EmptyState icon={ChartLine} text={emptyText ?? t('No data in this period')} />;
  return isTable ? <div class="chart-table">{table}</div> : children;
}

/** A chart with its title, formula and rows, and a menu: the values as a table and as a CSV file. */
export function ChartCard(props: Props) {
  const { title, formula, summary, controls, note, rows, state, actions = [], isWide = false } = props;
  const isTable = useSignal(false);
  const exportRefusal = useSignal<DisplayMessage | null>(null);
  const own = actionsOf(props, isTable, exportRefusal);
  return (
    <section class={isWide ? 'card chart-card wide' : 'card chart-card'} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {summary}
        <span class="end">
          {own.length + actions.length > 0 && (
            <RowMenu
              label={t`Actions for ${title}`}
              sections={[{ actions: own }, ...(actions.length > 0 ? [{ actions }] : [])]}
            />
          )}
        </span>
      </header>
      <div class="body">
        {controls !== undefined && <div class="chart-controls">{controls}</div>}
        {note !== undefined && <p class="hint">{note}</p>}
        <Refusal message={exportRefusal.value} />
        <Content {...props} isTable={isTable.value} />
      </div>
      <footer>
        <span>{formula}</span>
        {rows !== undefined && state === 'ready' && <Link to={rows.to}>{rows.text}</Link>}
      </footer>
    </section>
  );
}
