import type { FolderTaskResponse } from '@slipway/api-schema/search';
import { missingPermissionFor } from '../../../api/permissions.ts';
import { ActionButton } from '../../../components/controls/action-button.tsx';
import { Avatar } from '../../../components/marks/avatar.tsx';
import { StatusLabel } from '../../../components/marks/status.tsx';
import { UserName } from '../../../components/marks/user-name.tsx';
import { Moment } from '../../../components/moment.tsx';
import type { Column } from '../../../components/table.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { formatRoughly } from '../../release/times/durations.ts';
import { type BulkAction, bulkActions } from '../../tasks/bulk-actions.ts';
import { TaskTitle } from '../../tasks/task-list.tsx';
import type { TaskActions } from '../../tasks/use-task-actions.ts';
import { waitWord } from './wait-kinds.ts';

/** The actions of a row. In a list of unassigned tasks, the action that chooses another user is called Assign. */
const rowActions: readonly BulkAction[] = bulkActions.flatMap((action) => {
  if (action.path === 'assignToMe') return action;
  return action.path === 'assign' ? { ...action, label: t('Assign'), result: t('assigned') } : [];
});

type Actor = FolderTaskResponse['waitsFrom'][number];

interface TaskProps {
  readonly task: FolderTaskResponse;
}

/** The user, team or role that has to act. */
const ActorName = ({ actor: { kind, name } }: { readonly actor: Actor }) => (
  <div class="person">
    <Avatar name={name} isTeam={kind !== 'user'} isNamed />
    {kind === 'user' ? <UserName name={name} /> : <bdi>{name}</bdi>}
  </div>
);

const automaticKinds: readonly FolderTaskResponse['waitsFor'][] = ['precondition', 'capacity', 'date'];

/** The users, teams and roles that have to act, or the time at which the wait ends. */
function WaitsFrom({ task: { waitsFor, waitsFrom, waitsUntil, release } }: TaskProps) {
  if (waitsUntil !== undefined)
    return (
      <div class="sub">
        until <Moment at={waitsUntil} />
      </div>
    );
  if (waitsFrom.length > 0)
    return waitsFrom.map((actor) => <ActorName key={`${actor.kind}:${actor.name}`} actor={actor} />);
  if (automaticKinds.includes(waitsFor)) return null;
  return (
    <div class="sub">
      Not assigned
      {release.owner !== undefined && (
        <>
          {' · '}
          release owner: <UserName name={release.owner} />
        </>
      )}
    </div>
  );
}

interface PlaceProps extends TaskProps {
  /** The id of the folder of the list. The rows name other folders. */
  readonly folderId: string;
}

/** The release and phase of a task, and its folder below the folder of the list. */
const Place = ({ task: { release, phase, folder }, folderId }: PlaceProps) => (
  <div class="sub">
    <Link to={`/releases/${lastSegment(release.id)}`}>{release.title}</Link> › <bdi>{phase.title}</bdi>
    {folder.id !== folderId && (
      <>
        {' · '}
        <bdi>{folder.title}</bdi>
      </>
    )}
  </div>
);

interface RowActionsProps extends TaskProps {
  readonly isBusy: boolean;
  readonly start: (action: BulkAction, task: FolderTaskResponse) => void;
}

const RowActions = ({ task, isBusy, start }: RowActionsProps) => (
  <span class="acts">
    {rowActions
      .filter((action) => action.isAvailableFor(task))
      .map((action) => (
        <ActionButton
          key={action.path}
          isSmall
          isDisabled={isBusy}
          missingPermission={missingPermissionFor(task, action.path)}
          run={() => start(action, task)}
        >
          {action.label}
          {action.inputKind !== undefined && '…'}
          <span class="unseen"> {task.title}</span>
        </ActionButton>
      ))}
  </span>
);

interface ColumnOptions extends Pick<RowActionsProps, 'start'>, Pick<PlaceProps, 'folderId'> {
  readonly actions: TaskActions;
  readonly now: number;
}

/** Returns the columns of the waiting tasks in a folder. */
export const columnsFor = ({
  actions: { selection, isBusy },
  start,
  now,
  folderId,
}: ColumnOptions): readonly Column<FolderTaskResponse>[] => [
  {
    name: t('Task'),
    cell: (task) => (
      <>
        <TaskTitle task={task} selection={selection} />
        <Place task={task} folderId={folderId} />
      </>
    ),
  },
  {
    name: t('Waits for'),
    cell: (task) => {
      const { tone, label } = waitWord(task.waitsFor);
      return (
        <>
          <StatusLabel tone={tone} label={label} />
          <WaitsFrom task={task} />
        </>
      );
    },
  },
  {
    name: t('Waiting'),
    class: 'when',
    cell: ({ waitsSince }) => (
      <>
        <b>{formatRoughly(Math.max(0, now - Date.parse(waitsSince)))}</b>
        <div class="sub">
          since <Moment at={waitsSince} />
        </div>
      </>
    ),
  },
  {
    name: t('Actions'),
    isNameHidden: true,
    cell: (task) => <RowActions task={task} isBusy={isBusy.value} start={start} />,
  },
];
