import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { neededFor } from '../../../data/needs.ts';
import { change } from '../../../data/rest.ts';
import { Deed, Lacking } from '../../../parts/deed.tsx';
import { ChoiceField } from '../../../parts/field.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { Pager } from '../../../parts/table.tsx';
import { lastOf } from '../../../place/ids.ts';
import { go } from '../../../place/router.ts';
import { placedIn } from '../../release/plan.ts';
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

/** What is asked before something is done, and about which part of the plan. */
type Opened = { readonly about: 'task' | 'phase' | 'adding'; readonly id: string } | { readonly about: 'newPhase' };

interface DialogProps {
  readonly template: TabProps['template'];
  readonly editing: Editing;
  readonly lacking: string | null;
  readonly opened: Signal<Opened | null>;
  readonly moveTask: (id: string, to: Destination) => void;
  readonly movePhase: (id: string, position: number) => void;
}

/** The dialog that was asked for, while what it is about is there. */
function OpenedDialog({ template, editing, lacking, opened, moveTask, movePhase }: DialogProps) {
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
    return phase ? <PhaseDialog {...given} phase={phase} move={(position) => movePhase(phase.id, position)} /> : null;
  }
  if (now.about === 'adding') {
    const container = containersOf(phases).find(({ id }) => id === now.id);
    const made = (task: { readonly id: string }): void => {
      close();
      go(addressOf(template.id, { form: firstForm, from: 0 }, task.id));
    };
    return container ? <AddTaskDialog container={container} editing={editing} close={close} made={made} /> : null;
  }
  const place = placeOf(phases, now.id);
  const task = place?.container.tasks[place.index];
  return place && task ? (
    <TaskDialog
      {...given}
      task={task}
      place={place}
      move={(to) => moveTask(task.id, to)}
      add={() => {
        opened.value = { about: 'adding', id: task.id };
      }}
    />
  ) : null;
}

/** What moves parts of a plan; each says where they are then. */
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
function Plan({ template, page, editing, lacking, opened, from }: PlanProps) {
  const { phases } = template;
  const before = useMemo(() => new Map(placedIn({ phases }).map((one) => [one.task.id, one.before])), [phases]);
  const moves = movesOf(template, editing);
  const nudge = async (id: string, by: -1 | 1, isPhase: boolean): Promise<void> => {
    const place = placeOf(phases, id);
    const index = isPhase ? phases.findIndex((phase) => phase.id === id) : (place?.index ?? -1);
    const position = index + by;
    const count = isPhase ? phases.length : (place?.container.tasks.length ?? 0);
    if (lacking !== null || index < 0 || position < 0 || position >= count) return;
    if (isPhase) await moves.movePhase(id, position);
    else if (place) await moves.moveTask(id, { containerId: place.container.id, position });
    focusOn(id);
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
        moveTask={(id, to) => void moves.moveTask(id, to)}
        movePhase={(id, position) => void moves.movePhase(id, position)}
      />
    </>
  );
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
          Add a phase
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
      <Pager from={page.from} count={count} hasMore={hasMore} turn={turn} />
    </>
  );
}
