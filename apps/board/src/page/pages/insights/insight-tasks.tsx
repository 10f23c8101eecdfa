import { useSignal } from '@preact/signals';
import { ChartCard } from '../../components/charts/chart-card.tsx';
import { ValueBar } from '../../components/charts/value-bar.tsx';
import { numberText, secondsText, valueText } from '../../components/charts/values.ts';
import { Segments } from '../../components/controls/segments.tsx';
import { TaskTypeIcon } from '../../components/marks/task-type-icon.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { t } from '../../navigation/text.ts';
import type { InsightsContext } from './data/insights-context.ts';
import type { TaskRow, TasksResponse } from './data/responses.ts';
import { insightsUrl, rowsAddress } from './data/url-state.ts';
import { cardState, csvExport, useInsights } from './data/use-insights.ts';
import { estimateNote } from './metric-card.tsx';

type Order = 'slowest' | 'mostFailed';

const orders = [
  ['slowest', t('Slowest')],
  ['mostFailed', t('Most failed')],
] as const satisfies readonly (readonly [Order, string])[];

const formulas: Readonly<Record<Order, string>> = {
  slowest: t(
    'Runs of tasks with the same template, phase, title and type. Share = sum of their durations ÷ sum of the durations of the releases.',
  ),
  mostFailed: t(
    'Failures = sum of the failures of all runs. Failure rate = runs with a failure ÷ runs. Cost = time in the status Failed.',
  ),
};

const TaskCell = ({ row: { taskTitle, taskType, phaseTitle, templateTitle } }: { readonly row: TaskRow }) => (
  <>
    <span class="row">
      <TaskTypeIcon type={taskType} />
      <bdi>{taskTitle}</bdi>
    </span>
    <div class="sub">
      <bdi>{templateTitle ?? t('No template')}</bdi> › <bdi>{phaseTitle}</bdi>
    </div>
  </>
);

/** A link to the releases of the template of a task. */
function RunsCell({ row: { templateId, runs }, context: { query } }: Cell) {
  if (!templateId) return numberText(runs);
  const to = rowsAddress(insightsUrl.parse(insightsUrl.params({ ...query, templates: [templateId] })), {});
  return <Link to={to}>{numberText(runs)}</Link>;
}

interface Cell {
  readonly row: TaskRow;
  readonly context: InsightsContext;
}

const number = (name: string, textOf: (row: TaskRow) => string): Column<TaskRow> => ({
  ...{ name, class: 'chart-number' },
  cell: textOf,
});

/** Returns the columns of an order. `max` is the highest value of the column with bars. */
function columnsOf(order: Order, max: number, context: InsightsContext): readonly Column<TaskRow>[] {
  const task: Column<TaskRow> = { name: t('Task'), cell: (row) => <TaskCell row={row} /> };
  const runs: Column<TaskRow> = {
    ...{ name: t('Runs'), class: 'chart-number' },
    cell: (row) => <RunsCell {...{ row, context }} />,
  };
  const share = (partOf: (row: TaskRow) => number): Column<TaskRow> => ({
    ...{ name: t('Comparison'), class: 'chart-bar-cell', isNameHidden: true },
    cell: (row) => <ValueBar share={max === 0 ? 0 : partOf(row) / max} />,
  });
  if (order === 'slowest')
    return [
      task,
      runs,
      number('p50', ({ p50 }) => valueText(p50, 'seconds')),
      number('p85', ({ p85 }) => valueText(p85, 'seconds')),
      number(t('Sum'), ({ sum }) => secondsText(sum)),
      share(({ sum }) => sum),
      number(t('Share'), ({ share: part }) => valueText(part, 'ratio')),
    ];
  return [
    task,
    runs,
    number(t('Failures'), ({ failures }) => numberText(failures)),
    share(({ failures }) => failures),
    number(t('Failure rate'), ({ failureRate }) => valueText(failureRate, 'ratio')),
    number(t('Cost'), ({ failedSeconds }) => secondsText(failedSeconds)),
  ];
}

const keyOf = ({ templateId, phaseTitle, taskTitle, taskType }: TaskRow): string =>
  JSON.stringify([lastSegment(templateId ?? ''), phaseTitle, taskTitle, taskType]);

/** The tasks that take the most time, and those that fail most often. */
export function Tasks({ context }: { readonly context: InsightsContext }) {
  const order = useSignal<Order>('slowest');
  const body = { ...context.request, order: order.value, limit: 100 };
  const result = useInsights<TasksResponse>('tasks', body);
  const rows = result.value.value?.rows ?? [];
  const max = rows.reduce((most, row) => Math.max(most, order.value === 'slowest' ? row.sum : row.failures), 0);
  return (
    <ChartCard
      title={order.value === 'slowest' ? t('Slowest tasks') : t('Most failed tasks')}
      formula={formulas[order.value]}
      controls={<Segments label="Order" value={order.value} options={orders} change={(next) => (order.value = next)} />}
      {...cardState(result, (response) => response.rows.length === 0)}
      exportCsv={csvExport('tasks', body, 'tasks')}
      rows={{ to: rowsAddress(context.query, {}), text: t('Releases of the period') }}
      note={order.value === 'slowest' && result.value.value?.exact === false ? estimateNote : undefined}
      isWide
    >
      <Table
        caption={order.value === 'slowest' ? t('Slowest tasks') : t('Most failed tasks')}
        columns={columnsOf(order.value, max, context)}
        rows={rows}
        keyOf={keyOf}
      />
    </ChartCard>
  );
}
