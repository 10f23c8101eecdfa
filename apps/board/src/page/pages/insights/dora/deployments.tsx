import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { ChartCard } from '../../../components/charts/chart-card.tsx';
import { FieldChip } from '../../../components/controls/filter-controls.tsx';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { KeyPager, Table } from '../../../components/table.tsx';
import { findFolder, useEditableFolders } from '../../../live/folders.ts';
import { location, navigate } from '../../../navigation/router.ts';
import { plural, t } from '../../../navigation/text.ts';
import type { InsightsContext } from '../data/insights-context.ts';
import type { DeploymentRow, DeploymentsResponse } from '../data/responses.ts';
import { periodText } from '../data/time-labels.ts';
import { type DeploymentsQuery, deploymentsUrl, type InsightsQuery, pathOf } from '../data/url-state.ts';
import { cardState, csvExport, useInsights } from '../data/use-insights.ts';
import { FilterBar } from '../filter-bar.tsx';
import { columnsOf } from './deployment-columns.tsx';
import { type Mark, MarkDialog } from './mark-dialog.tsx';
import { TargetChips } from './target-chips.tsx';

const selections = [
  ['', t('All')],
  ['successful', t('Successful')],
  ['failed', t('Failed')],
  ['open', t('Open failures')],
  ['recovered', t('Recovered failures')],
  ['failedAttempts', t('Failed attempts')],
  ['rework', t('Hotfixes and rollbacks')],
  ['withCommits', t('With commits')],
  ['withLeadTime', t('With a lead time')],
] as const satisfies readonly (readonly [DeploymentsQuery['only'], string])[];

interface SelectionProps {
  readonly only: DeploymentsQuery['only'];
  readonly change: (only: DeploymentsQuery['only']) => void;
}

const SelectionChip = ({ only, change }: SelectionProps) => (
  <FieldChip
    label="Deployments"
    text={selections.find(([value]) => value === only)?.[1] ?? ''}
    remove={only === '' ? null : () => change('')}
  >
    <ChoiceField
      label="Deployments"
      value={only}
      options={selections}
      change={(text) => change(selections.find(([value]) => value === text)?.[0] ?? '')}
    />
  </FieldChip>
);

/** Returns the request of the deployments in the address. */
function bodyOf({ request }: InsightsContext, { start, end, only }: DeploymentsQuery) {
  return { ...request, ...(start !== '' && end !== '' && { from: start, to: end }), ...(only !== '' && { only }) };
}

type OpenMark = Readonly<{ row: DeploymentRow; mark: Mark }>;

/** The table of deployments, with a dialog that marks their outcome. */
function DeploymentTable({ rows, refresh }: { rows: readonly DeploymentRow[]; refresh: () => Promise<void> }) {
  const { folders } = useEditableFolders(true);
  const open = useSignal<OpenMark | null>(null);
  const columns = useMemo(
    () =>
      columnsOf({
        disabledReason: ({ folderId }) =>
          findFolder(folders, folderId) === undefined ? t('You can’t edit the folder of this deployment') : null,
        start: (row, mark) => (open.value = { row, mark }),
      }),
    [folders.map(({ id }) => id).join()],
  );
  return (
    <>
      <Table caption="Deployments" columns={columns} rows={rows} keyOf={({ id }) => id} />
      {open.value && <MarkDialog {...open.value} close={() => (open.value = null)} onDone={refresh} />}
    </>
  );
}

/** The deployments of the period, or behind a point. */
export function Deployments({ context }: { readonly context: InsightsContext }) {
  const key = String(location.value.query);
  const query = useMemo(() => deploymentsUrl.parse(new URLSearchParams(key)), [key]);
  const { only, after } = query;
  const body = bodyOf(context, query);
  const result = useInsights<DeploymentsResponse>('deployments', { ...body, ...(after !== null && { after }) });
  const { count = 0, n = 0, configured, next, rows = [] } = result.value.value ?? {};
  const go = (changes: Partial<DeploymentsQuery>): void =>
    navigate(deploymentsUrl.url(pathOf('deployments'), { ...query, after: null, ...changes }));
  const listContext = {
    ...context,
    change: (changes: Partial<InsightsQuery>) => go({ ...changes, start: '', end: '' }),
  };
  return (
    <>
      <FilterBar context={listContext}>
        <TargetChips
          context={listContext}
          applications={query.applications ?? []}
          environments={query.environments ?? []}
        />
        <SelectionChip only={only} change={(value) => go({ only: value })} />
      </FilterBar>
      <ChartCard
        title="Deployments"
        formula={t('Deployments to production that ended in the period. A failure is open until it has recovered.')}
        summary={
          <>
            <b>{plural(count, '# deployment', '# deployments')}</b>
            {only === 'withCommits' && <span class="faint">{plural(n, '# commit', '# commits')}</span>}
          </>
        }
        {...cardState(result, (response) => response.count === 0)}
        emptyText={configured === false ? t('Deployments are not configured in any folder') : undefined}
        exportCsv={csvExport('deployments', body, 'deployments')}
        controls={<span class="faint">{periodText(body, context.tz)}</span>}
        isWide
      >
        <DeploymentTable rows={rows} refresh={result.refresh} />
        <KeyPager
          first={after === null ? undefined : () => go({})}
          previous={undefined}
          next={next === undefined ? undefined : () => go({ after: next })}
        />
      </ChartCard>
    </>
  );
}
