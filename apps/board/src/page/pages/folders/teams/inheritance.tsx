import { useSignal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import type { TeamViewResponse } from '@slipway/api-schema/people';
import { ActionButton } from '../../../components/action-button.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useQuery } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { folderUrl } from '../url-state.ts';
import { copyAsOwn } from './team-draft.ts';

type Teams = readonly TeamViewResponse[];

interface Props {
  readonly folder: FolderResponse;
  /** that hold here */
  readonly teams: Teams;
  /** the id of the folder whose teams hold here */
  readonly ownerId: string;
  readonly missingPermission: string | null;
  readonly save: (seenTeams: Teams, listOf: (teams: Teams) => readonly unknown[]) => Promise<void>;
}

/** A folder by its title; of one that the viewer may not see, its id. */
function FolderLink({ id }: { readonly id: string }) {
  const { value } = useQuery<FolderResponse>(`/folders/${lastSegment(id)}?depth=0`);
  return <Link to={folderUrl(id, { tab: 'teams' })}>{value.value?.title ?? lastSegment(id)}</Link>;
}

/** Whose teams hold in a folder, and the way to have it the other way round. */
export function Inheritance({ folder, teams, ownerId, missingPermission, save }: Props) {
  // The teams at the time of the question
  const seenTeams = useSignal<Teams | null>(null);
  const isOwn = ownerId === folder.id;
  const isAtTop = folder.id.split('/').length === 2;
  const actionLabel = isOwn ? 'Inherit again' : 'Give it teams of its own';
  const run = async (): Promise<string> => {
    await save(seenTeams.peek() ?? teams, isOwn ? () => [] : copyAsOwn);
    return isOwn ? `${folder.title} inherits its teams again.` : `${folder.title} has teams of its own now.`;
  };
  return (
    <>
      <p>
        {isOwn ? (
          'These teams are this folder’s own; nothing of the folders above counts here.'
        ) : (
          <>
            This folder inherits its teams from <FolderLink id={ownerId} />, where they are changed.
          </>
        )}
      </p>
      {!(isOwn && isAtTop) && (
        <p>
          <ActionButton missingPermission={missingPermission} run={() => (seenTeams.value = teams)}>
            {actionLabel}…
          </ActionButton>
        </p>
      )}
      {seenTeams.value !== null && (
        <FormDialog
          title={`${actionLabel}: ${folder.title}`}
          submitLabel={actionLabel}
          close={() => (seenTeams.value = null)}
          run={run}
        >
          <p>
            {isOwn
              ? 'Its own teams are removed, and those of the folder above it hold from then on, for all below that inherits from it, too.'
              : 'It begins with the teams that it inherits now. Later changes of those do not reach it.'}
          </p>
        </FormDialog>
      )}
    </>
  );
}
