import { type Signal, useSignal } from '@preact/signals';
import type { PhaseAnswer } from '@slipway/wire';
import { useMemo } from 'preact/hooks';
import { neededFor } from '../../../data/needs.ts';
import { change } from '../../../data/rest.ts';
import { LostTask } from '../../../parts/dead-end.tsx';
import { Deed, Lacking } from '../../../parts/deed.tsx';
import { ChoiceField } from '../../../parts/field.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { Pager } from '../../../parts/table.tsx';
import { lastOf } from '../../../place/ids.ts';
import { go, place } from '../../../place/router.ts';
import { placedIn, taskIn } from '../../release/plan.ts';
import { lackingOn } from '../../release/rights.ts';
import { addressOf, firstForm } from '../spot.ts';
import type { TabProps } from '../tab.ts';
import { AddPhaseDialog, AddTaskDialog } from './add-dialog.tsx';
import { Columns } from './columns.tsx';
import { DragArea } from './drag-area.tsx';
import { type Editing, useEditing } from './edit.ts';
import { PhaseDialog } from './phase-dialog.tsx';
import { containersOf, type Destination, destinationOf, phasePositionOf, placeOf } from './places.ts';
import { pathTo, TaskDialog } from './task-dialog.tsx';
import { type PlanPage, pageOf } from './window.ts';

/** The open dialog, and its part of the plan. */
type Opened = { readonly about: 'task' | 'phase' | 'adding'; readonly id: string } | { readonly about: 'newPhase' };

interface DialogProps {
  readonly template: TabProps['template'];
  readonly editing: Editing;
  readonly lacking: string | null;
  readonly opened: Signal<Opened | null>;
  readonly refresh: () => Promise<void>;
  readonly moveTask: (id: string, to: Destination) => void;
  readonly movePhase: (id: string, position: number) => void;
}

/** The open dialog, while its part exists. */
function OpenedDialog({ template, editing, lacking, opened, refresh, moveTask, movePhase }: DialogProps) {
  const { phases } = template;
  const now = opened.value;
  const close = (): void => {
    opened.value = null;
    editing.forget();
  };
  const given = { phases, editing, lacking, close };
  if (now === null) return null;
  if (now.about === 'newPhase') return <AddPhaseDialog template={template} editing={editing} close={close} />;
  if (now.about === 'phase') {
    const phase = phases.find(({ id }) => id === now.id);
    return phase ? (
      <PhaseDialog {...given} phase={phase} refresh={refresh} move={(position) => movePhase(phase.id, position)} />
    ) : null;
  }
  if (now.about === 'adding') {
    const container = containersOf(phases).find(({ id }) => id === now.id);
    const made = (task: { readonly id: string }): void => {
      close();
      go(addressOf(template.id, { form: firstForm, from: 0 }, task.id));
    };
    const manualType = `${template.type.slice(0, template.type.lastIndexOf('.'))}.Task`;
    const adding = { manualType, editing, close, made };
    return container ? <AddTaskDialog {...adding} container={container} /> : null;
  }
  const place = placeOf(phases, now.id);
  const task = place?.container.tasks[place.index];
  return place && task ? (
    <TaskDialog
      {...given}
      lackingLock={lackingOn(template, neededFor('lockTaskOfTemplate'))}
      task={task}
      place={place}
      move={(to) => moveTask(task.id, to)}
      add={() => {
        opened.value = { about: 'adding', id: task.id };
      }}
    />
  ) : null;
}

/** The moves of parts of a plan; each announces the new position. */
function movesOf({ phases }: TabProps['template'], editing: Editing) {
  const titleOf = (id: string): string => {
    const place = placeOf(phases, id);
    return (place ? place.container.tasks[place.index] : phases.find((phase) => phase.id === id))?.title ?? '';
  };
  return {
    moveTask: (id: string, to: Destination) =>
      editing.run(`${titleOf(id)} is number ${to.position + 1} there.`, () => change('POST', pathTo(id, 'move', to))),
    movePhase: (id: string, position: number) =>
      editing.run(`${titleOf(id)} is phase ${position + 1}.`, () =>
        change('POST', `/phases/${lastOf(id)}/move?targetPosition=${position}`),
      ),
  };
}

/** The path of a call that moves a part one place back, or on; null: there is no such place. */
function nudgedPath(phases: readonly PhaseAnswer[], id: string, by: -1 | 1, isPhase: boolean): string | null {
  const place = isPhase ? undefined : placeOf(phases, id);
  const siblings = place?.container.tasks ?? phases;
  const position = siblings.findIndex((part) => lastOf(part.id) === lastOf(id)) + by;
  if (position < 0 || position >= siblings.length) return null;
  if (place) return pathTo(id, 'move', { containerId: place.container.id, position });
  return isPhase ? `/phases/${lastOf(id)}/move?targetPosition=${position}` : null;
}

/** Gives the focus to a part that was moved by keys: it has lost it on its way. */
const focusOn = (id: string): void =>
  [...document.querySelectorAll<HTMLElement>('[data-part]')]
    .find(({ dataset }) => dataset.part === id)
    ?.querySelector<HTMLElement>('h3 a, button')
    ?.focus();

interface PlanProps extends TabProps {
  readonly page: PlanPage;
  readonly editing: Editing;
  readonly lacking: string | null;
  readonly opened: Signal<Opened | null>;
}

/** The phases of a page, to be worked on. */
function Plan({ template, shown, page, editing, lacking, opened, from }: PlanProps) {
  const { phases } = template;
  const before = useMemo(() => new Map(placedIn({ phases }).map((one) => [one.task.id, one.before])), [phases]);
  const moves = movesOf(template, editing);
  const nudge = async (id: string, by: -1 | 1, isPhase: boolean): Promise<void> => {
    if (lacking !== null) return;
    const way = by < 0 ? 'back' : 'on';
    const isDone = await editing.run(`It was moved ${way}.`, async () => {
      // what was moved before may have moved this
      const path = nudgedPath(shown.value.peek()?.phases ?? phases, id, by, isPhase);
      if (path !== null) await change('POST', path);
    });
    // Keeps the focus of a user who has moved on
    if (isDone && document.activeElement === document.body) focusOn(id);
  };
  const asks = {
    addressOf: (id: string) => addressOf(template.id, { form: firstForm, from }, id),
    before: (id: string) => before.get(id) ?? [],
    openTask: (id: string) => (opened.value = { about: 'task', id }),
    openPhase: (id: string) => (opened.value = { about: 'phase', id }),
    add: (id: string) => (opened.value = { about: 'adding', id }),
    lacking,
  };
  return (
    <>
      <DragArea
        drop={(dragged, drop, isPhase) => {
          const position = isPhase ? phasePositionOf(phases, dragged, drop) : null;
          const to = isPhase ? null : destinationOf(phases, dragged, drop);
          if (position !== null) void moves.movePhase(dragged, position);
          if (to !== null) void moves.moveTask(dragged, to);
        }}
        nudge={(...given) => void nudge(...given)}
      >
        <Columns phases={page.phases} asks={asks} />
      </DragArea>
      <OpenedDialog
        template={template}
        editing={editing}
        lacking={lacking}
        opened={opened}
        refresh={shown.refresh}
        moveTask={(id, to) => void moves.moveTask(id, to)}
        movePhase={(id, position) => void moves.movePhase(id, position)}
      />
    </>
  );
}

interface OpenTaskProps extends TabProps {
  readonly lacking: string | null;
}

const loadDrawer = async () => (await import('../task/task-drawer.tsx')).TaskDrawer;

/** The task that the address names, in a drawer. */
function OpenTask({ template, shown, from, lacking }: OpenTaskProps) {
  const id = place.value.query.get('task');
  const task = id === null ? undefined : taskIn(template, id);
  if (id === null) return null;
  const close = (): void => go(addressOf(template.id, { form: firstForm, from }));
  if (task === undefined) return <LostTask of="template" close={close} />;
  return <Loaded key={lastOf(task.id)} load={loadDrawer} given={{ template, shown, task, lacking, close }} />;
}

/** A template as it flows, to be worked on: by mouse, by a menu for each part, and by keys. */
export function FlowTab(props: TabProps) {
  const { template, shown, from, turn } = props;
  const editing = useEditing(shown);
  const opened = useSignal<Opened | null>(null);
  const lacking = lackingOn(template, neededFor('editTemplate'));
  const page = useMemo(() => pageOf(template, from), [template, from]);
  const { starts, hasMore, count } = page;
  return (
    <>
      {opened.value === null && <Refusal sentence={editing.refusal.value} />}
      <div class="filters">
        <Deed lacking={lacking} run={() => (opened.value = { about: 'newPhase' })}>
          Add a phase…
        </Deed>
        {(hasMore || page.from > 0) && (
          <ChoiceField
            label="From phase"
            value={String(starts.findLast(({ at }) => at <= page.from)?.at ?? 0)}
            options={starts.map(({ title, at }) => [String(at), title] as const)}
            change={(at) => turn(Number(at))}
          />
        )}
        <p class="none">Drag tasks and phases, or move them by Alt and the arrows up and down.</p>
      </div>
      <Lacking names={[lacking]} />
      {template.phases.length === 0 && <p class="empty">This template has no phase yet.</p>}
      <Plan {...props} page={page} editing={editing} lacking={lacking} opened={opened} />
      <OpenTask {...props} lacking={lacking} />
      <Pager from={page.from} count={count} hasMore={hasMore} turn={turn} />
    </>
  );
}
