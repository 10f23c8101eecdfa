import { useSignal } from '@preact/signals';
import type { TriggerPageResponse } from '@slipway/api-schema/triggers';
import { useEffect, useMemo } from 'preact/hooks';
import { ActionButton, MissingPermissions } from '../../../components/action-button.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type Selection, selectionShortcuts } from '../../../components/selection.tsx';
import { Pager, Table } from '../../../components/table.tsx';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { useAllowedFolders } from '../../../live/use-allowed-folders.ts';
import { useEntity } from '../../../live/use-entity.ts';
import { useLatest } from '../../../live/use-latest.ts';
import { announce } from '../../../navigation/announce.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { location, navigate, replaceUrl } from '../../../navigation/router.ts';
import { useShortcuts } from '../../../navigation/shortcuts.ts';
import { AutomationTabs } from '../automation-tabs.tsx';
import { NewTrigger } from '../new-trigger/new-trigger.tsx';
import { ActionBar } from './action-bar.tsx';
import { columnsFor, triggerPath } from './columns.tsx';
import { Filters } from './filters.tsx';
import { parseQuery, queryUrl, requestPath, type TriggerQuery } from './query.ts';
import { runActions, type TriggerAction } from './trigger-actions.ts';
import type { TriggerType } from './trigger-types.ts';

/** The stream covers releases: a trigger that fires creates one. */
const topics: readonly Topic[] = ['list=releases', polled];

const isTypedFilter = (changes: Partial<TriggerQuery>): boolean => !('type' in changes || 'from' in changes);

/** Marks of the triggers that are shown, and how a step is taken with those that were chosen. */
function useBulkActions(page: TriggerPageResponse | undefined, refresh: () => Promise<void>) {
  const selectedIds = useSignal<ReadonlySet<string>>(new Set());
  const refusals = useSignal<ReadonlyMap<string, string>>(new Map());
  const isBusy = useSignal(false);
  const selection = useMemo((): Selection => ({ selectedIds, refusals }), []);
  const changeable = useMemo(() => new Set(page?.$metadata?.changeable), [page]);
  const selectedTriggers = (page?.content ?? []).filter(({ id }) => selectedIds.value.has(id));
  const run = async (action: TriggerAction): Promise<void> => {
    const applicableIds = selectedTriggers
      .filter((trigger) => action.isAvailableFor(trigger) && changeable.has(trigger.id))
      .map(({ id }) => id);
    isBusy.value = true;
    const newRefusals = await runActions(action, applicableIds);
    await refresh();
    isBusy.value = false;
    refusals.value = newRefusals;
    selectedIds.value = new Set(
      selectedTriggers.map(({ id }) => id).filter((id) => newRefusals.has(id) || !applicableIds.includes(id)),
    );
    announce(`${action.label}: ${applicableIds.length - newRefusals.size} done, ${newRefusals.size} refused`);
  };
  return { marks: selection, changeable, picked: selectedTriggers, isBusy, run };
}

/** All visible triggers; the address contains the query. */
export function Triggers() {
  const query = parseQuery(location.value.query);
  const { value: page, refusal, refresh } = useLatest<TriggerPageResponse>(requestPath(query), topics);
  const types = useEntity<readonly TriggerType[]>('/triggers/types', []).value.value ?? [];
  const { marks: selection, changeable, picked: selectedTriggers, isBusy, run } = useBulkActions(page, refresh);
  const rows = page?.content ?? [];
  const isCreating = useSignal(false);
  const startCreating = (): void => {
    isCreating.value = true;
  };
  const { isLoaded, missingPermission } = useAllowedFolders({ inFolder: 'trigger', atTop: 'newTemplate' });
  usePaletteActions(isLoaded ? [{ name: 'New trigger', missingPermission, run: startCreating }] : []);
  useShortcuts(
    useMemo(() => selectionShortcuts(selection, 'trigger', () => (page?.content ?? []).map(({ id }) => id)), [page]),
  );
  useEffect(() => {
    document.title = 'Automation · Slipway';
  }, []);
  const change = (changes: Partial<TriggerQuery>): void => {
    const address = queryUrl({ ...query, from: 0, ...changes });
    if (isTypedFilter(changes)) replaceUrl(address);
    else navigate(address);
  };
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
      <Refusal sentence={refusal.value} />
      {rows.length > 0 && (
        <>
          <ActionBar
            triggers={selectedTriggers}
            changeable={changeable}
            isBusy={isBusy}
            run={(action) => void run(action)}
          />
          <Table
            caption="Triggers"
            columns={columnsFor({ selection, types, titles: page?.$metadata?.titles ?? {} })}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </>
      )}
      {page && rows.length === 0 && (
        <p class="empty">
          {queryUrl(query) === '/automation' ? 'There is no trigger that you may see.' : 'No trigger matches.'}
        </p>
      )}
      <Pager from={query.from} count={rows.length} hasMore={page?.last === false} goToPage={goToPage} />
      {isCreating.value && (
        <NewTrigger close={() => (isCreating.value = false)} onCreated={({ id }) => navigate(triggerPath(id))} />
      )}
    </section>
  );
}
