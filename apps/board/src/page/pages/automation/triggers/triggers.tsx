import { type Signal, useSignal } from '@preact/signals';
import type { TriggerPageResponse, TriggerResponse } from '@slipway/api-schema/triggers';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { DisplayMessage } from '../../../api/language.ts';
import { missingPermissionFor } from '../../../api/permissions.ts';
import { read } from '../../../api/rest.ts';
import { ActionButton, MissingPermissions } from '../../../components/action-button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { ServerPage } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type Selection, selectionShortcuts } from '../../../components/selection.tsx';
import { pageSize } from '../../../components/table.tsx';
import { useAllowedFolders } from '../../../live/folders.ts';
import { useEntity } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { usePagedList } from '../../../live/use-paged-list.ts';
import { announce } from '../../../navigation/announce.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { navigate } from '../../../navigation/router.ts';
import { useShortcuts } from '../../../navigation/shortcuts.ts';
import { offsetParam, type StateOf, textParam, urlState } from '../../../navigation/url-state.ts';
import { AutomationTabs } from '../automation-tabs.tsx';
import { NewTrigger } from '../new-trigger/new-trigger.tsx';
import { columnsFor, type TriggerType, triggerPath } from './columns.tsx';
import { runActions, type TriggerAction, triggerActions } from './trigger-actions.ts';

interface ActionBarProps {
  readonly triggers: readonly TriggerResponse[];
  readonly metadata: TriggerPageResponse['$metadata'];
  /** Whether an action is running. */
  readonly isBusy: Signal<boolean>;
  readonly run: (action: TriggerAction) => void;
}

/** The actions on the selected triggers, and the permissions that the user lacks. */
function ActionBar({ triggers, metadata, isBusy, run }: ActionBarProps) {
  const pendingAction = useSignal<TriggerAction | null>(null);
  const missingPermissions = triggers.map(({ id }) => missingPermissionFor(metadata, id));
  const changeableTriggers = triggers.filter((_, index) => missingPermissions[index] === null);
  const close = (): void => {
    pendingAction.value = null;
  };
  return (
    <fieldset class="steps">
      <legend>{triggers.length} selected</legend>
      {triggerActions.map((action) => (
        <button
          key={action.label}
          type="button"
          disabled={isBusy.value || !changeableTriggers.some(action.isAvailableFor)}
          onClick={() => {
            if (action.needsConfirmation) pendingAction.value = action;
            else run(action);
          }}
        >
          {action.label}
          {action.needsConfirmation && '…'}
        </button>
      ))}
      {changeableTriggers.length < triggers.length && changeableTriggers.length > 0 && (
        <p class="lacked">
          You can change {changeableTriggers.length} of {triggers.length} selected triggers.
        </p>
      )}
      <MissingPermissions names={missingPermissions} />
      {pendingAction.value && (
        <ConfirmDialog
          title={changeableTriggers.length === 1 ? 'Delete trigger?' : `Delete ${changeableTriggers.length} triggers?`}
          confirmLabel={changeableTriggers.length === 1 ? 'Delete trigger' : 'Delete triggers'}
          close={close}
          run={() => {
            const action = pendingAction.peek();
            close();
            if (action) run(action);
          }}
        >
          Their run history is deleted. Releases they created stay.
        </ConfirmDialog>
      )}
    </fieldset>
  );
}

export const triggersUrl = urlState({
  /** A part of the title, as are `template` and `folder`; case-insensitive. */
  title: textParam('title'),
  template: textParam('template'),
  folder: textParam('folder'),
  /** The name of a trigger type; empty: all types. */
  type: textParam('type'),
  from: offsetParam('from', pageSize),
});

/** The filters and the offset of the trigger list. */
type TriggerQuery = StateOf<typeof triggersUrl>;

/** Returns the request path of a page of triggers. */
export function requestPath({ title, template, folder, type, from }: TriggerQuery): string {
  const filters = { triggerTitle: title, templateTitle: template, folderTitle: folder, triggerType: type };
  const params = new URLSearchParams({ metadata: 'true', resultsPerPage: String(pageSize) });
  for (const [name, text] of Object.entries(filters)) if (text.trim() !== '') params.set(name, text.trim());
  if (from > 0) params.set('page', String(from / pageSize));
  return `/triggers?${params}`;
}

interface FilterProps {
  readonly query: TriggerQuery;
  readonly types: readonly TriggerType[];
  readonly change: (changes: Partial<TriggerQuery>) => void;
  /** Controls beside the filters. */
  readonly children: ComponentChildren;
}

/** The filters of the list. */
const Filters = ({ query, types, change, children }: FilterProps) => (
  <search class="filters">
    <TextField label="Title" type="search" value={query.title} change={(title) => change({ title })} />
    <TextField label="Template" type="search" value={query.template} change={(template) => change({ template })} />
    <TextField label="Folder" type="search" value={query.folder} change={(folder) => change({ folder })} />
    <ChoiceField
      label="Type"
      value={query.type}
      options={[['', 'All types'], ...types.map(({ type, title }) => [type, title] as const)]}
      change={(type) => change({ type })}
    />
    {children}
  </search>
);

/** The event stream has no topic for triggers. A fired trigger creates a release, which updates the list. */
const topics: readonly Topic[] = ['list=releases', polled];

/** Returns the message after an action, such as "3 triggers enabled, 1 failed". */
function bulkMessage({ pastParticiple }: TriggerAction, done: number, failed: number): string {
  const message = `${done} ${done === 1 ? 'trigger' : 'triggers'} ${pastParticiple}`;
  return failed > 0 ? `${message}, ${failed} failed` : message;
}

/** The selected triggers, and the actions on them. */
function useBulkActions(page: TriggerPageResponse | undefined, refresh: () => Promise<void>) {
  const selectedIds = useSignal<ReadonlySet<string>>(new Set());
  const refusals = useSignal<ReadonlyMap<string, DisplayMessage>>(new Map());
  const isBusy = useSignal(false);
  const selection = useMemo((): Selection => ({ selectedIds, refusals }), []);
  const selectedTriggers = (page?.content ?? []).filter(({ id }) => selectedIds.value.has(id));
  const run = async (action: TriggerAction): Promise<void> => {
    const applicableIds = selectedTriggers
      .filter((trigger) => action.isAvailableFor(trigger) && missingPermissionFor(page?.$metadata, trigger.id) === null)
      .map(({ id }) => id);
    isBusy.value = true;
    const newRefusals = await runActions(action, applicableIds);
    await refresh();
    isBusy.value = false;
    refusals.value = newRefusals;
    selectedIds.value = new Set(
      selectedTriggers.map(({ id }) => id).filter((id) => newRefusals.has(id) || !applicableIds.includes(id)),
    );
    announce(bulkMessage(action, applicableIds.length - newRefusals.size, newRefusals.size));
  };
  return { selection, selectedTriggers, isBusy, run };
}

/** The list of triggers. The address contains the filters. */
export function Triggers() {
  const list = usePagedList<TriggerQuery, TriggerPageResponse>({
    ...{ path: '/automation', urlState: triggersUrl, topicsOf: () => topics },
    ...{ firstPage: { from: 0 }, typedFilters: ['title', 'template', 'folder'] },
    load: (query) => read(requestPath(query)),
  });
  const { query, page, change } = list;
  const types = useEntity<readonly TriggerType[]>('/triggers/types', []).value.value ?? [];
  const { selection, selectedTriggers, isBusy, run } = useBulkActions(page, list.refresh);
  const rows = page?.content ?? [];
  const isCreating = useSignal(false);
  const startCreating = (): void => {
    isCreating.value = true;
  };
  const { isLoaded, missingPermission } = useAllowedFolders('createTrigger');
  usePaletteActions(isLoaded ? [{ name: 'New trigger', missingPermission, run: startCreating }] : []);
  useShortcuts(
    useMemo(() => selectionShortcuts(selection, 'trigger', () => (page?.content ?? []).map(({ id }) => id)), [page]),
  );
  useEffect(() => {
    document.title = 'Automation · Slipway';
  }, []);
  const goToPage = (from: number): void => {
    change({ from });
    announce(`Triggers from ${from + 1}`);
  };
  return (
    <section>
      <h1>Automation</h1>
      <AutomationTabs current="/automation" />
      <Filters query={query} types={types} change={change}>
        <ActionButton missingPermission={missingPermission} isDisabled={!isLoaded} run={startCreating}>
          New trigger…
        </ActionButton>
      </Filters>
      <MissingPermissions names={[missingPermission]} />
      <Refusal message={list.refusal} />
      {rows.length > 0 && (
        <ActionBar
          triggers={selectedTriggers}
          metadata={page?.$metadata}
          isBusy={isBusy}
          run={(action) => void run(action)}
        />
      )}
      <ServerPage
        caption="Triggers"
        columns={columnsFor({ selection, types, titles: page?.$metadata?.titles ?? {} })}
        rows={page?.content}
        keyOf={({ id }) => id}
        emptyText={list.isDefault ? 'No triggers yet' : 'No triggers match these filters'}
        from={query.from}
        hasMore={page?.last === false}
        goToPage={goToPage}
      />
      {isCreating.value && (
        <NewTrigger close={() => (isCreating.value = false)} onCreated={({ id }) => navigate(triggerPath(id))} />
      )}
    </section>
  );
}
