import { type Signal, useSignal } from '@preact/signals';
import type { TriggerPageResponse, TriggerResponse } from '@slipway/api-schema/triggers';
import { useEffect, useMemo } from 'preact/hooks';
import Plus from '~icons/lucide/plus';
import Zap from '~icons/lucide/zap';
import type { DisplayMessage } from '../../../api/language.ts';
import { permissionReason } from '../../../api/permission-reason.ts';
import { missingPermissionFor } from '../../../api/permissions.ts';
import { read } from '../../../api/rest.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ActionButton, MissingPermissions } from '../../../components/controls/action-button.tsx';
import { BulkBar } from '../../../components/controls/bulk-bar.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Lazy } from '../../../components/lazy.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { ServerPage } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type Selection, selectionShortcuts } from '../../../components/selection.tsx';
import { showToast } from '../../../components/toast.tsx';
import { useAllowedFolders } from '../../../live/folders.ts';
import { useEntity } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { type PagedList, usePagedList } from '../../../live/use-paged-list.ts';
import { announce } from '../../../navigation/announce.ts';
import { triggerPath } from '../../../navigation/ids.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { navigate } from '../../../navigation/router.ts';
import { useShortcuts } from '../../../navigation/shortcuts.ts';
import { plural, t } from '../../../navigation/text.ts';
import { AutomationHead } from '../automation-head.tsx';
import { columnsFor, type TriggerType } from './columns.tsx';
import { Filters } from './filters.tsx';
import { requestPath, type TriggerQuery, triggersUrl } from './query.ts';
import { runActions, type TriggerAction, triggerAction, triggerActions } from './trigger-actions.ts';

interface ActionBarProps {
  readonly triggers: readonly TriggerResponse[];
  readonly metadata: TriggerPageResponse['$metadata'];
  /** Whether an action is running. */
  readonly isBusy: Signal<boolean>;
  readonly run: (action: TriggerAction) => void;
  readonly clear: () => void;
}

/** The actions on the selected triggers, and the permissions that the user lacks. */
function ActionBar({ triggers, metadata, isBusy, run, clear }: ActionBarProps) {
  const missingPermissions = triggers.map(({ id }) => missingPermissionFor(metadata, id));
  const changeableTriggers = triggers.filter((_, index) => missingPermissions[index] === null);
  return (
    <BulkBar count={triggers.length} clear={clear}>
      {triggerActions.map((action) => (
        <button
          key={action.name}
          type="button"
          class={action.needsConfirmation ? 'quiet danger' : 'quiet'}
          disabled={isBusy.value || !changeableTriggers.some(action.isAvailableFor)}
          onClick={() => run(action)}
        >
          {action.label}
          {action.needsConfirmation && '…'}
        </button>
      ))}
      {changeableTriggers.length < triggers.length && changeableTriggers.length > 0 && (
        <span class="sub">
          You can change {changeableTriggers.length} of {triggers.length} selected triggers.
        </span>
      )}
      <MissingPermissions names={missingPermissions} />
    </BulkBar>
  );
}

interface ConfirmDeleteProps {
  /** The number of triggers to delete. */
  readonly count: number;
  readonly close: () => void;
  readonly run: () => void;
}

const ConfirmDelete = ({ count, close, run }: ConfirmDeleteProps) => (
  <ConfirmDialog
    title={plural(count, 'Delete trigger?', 'Delete # triggers?')}
    confirmLabel={plural(count, 'Delete trigger', 'Delete triggers')}
    close={close}
    run={run}
  >
    Their run history is deleted. Releases they created stay.
  </ConfirmDialog>
);

/** The event stream has no topic for triggers. A fired trigger creates a release, which updates the list. */
const topics: readonly Topic[] = ['list=releases', polled];

/** Returns the message after an action, such as "3 triggers enabled, 1 failed". */
function bulkMessage({ pastParticiple }: TriggerAction, done: number, failed: number): string {
  const message = plural(done, `# trigger ${pastParticiple}`, `# triggers ${pastParticiple}`);
  return failed > 0 ? t`${message}, ${failed} failed` : message;
}

/** The switches that are being saved, by the ids of the triggers. */
type PendingSwitches = ReadonlyMap<string, boolean>;

const withSwitches = (switches: PendingSwitches, ids: readonly string[], isOn: boolean | null): PendingSwitches => {
  const next = new Map(switches);
  for (const id of ids) {
    if (isOn === null) next.delete(id);
    else next.set(id, isOn);
  }
  return next;
};

/** Returns the state that an action sets; null: the action sets none. */
const switchedTo = ({ path }: TriggerAction): boolean | null =>
  path === '/enable' || path === '/disable' ? path === '/enable' : null;

/** The selected triggers, and the actions on triggers. Their switches show the expected state until the response. */
function useTriggerActions(page: TriggerPageResponse | undefined, refresh: () => Promise<void>) {
  const selectedIds = useSignal<ReadonlySet<string>>(new Set());
  const refusals = useSignal<ReadonlyMap<string, DisplayMessage>>(new Map());
  const switches = useSignal<PendingSwitches>(new Map());
  const isBusy = useSignal(false);
  const selection = useMemo((): Selection => ({ selectedIds, refusals }), []);
  const selectedTriggers = (page?.content ?? []).filter(({ id }) => selectedIds.value.has(id));
  const run = async (action: TriggerAction, triggers: readonly TriggerResponse[]): Promise<void> => {
    const ids = triggers
      .filter((trigger) => action.isAvailableFor(trigger) && missingPermissionFor(page?.$metadata, trigger.id) === null)
      .map(({ id }) => id);
    isBusy.value = true;
    switches.value = withSwitches(switches.peek(), ids, switchedTo(action));
    const newRefusals = await runActions(action, ids);
    await refresh();
    isBusy.value = false;
    switches.value = withSwitches(switches.peek(), ids, null);
    refusals.value = newRefusals;
    selectedIds.value = new Set([...selectedIds.peek()].filter((id) => newRefusals.has(id) || !ids.includes(id)));
    const message = bulkMessage(action, ids.length - newRefusals.size, newRefusals.size);
    if (newRefusals.size > 0) announce(message);
    else showToast(message);
  };
  return { selection, selectedTriggers, switches, isBusy, run };
}

interface ListProps {
  readonly list: PagedList<TriggerQuery, TriggerPageResponse>;
  readonly types: readonly TriggerType[];
}

/** A page of triggers, with the actions on one of them and on the selected ones. */
function TriggerList({ list, types }: ListProps) {
  const { query, page, change } = list;
  const { selection, selectedTriggers, switches, isBusy, run } = useTriggerActions(page, list.refresh);
  const deleted = useSignal<readonly TriggerResponse[]>([]);
  const rows = page?.content ?? [];
  const start = (action: TriggerAction, triggers: readonly TriggerResponse[]): void => {
    if (action.needsConfirmation) deleted.value = triggers;
    else void run(action, triggers);
  };
  const goToPage = (from: number): void => {
    change({ from });
    announce(t`Triggers from ${from + 1}`);
  };
  const reasonFor = ({ id }: TriggerResponse): string | null =>
    permissionReason(missingPermissionFor(page?.$metadata, id));
  useShortcuts(
    useMemo(() => selectionShortcuts(selection, t('trigger'), () => (page?.content ?? []).map(({ id }) => id)), [page]),
  );
  return (
    <>
      {page?.content.length === 0 && (
        <div class="card">
          <EmptyState icon={Zap} text={list.isDefault ? t('No triggers yet') : t('No triggers match these filters')} />
        </div>
      )}
      <ServerPage
        caption="Triggers"
        columns={columnsFor({
          ...{ selection, types, reasonFor, titles: page?.$metadata?.titles ?? {} },
          isEnabled: ({ id, enabled }) => switches.value.get(id) ?? enabled,
          run: (action, trigger) => start(action, [trigger]),
        })}
        rows={rows.length > 0 ? rows : undefined}
        keyOf={({ id }) => id}
        emptyText=""
        from={query.from}
        hasMore={page?.last === false}
        goToPage={goToPage}
      />
      <ActionBar
        triggers={selectedTriggers}
        metadata={page?.$metadata}
        isBusy={isBusy}
        clear={() => (selection.selectedIds.value = new Set())}
        run={(action) => start(action, selectedTriggers)}
      />
      {deleted.value.length > 0 && (
        <ConfirmDelete
          count={deleted.value.filter((trigger) => reasonFor(trigger) === null).length}
          close={() => (deleted.value = [])}
          run={() => {
            const triggers = deleted.peek();
            deleted.value = [];
            void run(triggerAction('delete'), triggers);
          }}
        />
      )}
    </>
  );
}

const loadNewTrigger = async () => (await import('../new-trigger/new-trigger.tsx')).NewTrigger;

/** The list of triggers. The address contains the filters. */
export function Triggers() {
  const list = usePagedList<TriggerQuery, TriggerPageResponse>({
    ...{ path: '/automation', urlState: triggersUrl, topicsOf: () => topics },
    ...{ firstPage: { from: 0 }, typedFilters: ['title', 'template', 'folder'] },
    load: (query) => read(requestPath(query)),
  });
  const types = useEntity<readonly TriggerType[]>('/triggers/types', []).value.value ?? [];
  const isCreating = useSignal(false);
  const startCreating = (): void => {
    isCreating.value = true;
  };
  const { isLoaded, missingPermission } = useAllowedFolders('createTrigger');
  usePaletteActions(isLoaded ? [{ name: t('New trigger'), missingPermission, run: startCreating }] : []);
  useEffect(() => {
    document.title = t('Automation · Slipway');
  }, []);
  return (
    <section>
      <AutomationHead current="/automation" meta="Triggers create releases on a schedule or when something happens.">
        <ActionButton isMain missingPermission={missingPermission} isDisabled={!isLoaded} run={startCreating}>
          <Icon of={Plus} />
          New trigger
        </ActionButton>
      </AutomationHead>
      <MissingPermissions names={[missingPermission]} />
      <Filters query={list.query} types={types} change={list.change} />
      <Refusal message={list.refusal} retry={list.retry} />
      <TriggerList list={list} types={types} />
      {isCreating.value && (
        <Lazy
          load={loadNewTrigger}
          props={{
            close: () => (isCreating.value = false),
            onCreated: ({ id }) => navigate(triggerPath(id)),
          }}
        />
      )}
    </section>
  );
}
