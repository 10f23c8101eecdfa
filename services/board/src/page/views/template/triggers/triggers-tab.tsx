import { useSignal } from '@preact/signals';
import type { TriggerAnswer } from '@slipway/wire';
import { useEntity } from '../../../live/use-entity.ts';
import { Deed, Lacking } from '../../../parts/deed.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import type { Column } from '../../../parts/table.tsx';
import { lastOf } from '../../../place/ids.ts';
import { Link } from '../../../place/link.tsx';
import { useLackingForTrigger } from '../../automation/new-trigger/lacking.ts';
import { NewTrigger } from '../../automation/new-trigger/new-trigger.tsx';
import type { TabProps } from '../tab.ts';
import { NextTimes } from './next-times.tsx';
import { nextOf, whenOf } from './when.ts';

interface Found {
  readonly content: readonly TriggerAnswer[];
}

const columns: readonly Column<TriggerAnswer>[] = [
  { name: 'Trigger', cell: ({ id, title }) => <Link to={`/automation/triggers/${lastOf(id)}`}>{title}</Link> },
  { name: 'When', cell: whenOf },
  { name: 'Enabled', cell: ({ enabled }) => (enabled ? 'Yes' : 'No') },
  { name: 'Next', cell: (trigger) => <Moment at={nextOf(trigger)} /> },
  {
    name: 'Last',
    cell: ({ lastRunDate, lastRunStatus }) => (
      <>
        <Moment at={lastRunDate} />
        {lastRunStatus === 'FAILURE' && ', it failed'}
      </>
    ),
  },
  {
    name: 'Later',
    cell: (trigger) =>
      nextOf(trigger) === undefined ? '–' : <NextTimes id={lastOf(trigger.id)} title={trigger.title} />,
  },
];

/** The triggers of a template. */
export function TriggersTab({ template, wanted, from, turn }: TabProps) {
  const query = new URLSearchParams({ templateId: lastOf(template.id), resultsPerPage: '1000' });
  const { value, refusal, refresh } = useEntity<Found>(`/triggers?${query}`, wanted);
  const isNew = useSignal(false);
  const { isKnown, names } = useLackingForTrigger({ template: template.id, folder: '' });
  const lacking = names.find((name) => name !== null) ?? null;
  const rows = value.value?.content;
  return (
    <>
      <div class="actions">
        <Deed lacking={lacking} isDisabled={!isKnown} run={() => (isNew.value = true)}>
          New trigger…
        </Deed>
        {isKnown && <Lacking names={names} />}
      </div>
      <Refusal sentence={refusal.value} />
      {rows?.length === 0 && <p class="empty">No trigger makes releases of this template.</p>}
      {rows && rows.length > 0 && (
        <PagedTable caption="Triggers" columns={columns} rows={rows} keyOf={({ id }) => id} from={from} turn={turn} />
      )}
      {isNew.value && (
        <NewTrigger template={template.id} close={() => (isNew.value = false)} made={() => void refresh()} />
      )}
    </>
  );
}
