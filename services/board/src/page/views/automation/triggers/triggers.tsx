import { useSignal } from '@preact/signals';
import type { TriggerPageAnswer } from '@slipway/wire';
import { useEffect, useMemo } from 'preact/hooks';
import { useEntity } from '../../../live/use-entity.ts';
import { useLatest } from '../../../live/use-latest.ts';
import { usePlaces } from '../../../live/use-places.ts';
import { nowAndThen, type Want } from '../../../live/wants.ts';
import { Deed, Lacking } from '../../../parts/deed.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { type Marks, pickShortcuts } from '../../../parts/steps/marks.tsx';
import { Pager, Table } from '../../../parts/table.tsx';
import { announce } from '../../../place/announce.ts';
import { useShortcuts } from '../../../place/keys.ts';
import { useOffers } from '../../../place/offers.ts';
import { go, place, restate } from '../../../place/router.ts';
import { NewTrigger } from '../new-trigger/new-trigger.tsx';
import { Tabs } from '../tabs.tsx';
import { addressOfTrigger, columnsFor } from './columns.tsx';
import { Filters } from './filters.tsx';
import { addressOf, callFor, queryIn, type TriggerQuery } from './query.ts';
import { StepBar } from './step-bar.tsx';
import { type Step, take } from './steps.ts';
import type { TriggerType } from './type-words.ts';

/** The stream covers releases: a trigger that fires creates one. */
const wanted: readonly Want[] = ['list=releases', nowAndThen];

const isTyped = (changes: Partial<TriggerQuery>): boolean => !('type' in changes || 'from' in changes);

/** Marks of the triggers that are shown, and how a step is taken with those that were chosen. */
function useSteps(page: TriggerPageAnswer | undefined, refresh: () => Promise<void>) {
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const refused = useSignal<ReadonlyMap<string, string>>(new Map());
  const isBusy = useSignal(false);
  const marks = useMemo((): Marks => ({ chosen, refused }), []);
  const changeable = useMemo(() => new Set(page?.$metadata?.changeable), [page]);
  const picked = (page?.content ?? []).filter(({ id }) => chosen.value.has(id));
  const run = async (step: Step): Promise<void> => {
    const fit = picked.filter((trigger) => step.isFor(trigger) && changeable.has(trigger.id)).map(({ id }) => id);
    isBusy.value = true;
    const no = await take(step, fit);
    await refresh();
    isBusy.value = false;
    refused.value = no;
    chosen.value = new Set(picked.map(({ id }) => id).filter((id) => no.has(id) || !fit.includes(id)));
    announce(`${step.word}: ${fit.length - no.size} done, ${no.size} refused`);
  };
  return { marks, changeable, picked, isBusy, run };
}

/** All visible triggers; the address contains the query. */
export function Triggers() {
  const query = queryIn(place.value.query);
  const { value: page, refusal, refresh } = useLatest<TriggerPageAnswer>(callFor(query), wanted);
  const types = useEntity<readonly TriggerType[]>('/triggers/types', []).value.value ?? [];
  const { marks, changeable, picked, isBusy, run } = useSteps(page, refresh);
  const rows = page?.content ?? [];
  const isNew = useSignal(false);
  const begin = (): void => {
    isNew.value = true;
  };
  const { isKnown, lacking } = usePlaces({ inFolder: 'trigger', atTop: 'newTemplate' });
  useOffers(isKnown ? [{ name: 'New trigger', lacking, run: begin }] : []);
  useShortcuts(useMemo(() => pickShortcuts(marks, 'trigger', () => (page?.content ?? []).map(({ id }) => id)), [page]));
  useEffect(() => {
    document.title = 'Automation · Slipway';
  }, []);
  const change = (changes: Partial<TriggerQuery>): void => {
    const address = addressOf({ ...query, from: 0, ...changes });
    if (isTyped(changes)) restate(address);
    else go(address);
  };
  const turn = (from: number): void => {
    change({ from });
    announce(`Triggers from ${from + 1}`);
  };
  return (
    <section>
      <h1>Automation</h1>
      <Tabs current="/automation" />
      <Filters query={query} types={types} change={change}>
        <Deed lacking={lacking} isDisabled={!isKnown} run={begin}>
          New trigger…
        </Deed>
      </Filters>
      <Lacking names={[lacking]} />
      <Refusal sentence={refusal.value} />
      {rows.length > 0 && (
        <>
          <StepBar triggers={picked} changeable={changeable} isBusy={isBusy} run={(step) => void run(step)} />
          <Table
            caption="Triggers"
            columns={columnsFor({ marks, types, titles: page?.$metadata?.titles ?? {} })}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </>
      )}
      {page && rows.length === 0 && (
        <p class="empty">
          {addressOf(query) === '/automation' ? 'There is no trigger that you may see.' : 'No trigger matches.'}
        </p>
      )}
      <Pager from={query.from} count={rows.length} hasMore={page?.last === false} turn={turn} />
      {isNew.value && <NewTrigger close={() => (isNew.value = false)} made={({ id }) => go(addressOfTrigger(id))} />}
    </section>
  );
}
