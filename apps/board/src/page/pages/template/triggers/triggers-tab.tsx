import { useSignal } from '@preact/signals';
import type { TriggerResponse } from '@slipway/api-schema/triggers';
import Plus from '~icons/lucide/plus';
import Zap from '~icons/lucide/zap';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { read } from '../../../api/rest.ts';
import { ActionButton, MissingPermissions } from '../../../components/controls/action-button.tsx';
import { EmptyState, Skeleton } from '../../../components/empty-state.tsx';
import { Lazy } from '../../../components/lazy.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Moment, None } from '../../../components/moment.tsx';
import { PagedTable } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import type { Column } from '../../../components/table.tsx';
import { useEntity } from '../../../live/queries.ts';
import { lastSegment, triggerPath } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { missingTriggerPermissions } from '../../automation/new-trigger/missing-permissions.ts';
import { nextFireDate } from '../../automation/schedule/schedule-words.ts';
import { EnabledStatus, LastRun, NextRun, TriggerDescription } from '../../automation/triggers/columns.tsx';
import type { TabProps } from '../tab.ts';

interface NextTimesPreview {
  readonly next: readonly { readonly date: string; readonly daylightSaving?: string }[];
}

interface Props {
  /** The last segment of the id of the trigger. */
  readonly id: string;
  readonly title: string;
}

/** The next fire times of a trigger. The user loads them with a button. */
function NextTimes({ id, title }: Props) {
  const preview = useSignal<NextTimesPreview | undefined>(undefined);
  const refusal = useSignal<DisplayMessage | null>(null);
  const load = async (): Promise<void> => {
    try {
      preview.value = await read<NextTimesPreview>(`/triggers/${id}/preview`);
      refusal.value = null;
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  return (
    <details class="more" onToggle={({ currentTarget }) => currentTarget.open && void load()}>
      <summary aria-label={t`Show upcoming runs of ${title}`}>Show</summary>
      <Refusal message={refusal.value} />
      <ol>
        {preview.value?.next.map(({ date, daylightSaving }) => (
          <li key={date}>
            <Moment at={date} />
            {daylightSaving && ` (${daylightSaving})`}
          </li>
        ))}
      </ol>
    </details>
  );
}

interface TriggerList {
  readonly content: readonly TriggerResponse[];
}

const columns: readonly Column<TriggerResponse>[] = [
  { name: t('Trigger'), cell: ({ id, title }) => <Link to={triggerPath(id)}>{title}</Link> },
  { name: t('Schedule or event'), cell: (trigger) => <TriggerDescription trigger={trigger} /> },
  { name: t('Status'), cell: ({ enabled }) => <EnabledStatus isOn={enabled} /> },
  { name: t('Next run'), cell: (trigger) => <NextRun trigger={trigger} isOn={trigger.enabled} /> },
  { name: t('Last result'), cell: (trigger) => <LastRun trigger={trigger} /> },
  {
    name: t('Upcoming runs'),
    cell: (trigger) =>
      nextFireDate(trigger) === undefined ? <None /> : <NextTimes id={lastSegment(trigger.id)} title={trigger.title} />,
  },
];

const loadNewTrigger = async () => (await import('../../automation/new-trigger/new-trigger.tsx')).NewTrigger;

/** The triggers of a template. */
export function TriggersTab({ template, topics, from, goToPage }: TabProps) {
  const query = new URLSearchParams({ templateId: lastSegment(template.id), resultsPerPage: '1000' });
  const { value, refusal, retry, refresh } = useEntity<TriggerList>(`/triggers?${query}`, topics);
  const isCreating = useSignal(false);
  const names = missingTriggerPermissions(template, { isInOtherFolder: false });
  const missingPermission = names.find((name) => name !== null) ?? null;
  const rows = value.value?.content;
  return (
    <>
      <div class="tab-tools">
        <div>
          <p>Triggers create releases of this template on a schedule or after an event.</p>
          <MissingPermissions names={names} />
        </div>
        <ActionButton missingPermission={missingPermission} run={() => (isCreating.value = true)}>
          <Icon of={Plus} />
          New trigger…
        </ActionButton>
      </div>
      <Refusal message={refusal.value} retry={retry} />
      {rows === undefined && refusal.value === null && <Skeleton lines={3} />}
      {rows?.length === 0 && (
        <div class="card">
          <EmptyState icon={Zap} text="No triggers for this template" />
        </div>
      )}
      {rows && rows.length > 0 && (
        <PagedTable
          caption="Triggers"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          from={from}
          goToPage={goToPage}
        />
      )}
      {isCreating.value && (
        <Lazy
          load={loadNewTrigger}
          props={{ template, close: () => (isCreating.value = false), onCreated: () => void refresh() }}
        />
      )}
    </>
  );
}
