import { type Signal, useSignal } from '@preact/signals';
import type { PhaseResponse } from '@slipway/api-schema/plans';
import { useMemo } from 'preact/hooks';
import { missingPermissionOn } from '../../../api/permissions.ts';
import { mutate } from '../../../api/rest.ts';
import { ActionButton, MissingPermissions } from '../../../components/action-button.tsx';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { Lazy } from '../../../components/lazy.tsx';
import { TaskNotFound } from '../../../components/not-found.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { Pager } from '../../../components/table.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { location, navigate } from '../../../navigation/router.ts';
import { findTask, planTasks } from '../../release/plan.ts';
import { firstTab, type TabProps, templateUrl } from '../tab.ts';
import { AddPhaseDialog, AddTaskDialog } from './add-dialogs.tsx';
import { DragArea } from './drag-area.tsx';
import { PhaseColumns } from './phase-columns.tsx';
import { PhaseDialog } from './phase-dialog.tsx';
import { type PlanPage, pageOf } from './plan-page.ts';
import { TaskDialog, taskMovePath } from './task-dialog.tsx';
import {
  type Destination,
  dropDestination,
  dropPhasePosition,
  findTaskPosition,
  listContainers,
} from './task-position.ts';
import { type Editing, useEditing } from './use-editing.ts';

/** The open dialog, with the id of its phase or task. */
type OpenDialog = { readonly about: 'task' | 'phase' | 'adding'; readonly id: string } | { readonly about: 'newPhase' };

interface DialogProps {
  readonly template: TabProps['template'];
  readonly editing: Editing;
  readonly missingPermission: string | null;
  readonly openDialog: Signal<OpenDialog | null>;
  readonly refresh: () => Promise<void>;
  readonly moveTask: (id: string, destination: Destination) => void;
  readonly movePhase: (id: string, position: number) => void;
}

/** The open dialog, or no dialog if another user has deleted its phase or task. */
function CurrentDialog({
  template,
  editing,
  missingPermission,
  openDialog,
  refresh,
  moveTask,
  movePhase,
}: DialogProps) {
  const { phases } = template;
  const current = openDialog.value;
  const close = (): void => {
    openDialog.value = null;
    editing.clearRefusal();
  };
  const commonProps = { phases, editing, missingPermission, close };
  if (current === null) return null;
  if (current.about === 'newPhase') return <AddPhaseDialog template={template} editing={editing} close={close} />;
  if (current.about === 'phase') {
    const phase = phases.find(({ id }) => id === current.id);
    return phase ? (
      <PhaseDialog
        {...commonProps}
        phase={phase}
        refresh={refresh}
        move={(position) => movePhase(phase.id, position)}
      />
    ) : null;
  }
  if (current.about === 'adding') {
    const container = listContainers(phases).find(({ id }) => id === current.id);
    const openNewTask = (task: { readonly id: string }): void => {
      close();
      navigate(templateUrl(template.id, { tab: firstTab, from: 0 }, task.id));
    };
    const manualType = `${template.type.slice(0, template.type.lastIndexOf('.'))}.Task`;
    const dialogProps = { manualType, editing, close, onCreated: openNewTask };
    return container ? <AddTaskDialog {...dialogProps} container={container} /> : null;
  }
  const taskPosition = findTaskPosition(phases, current.id);
  const task = taskPosition?.container.tasks[taskPosition.index];
  return taskPosition && task ? (
    <TaskDialog
      {...commonProps}
      missingLockPermission={missingPermissionOn(template, 'lockTask')}
      task={task}
      taskPosition={taskPosition}
      move={(destination) => moveTask(task.id, destination)}
      add={() => {
        openDialog.value = { about: 'adding', id: task.id };
      }}
    />
  ) : null;
}

/** Returns functions that move tasks and phases, and announce the new positions. */
function createMoves({ phases }: TabProps['template'], editing: Editing) {
  const titleOf = (id: string): string => {
    const taskPosition = findTaskPosition(phases, id);
    return (
      (taskPosition ? taskPosition.container.tasks[taskPosition.index] : phases.find((phase) => phase.id === id))
        ?.title ?? ''
    );
  };
  const containerName = ({ containerId }: Destination): string =>
    listContainers(phases).find(({ id }) => id === containerId)?.name ?? '';
  return {
    moveTask: (id: string, destination: Destination) =>
      editing.run(`${titleOf(id)} moved to position ${destination.position + 1} in ${containerName(destination)}`, () =>
        mutate('POST', taskMovePath(id, 'move', destination)),
      ),
    movePhase: (id: string, position: number) =>
      editing.run(`${titleOf(id)} moved to position ${position + 1}`, () =>
        mutate('POST', `/phases/${lastSegment(id)}/move?targetPosition=${position}`),
      ),
  };
}

/** Returns the path of the request that moves a phase or task one position; null: it is the first or last one. */
function keyMovePath(phases: readonly PhaseResponse[], id: string, step: -1 | 1, isPhase: boolean): string | null {
  const taskPosition = isPhase ? undefined : findTaskPosition(phases, id);
  const siblings = taskPosition?.container.tasks ?? phases;
  const position = siblings.findIndex((part) => lastSegment(part.id) === lastSegment(id)) + step;
  if (position < 0 || position >= siblings.length) return null;
  if (taskPosition) return taskMovePath(id, 'move', { containerId: taskPosition.container.id, position });
  return isPhase ? `/phases/${lastSegment(id)}/move?targetPosition=${position}` : null;
}

/** Focuses a phase or task again, because the move by key removed the focus. */
const focusPart = (id: string): void =>
  [...document.querySelectorAll<HTMLElement>('[data-part]')]
    .find(({ dataset }) => dataset.part === id)
    ?.querySelector<HTMLElement>('h3 a, button')
    ?.focus();

interface PlanProps extends TabProps {
  readonly page: PlanPage;
  readonly editing: Editing;
  readonly missingPermission: string | null;
  readonly openDialog: Signal<OpenDialog | null>;
}

/** The phases and tasks of a page, with their actions. */
function Plan({ template, entity, page, editing, missingPermission, openDialog, from }: PlanProps) {
  const { phases } = template;
  const predecessorsById = useMemo(
    () => new Map(planTasks({ phases }).map((planTask) => [planTask.task.id, planTask.predecessors])),
    [phases],
  );
  const moves = createMoves(template, editing);
  const moveByKey = async (id: string, step: -1 | 1, isPhase: boolean): Promise<void> => {
    if (missingPermission !== null) return;
    const direction = step < 0 ? 'back' : 'forward';
    const isDone = await editing.run(`Moved ${direction}`, async () => {
      // An earlier move in the queue may have changed the position.
      const path = keyMovePath(entity.value.peek()?.phases ?? phases, id, step, isPhase);
      if (path !== null) await mutate('POST', path);
    });
    // If the user has focused another element meanwhile, the focus stays there.
    if (isDone && document.activeElement === document.body) focusPart(id);
  };
  const flowActions = {
    taskUrl: (id: string) => templateUrl(template.id, { tab: firstTab, from }, id),
    predecessorsOf: (id: string) => predecessorsById.get(id) ?? [],
    openTask: (id: string) => (openDialog.value = { about: 'task', id }),
    openPhase: (id: string) => (openDialog.value = { about: 'phase', id }),
    add: (id: string) => (openDialog.value = { about: 'adding', id }),
    missingPermission,
  };
  return (
    <>
      <DragArea
        drop={(dragged, drop, isPhase) => {
          const position = isPhase ? dropPhasePosition(phases, dragged, drop) : null;
          const destination = isPhase ? null : dropDestination(phases, dragged, drop);
          if (position !== null) void moves.movePhase(dragged, position);
          if (destination !== null) void moves.moveTask(dragged, destination);
        }}
        onMoveByKey={(...commonProps) => void moveByKey(...commonProps)}
      >
        <PhaseColumns phases={page.phases} actions={flowActions} />
      </DragArea>
      <CurrentDialog
        template={template}
        editing={editing}
        missingPermission={missingPermission}
        openDialog={openDialog}
        refresh={entity.refresh}
        moveTask={(id, destination) => void moves.moveTask(id, destination)}
        movePhase={(id, position) => void moves.movePhase(id, position)}
      />
    </>
  );
}

interface OpenTaskProps extends TabProps {
  readonly missingPermission: string | null;
}

const loadDrawer = async () => (await import('../task/task-drawer.tsx')).TaskDrawer;

/** A drawer with the task whose id is in the address. */
function OpenTaskDrawer({ template, entity, from, missingPermission }: OpenTaskProps) {
  const id = location.value.query.get('task');
  const task = id === null ? undefined : findTask(template, id);
  if (id === null) return null;
  const close = (): void => navigate(templateUrl(template.id, { tab: firstTab, from }));
  if (task === undefined) return <TaskNotFound container="template" close={close} />;
  return (
    <Lazy key={lastSegment(task.id)} load={loadDrawer} props={{ template, entity, task, missingPermission, close }} />
  );
}

/** The flow of a template. Phases and tasks are edited by dragging, in menus, and with the keyboard. */
export function FlowTab(props: TabProps) {
  const { template, entity, from, goToPage } = props;
  const editing = useEditing(entity);
  const openDialog = useSignal<OpenDialog | null>(null);
  const missingPermission = missingPermissionOn(template, 'editTemplate');
  const page = useMemo(() => pageOf(template, from), [template, from]);
  const { starts, hasMore, count } = page;
  return (
    <>
      {openDialog.value === null && <Refusal message={editing.refusal.value} />}
      <div class="filters">
        <ActionButton missingPermission={missingPermission} run={() => (openDialog.value = { about: 'newPhase' })}>
          Add phase
        </ActionButton>
        {(hasMore || page.from > 0) && (
          <ChoiceField
            label="Go to phase"
            value={String(starts.findLast(({ at }) => at <= page.from)?.at ?? 0)}
            options={starts.map(({ title, at }) => [String(at), title] as const)}
            change={(at) => goToPage(Number(at))}
          />
        )}
        <p class="none">Drag to reorder, or press Alt + ↑ / ↓.</p>
      </div>
      <MissingPermissions names={[missingPermission]} />
      {template.phases.length === 0 && <p class="empty">No phases yet. Add a phase to start.</p>}
      <Plan {...props} page={page} editing={editing} missingPermission={missingPermission} openDialog={openDialog} />
      <OpenTaskDrawer {...props} missingPermission={missingPermission} />
      <Pager from={page.from} count={count} hasMore={hasMore} goToPage={goToPage} />
    </>
  );
}
