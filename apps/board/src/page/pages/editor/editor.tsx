import { type Signal, useSignal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { useMemo } from 'preact/hooks';
import Plus from '~icons/lucide/plus';
import Workflow from '~icons/lucide/workflow';
import { mutate } from '../../api/rest.ts';
import { ActionButton, MissingPermissions } from '../../components/controls/action-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ChoiceField } from '../../components/fields/field.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { TaskNotFound } from '../../components/not-found.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { Pager } from '../../components/table.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { isFocusLost } from '../../navigation/restore-focus.ts';
import { location, navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { findTask, planTasks } from '../release/plan.ts';
import type { EditorProps } from './editor-props.ts';
import { DragArea } from './flow/drag-area.tsx';
import type { FlowActions } from './flow/flow-actions.ts';
import { FlowDialogs, type OpenFlowDialog } from './flow/flow-dialogs.tsx';
import { createMoves, type Moves, taskMovePath } from './flow/moves.ts';
import { PhaseColumns } from './flow/phase-columns.tsx';
import { type PlanPage, pageOf } from './flow/plan-page.ts';
import { siblingPositions } from './flow/sibling-positions.ts';
import { dropDestination, dropPhasePosition, findTaskPosition } from './flow/task-position.ts';
import { type Editing, useEditing } from './flow/use-editing.ts';

const isTemplate = ({ status }: EditorProps['plan']): boolean => status === 'TEMPLATE';

const partElement = (id: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-part]')].find(
    ({ dataset }) => lastSegment(dataset.part ?? '') === lastSegment(id),
  );

/** Focuses a phase or task again if the focus is lost, because its element was moved or replaced. */
function restorePartFocus(id: string): void {
  const part = partElement(id);
  if (isFocusLost()) part?.querySelector<HTMLElement>(part.dataset.phase === undefined ? 'h3 a' : 'button')?.focus();
}

interface PlanProps extends EditorProps {
  readonly page: PlanPage;
  readonly editing: Editing;
  readonly openDialog: Signal<OpenFlowDialog | null>;
}

const phaseCopyPath = (id: string, position: number): string =>
  `/phases/${lastSegment(id)}/copy?targetPosition=${position}`;

type EditActions = Pick<FlowActions, 'open' | 'add' | 'copy' | 'lock' | 'moveBy' | 'copyPhase' | 'movePhaseBy'>;

/** Returns the actions of the menus. */
function editActions({ plan, limits, editing, openDialog }: PlanProps, moves: Moves): EditActions {
  return {
    open: (dialog) => {
      openDialog.value = dialog;
    },
    add: (id, position) => {
      openDialog.value = { about: 'add', id, position };
    },
    copy: (id) => {
      const source = findTaskPosition(plan.phases, id);
      if (source === undefined || editing.isBusy.peek()) return;
      const containerId = source.container.id;
      const position = Math.max(source.index + 1, limits.firstPosition(containerId));
      const destination = { containerId, position };
      void editing.run(t('Task duplicated'), () => mutate('POST', taskMovePath(id, 'copy', destination)));
    },
    lock: ({ id, locked }) =>
      void editing.run(t`Task ${locked ? t('unlocked') : t('locked')}`, () =>
        mutate(locked ? 'DELETE' : 'PUT', `/tasks/${lastSegment(id)}/lock`),
      ),
    moveBy: (id, step) => void moves.moveBy(id, step, false),
    copyPhase: (id, position) =>
      void editing.run(t('Phase duplicated'), () =>
        mutate('POST', phaseCopyPath(id, Math.max(position + 1, limits.firstPosition()))),
      ),
    movePhaseBy: (id, step) => void moves.moveBy(id, step, true),
  };
}

const noPosition = { position: 0, isFirst: true, isLast: true, size: 0 };

/** Returns what the columns show of the plan besides its phases and tasks. */
function usePlanDetails({ plan: { phases }, limits, urlOf }: PlanProps) {
  const predecessorsById = useMemo(
    () => new Map(planTasks({ phases }).map(({ task, predecessors }) => [task.id, predecessors])),
    [phases],
  );
  const positions = useMemo(() => siblingPositions(phases, limits.firstPosition), [phases, limits]);
  return {
    taskUrl: urlOf,
    predecessorsOf: (taskId: string) => predecessorsById.get(taskId) ?? [],
    siblingPosition: (partId: string) => positions.get(partId) ?? noPosition,
  };
}

/** The phases and tasks of a page, with their actions. */
function Plan(props: PlanProps) {
  const { plan, entity, limits, page, editing, openDialog } = props;
  const { phases } = plan;
  const details = usePlanDetails(props);
  const renamed = useSignal<string | null>(null);
  const moves = createMoves(() => entity.value.peek() ?? plan, editing);
  const moveByKey = async (id: string, step: -1 | 1, isPhase: boolean): Promise<void> => {
    const isMovable = limits.missing.plan === null && limits.reasonFor(id, 'move') === null;
    if (isMovable && (await moves.moveBy(id, step, isPhase))) restorePartFocus(id);
  };
  const rename = (id: string | null): void => {
    const previous = renamed.peek();
    renamed.value = id === null ? null : lastSegment(id);
    if (id === null && previous !== null) window.requestAnimationFrame(() => restorePartFocus(previous));
  };
  const openAdded = ({ id }: TaskResponse): void => {
    // A new task may be on another page.
    if (partElement(id)) rename(id);
    else navigate(details.taskUrl(id));
  };
  const actions: FlowActions = {
    ...details,
    ...editActions(props, moves),
    ...{ renamed, rename, limits },
    saveTitle: (id, title) =>
      void editing.run(t('Task renamed'), () => mutate('PUT', `/tasks/${lastSegment(id)}`, { title })),
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
        onMoveByKey={(...move) => void moveByKey(...move)}
      >
        <PhaseColumns phases={page.phases} actions={actions} />
      </DragArea>
      <FlowDialogs {...{ plan, limits, editing, openDialog, moves }} refresh={entity.refresh} onAdded={openAdded} />
    </>
  );
}

const loadDrawer = async () => (await import('./task/task-drawer.tsx')).TaskDrawer;

/** A drawer with the task whose id is in the address. */
function OpenTaskDrawer({ plan, entity, limits, urlOf }: EditorProps) {
  const id = location.value.query.get('task');
  const task = id === null ? undefined : findTask(plan, id);
  if (id === null) return null;
  const close = (): void => navigate(urlOf());
  if (task === undefined) return <TaskNotFound container={isTemplate(plan) ? 'template' : 'release'} close={close} />;
  return <Lazy key={lastSegment(task.id)} load={loadDrawer} props={{ plan, entity, limits, task, close }} />;
}

/** The flow of a plan. Phases and tasks are edited by dragging, in menus, and with the keyboard. */
export function Editor(props: EditorProps) {
  const { plan, entity, limits, from, goToPage, tools } = props;
  const editing = useEditing(entity);
  const openDialog = useSignal<OpenFlowDialog | null>(null);
  const page = useMemo(() => pageOf(plan, from), [plan, from]);
  const { starts, hasMore, count } = page;
  return (
    <>
      {openDialog.value === null && <Refusal message={editing.refusal.value} />}
      <div class="flow-tools">
        <p class="none">
          Drag to reorder, or press <kbd>Alt</kbd> + <kbd>↑</kbd> / <kbd>↓</kbd>.
        </p>
        {(hasMore || page.from > 0) && (
          <ChoiceField
            label="Go to phase"
            value={String(starts.findLast(({ at }) => at <= page.from)?.at ?? 0)}
            options={starts.map(({ title, at }) => [String(at), title] as const)}
            change={(at) => goToPage(Number(at))}
          />
        )}
        {tools}
        <ActionButton missingPermission={limits.missing.plan} run={() => (openDialog.value = { about: 'newPhase' })}>
          <Icon of={Plus} />
          Add phase
        </ActionButton>
      </div>
      <MissingPermissions names={[limits.missing.plan, limits.missing.task]} />
      {plan.phases.length === 0 && <EmptyState icon={Workflow} text="No phases yet. Add a phase to start." />}
      <Plan {...props} page={page} editing={editing} openDialog={openDialog} />
      <OpenTaskDrawer {...props} />
      <Pager from={page.from} count={count} hasMore={hasMore} goToPage={goToPage} />
    </>
  );
}
