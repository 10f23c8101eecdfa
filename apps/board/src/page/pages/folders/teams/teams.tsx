import { useSignal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import type { TeamViewResponse } from '@slipway/api-schema/people';
import { useMemo } from 'preact/hooks';
import Plus from '~icons/lucide/plus';
import { ActionButton, MissingPermissions } from '../../../components/controls/action-button.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { AddressedTable } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { missingInFolder } from '../../../live/folders.ts';
import { type QueryResult, useQuery } from '../../../live/queries.ts';
import { polled } from '../../../live/subscriptions.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { t } from '../../../navigation/text.ts';
import { columnsOf } from './columns.tsx';
import { Inheritance } from './inheritance.tsx';
import { TeamDialog } from './team-dialog.tsx';
import {
  ConflictError,
  saveTeams,
  type TeamDraft,
  teamOwnerId,
  teamsPath,
  withoutTeam,
  withTeam,
} from './team-draft.ts';

type TeamList = readonly TeamViewResponse[];

interface Props {
  readonly folder: FolderResponse;
}

/** The open dialog, with the teams when it was opened. */
type OpenDialog = { readonly seenTeams: TeamList } & (
  | { readonly kind: 'team'; readonly draft: TeamDraft; readonly isSystem: boolean }
  | { readonly kind: 'remove'; readonly team: TeamViewResponse }
);

const newTeam: TeamDraft = { id: null, teamName: '', members: [], permissions: [] };

/** Returns a function that saves the teams and reloads them. */
function useSave(folderId: string, current: QueryResult<TeamList>) {
  // After a conflict, the next save is compared with the teams from the error.
  const latestTeams = useMemo(() => new WeakMap<TeamList, TeamList>(), []);
  return async (seenTeams: TeamList, listOf: (teams: TeamList) => readonly unknown[]): Promise<void> => {
    const teams = latestTeams.get(seenTeams) ?? seenTeams;
    try {
      await saveTeams(folderId, teams, listOf(teams));
    } catch (error) {
      if (error instanceof ConflictError) latestTeams.set(seenTeams, error.teams);
      throw error;
    } finally {
      void current.refresh();
    }
  };
}

interface OwnProps extends Props {
  readonly teams: TeamList;
  readonly isOwn: boolean;
  readonly save: ReturnType<typeof useSave>;
}

/** The table of teams. Inherited teams are read-only. */
function TeamTable({ folder, teams, isOwn, save }: OwnProps) {
  const openDialog = useSignal<OpenDialog | null>(null);
  const missingPermission = missingInFolder(folder, 'changeTeams');
  const current = openDialog.value;
  const close = (): void => {
    openDialog.value = null;
  };
  const startAdding = (): void => {
    openDialog.value = { kind: 'team', seenTeams: teams, draft: newTeam, isSystem: false };
  };
  usePaletteActions(isOwn ? [{ name: t('Add team'), missingPermission, run: startAdding }] : []);
  const columns = columnsOf({
    folderId: folder.id,
    ...(isOwn && {
      actions: {
        missingPermission,
        change: (team) =>
          (openDialog.value = { kind: 'team', seenTeams: teams, draft: team, isSystem: team.systemTeam }),
        remove: (team) => (openDialog.value = { kind: 'remove', seenTeams: teams, team }),
      },
    }),
  });
  return (
    <>
      {isOwn && (
        <div class="tools">
          <ActionButton missingPermission={missingPermission} run={startAdding}>
            <Icon of={Plus} />
            Add team
          </ActionButton>
        </div>
      )}
      {teams.length > 0 && (
        <AddressedTable name="teams" caption="Teams" columns={columns} rows={teams} keyOf={({ id }) => id} />
      )}
      {current?.kind === 'team' && (
        <TeamDialog
          draft={current.draft}
          isSystem={current.isSystem}
          close={close}
          save={(draft) => save(current.seenTeams, (list) => withTeam(list, draft))}
        />
      )}
      {current?.kind === 'remove' && (
        <FormDialog
          title={t`Delete ${current.team.teamName}?`}
          submitLabel="Delete team"
          isDanger
          close={close}
          run={async () => {
            await save(current.seenTeams, (list) => withoutTeam(list, current.team.id));
            return t('Team deleted');
          }}
        >
          <p>Members lose its permissions in this folder and in subfolders that inherit from it.</p>
        </FormDialog>
      )}
    </>
  );
}

/** The teams of a folder: its own, or inherited ones. */
export function Teams({ folder }: Props) {
  const current = useQuery<TeamList>(teamsPath(folder.id), { topics: [polled] });
  const save = useSave(folder.id, current);
  const teams = current.value.value;
  if (teams === undefined) return <Refusal message={current.refusal.value} retry={current.retry} />;
  const owner = teamOwnerId(teams) ?? folder.id;
  const isOwn = owner === folder.id;
  const missingPermission = missingInFolder(folder, 'changeTeams');
  return (
    <>
      <Inheritance folder={folder} teams={teams} ownerId={owner} missingPermission={missingPermission} save={save} />
      <MissingPermissions names={[missingPermission]} objectId={folder.id} />
      <TeamTable folder={folder} teams={teams} isOwn={isOwn} save={save} />
    </>
  );
}
