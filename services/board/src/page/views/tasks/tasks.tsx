import { computed, useSignal, useSignalEffect } from '@preact/signals';
import type { MyTasksAnswer, WaitingTaskAnswer } from '@slipway/wire';
import { useEffect, useMemo } from 'preact/hooks';
import type { Answers } from '../../data/answers.ts';
import { Refused, sentenceOf } from '../../data/refused.ts';
import { useLive } from '../../live/use-live.ts';
import type { Want } from '../../live/wants.ts';
import { ChoiceField, TextField } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { KeyPager } from '../../parts/rows/key-pager.tsx';
import { type Marks, pickShortcuts } from '../../parts/steps/marks.tsx';
import { Table } from '../../parts/table.tsx';
import { announce } from '../../place/announce.ts';
import { useShortcuts } from '../../place/keys.ts';
import { Link } from '../../place/link.tsx';
import { go, place, restate } from '../../place/router.ts';
import { columnsFor } from './columns.tsx';
import { found } from './found.ts';
import { Gone } from './gone.tsx';
import { addressOf, queryIn, type TaskQuery } from './query.ts';
import { StepBar } from './step-bar.tsx';
import { lackingFor, type Said, type Step, take } from './steps.ts';

const loadFirstSteps = async () => (await import('../first-steps/first-steps.tsx')).FirstSteps;
const nothing = {};

const inbox: readonly Want[] = ['inbox=true'];

const Filters = ({ query }: { readonly query: TaskQuery }) => (
  <search class="filters">
    <ChoiceField
      label="Whose"
      value={query.whose}
      options={[
        ['', 'Mine and my teams’'],
        ['me', 'Mine'],
        ['teams', 'My teams’'],
        ['unassigned', 'Unassigned'],
      ]}
      change={(whose) => go(addressOf({ ...queryIn(new URLSearchParams({ whose })), text: query.text }))}
    />
    <TextField
      label="Task or release"
      type="search"
      value={query.text}
      change={(text) => restate(addressOf({ ...query, text, after: null }))}
    />
  </search>
);

interface PagesProps {
  readonly query: TaskQuery;
  readonly list: Answers<MyTasksAnswer>;
  /** The keys of visited pages, with the pages before them */
  readonly turned: Map<string, string | null>;
}

/** The links to other pages. A page that was opened by its address leads back to the first one. */
function Pages({ query, list, turned }: PagesProps) {
  const { after } = query;
  const next = list.value.value?.next;
  const turn = (to: string | null, told: string) => () => {
    go(addressOf({ ...query, after: to }));
    announce(told);
  };
  const previous = after === null ? undefined : turned.get(after);
  const goOn = (): void => {
    if (next === undefined || !list.isCurrent()) return;
    turned.set(next, after);
    turn(next, 'Next page')();
  };
  return (
    <KeyPager
      first={after === null ? undefined : turn(null, 'First page')}
      previous={previous === undefined ? undefined : turn(previous, 'Previous page')}
      next={next === undefined ? undefined : goOn}
    />
  );
}

/** Why the list is empty. */
const Nothing = ({ query: { whose, text } }: { readonly query: TaskQuery }) =>
  whose === '' && text.trim() === '' ? (
    <p class="empty">Nothing waits for you.</p>
  ) : (
    <p class="empty">
      No task fits these filters. <Link to="/tasks">Show all that wait for you</Link>
    </p>
  );

/** Marks of the tasks that are shown, and how a step is taken with those that were chosen. */
function useSteps(list: Answers<MyTasksAnswer>) {
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const refused = useSignal<ReadonlyMap<string, string>>(new Map());
  const unheard = useSignal<Said | null>(null);
  const tried = useSignal<readonly WaitingTaskAnswer[]>([]);
  const isBusy = useSignal(false);
  const marks = useMemo((): Marks => ({ chosen, refused }), []);
  const tasks = list.value.value?.tasks ?? [];
  const picked = tasks.filter(({ id }) => chosen.value.has(id));
  const run = async (step: Step, said: string): Promise<void> => {
    const fit = picked.filter((task) => step.isFor(task) && lackingFor(step, task) === undefined);
    isBusy.value = true;
    const no = await take(step, fit, said);
    await list.refresh();
    isBusy.value = false;
    refused.value = new Map([...no].map(([id, error]) => [id, sentenceOf(error)]));
    // Tasks without a response are updated in the list after the reconnection
    tried.value = fit.filter(({ id }) => no.get(id) instanceof Refused);
    unheard.value = no.size === 0 ? null : { step, words: said };
    // The user may have chosen other tasks meanwhile: only the finished ones are no longer chosen.
    const done = new Set(fit.map(({ id }) => id).filter((id) => !no.has(id)));
    chosen.value = new Set([...chosen.value].filter((id) => !done.has(id)));
    announce(`${step.word}: ${fit.length - no.size} done, ${no.size} refused`);
  };
  return { marks, tasks, picked, tried, isBusy, unheard, run };
}

/** The tasks of the user, by due date, with actions, also on many at once. */
export function Tasks() {
  const query = useMemo(() => computed(() => queryIn(place.value.query)), []);
  const turned = useMemo(() => new Map<string, string | null>(), []);
  const list = useMemo(
    () =>
      found(
        () => query.peek(),
        (asked) => {
          const before = turned.get(asked.after ?? '') ?? null;
          if (query.peek().after === asked.after) restate(addressOf({ ...asked, after: before }));
        },
      ),
    [],
  );
  useLive(inbox, list.refresh);
  useSignalEffect(() => {
    if (query.value) void list.refresh();
  });
  const { marks, tasks, picked, tried, isBusy, unheard, run } = useSteps(list);
  const columns = useMemo(() => columnsFor(marks), [marks]);
  useShortcuts(
    useMemo(
      () => pickShortcuts(marks, 'task', () => (list.value.peek()?.tasks ?? []).map(({ id }) => id)),
      [marks, list],
    ),
  );
  const count = list.value.value?.count;
  useEffect(() => {
    document.title = `${count === undefined ? '' : `(${count}) `}My tasks · Slipway`;
  }, [count]);
  return (
    <section>
      <h1>My tasks</h1>
      <Filters query={query.value} />
      <Refusal sentence={list.refusal.value} />
      <Gone tasks={tried.value} shown={tasks} marks={marks} />
      {tasks.length > 0 && (
        <>
          <StepBar tasks={picked} isBusy={isBusy} unheard={unheard} run={(step, said) => void run(step, said)} />
          <Table caption="My tasks" columns={columns} rows={tasks} keyOf={({ id }) => id} isSteady />
        </>
      )}
      {count === 0 && <Nothing query={query.value} />}
      {count !== undefined && count <= 1 && addressOf(query.value) === '/tasks' && (
        <>
          <p>
            <Link to="/releases">Watch the releases that run</Link>
          </p>
          <Loaded load={loadFirstSteps} given={nothing} />
        </>
      )}
      <Pages query={query.value} list={list} turned={turned} />
    </section>
  );
}
